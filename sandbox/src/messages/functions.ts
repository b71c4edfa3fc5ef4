import { Type } from 'typebox';
import { structuredError, AnyError } from '../http/errors.ts';
import { pageOf, PagingRequest } from '../http/paging.ts';
import { parseTime } from '../http/times.ts';
import { OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { toMessageRecord } from './record.ts';
import { DIRECTIONS, ListedMessage, MessageRecord } from './schema.ts';

const gap = 'Section 4 leaves the name of the date filters open';

const ListRequest = Type.Object({
	...PagingRequest.properties,
	direction: Type.Optional(OneOf(DIRECTIONS)),
	phone_number: Type.Optional(Type.String({ description: 'Matches from or to' })),
	after_date: Type.Optional(
		Type.String({ description: 'ISO 8601; created at or after it', 'x-not-shown-in-interface': gap }),
	),
	before_date: Type.Optional(
		Type.String({ description: 'ISO 8601; created before it', 'x-not-shown-in-interface': gap }),
	),
});

/** Section 4, messages: list-messages and get-message. */
export const messageFunctions: Routes = (app) => {
	const { messages, mediaLinks } = app;
	app.post(
		'/list-messages',
		{
			schema: {
				tags: ['Messages'],
				summary: 'SMS and chat-app messages, newest first',
				body: ListRequest,
				response: {
					200: Type.Object({
						messages: Type.Array(ListedMessage),
						total: Type.Integer({ description: 'How many match the filters' }),
						has_more: Type.Boolean(),
					}),
					'4xx': AnyError,
				},
			},
		},
		(request) => {
			const { direction, phone_number: phoneNumber } = request.body;
			const { limit, offset } = pageOf(request.body);
			const { after_date: afterDate, before_date: beforeDate } = request.body;
			const after = afterDate === undefined ? undefined : parseTime('after_date', afterDate);
			const before = beforeDate === undefined ? undefined : parseTime('before_date', beforeDate);
			const filter = { direction, phoneNumber, after, before };
			const page = messages.page(filter, limit, offset);
			return {
				messages: page.messages.map((message) => toMessageRecord(message, mediaLinks)),
				total: page.total,
				has_more: offset + page.messages.length < page.total,
			};
		},
	);

	app.post(
		'/get-message',
		{
			schema: {
				tags: ['Messages'],
				summary: 'One message in full',
				body: Type.Object({ message_id: Type.String() }),
				response: { 200: MessageRecord, '4xx': AnyError },
			},
		},
		(request) => {
			const message = messages.find(request.body.message_id);
			// The interface names no error here; this is its form for other records that are not found by id.
			if (message === undefined) throw structuredError(404, 'not_found', 'Message not found');
			return toMessageRecord(message, mediaLinks);
		},
	);
};
