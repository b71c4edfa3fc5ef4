import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { Nullable, OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { toMessageRecord } from './record.ts';
import { MessageRecord } from './schema.ts';

const ListQuery = Type.Object({
	...ControlPaging.properties,
	channel: Type.Optional(OneOf(['sms', 'chatapp'])),
	direction: Type.Optional(OneOf(['inbound', 'outbound'])),
	search: Type.Optional(Type.String({ description: 'Part of the text or of a number' })),
});
const ListAnswer = Type.Object({
	messages: Type.Array(
		Type.Object({
			...MessageRecord.properties,
			channel: OneOf(['sms', 'chatapp']),
			metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
		}),
	),
	total: Type.Integer(),
});

/** Shows the messages that are stored. */
export const messageControl: Routes = (app) => {
	const { mediaLinks, messages } = app;
	app.get(
		'/messages',
		{ schema: { querystring: ListQuery, response: { 200: ListAnswer, '4xx': PlainError } } },
		(request) => {
			const { limit = 100, offset = 0, ...filter } = request.query;
			const page = messages.page(filter, limit, offset);
			const records = page.messages.map((message) => ({
				...toMessageRecord(message, mediaLinks),
				channel: message.channel,
				metadata: message.metadata,
			}));
			return { messages: records, total: page.total };
		},
	);
};
