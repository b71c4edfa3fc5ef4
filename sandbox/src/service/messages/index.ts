import { Type } from 'typebox';
import agentsPart from '../agents/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { ControlPaging, PagingRequest, readPage } from '../http/listing.ts';
import { parseTime } from '../http/times.ts';
import { Nullable } from '../http/values.ts';
import mediaPart from '../media/index.ts';
import { definePart } from '../plugin.ts';
import { Channel, MessageRecord, toMessageRecord } from './message.ts';
import { seedMessages } from './seed.ts';
import { MESSAGE_TABLES, Messages, QUIET, SUPERSEDED } from './store.ts';

declare module 'fastify' {
	interface FastifyInstance {
		messages: Messages;
	}
}

const gap = { 'x-not-shown-in-interface': 'Section 4 leaves the name of the date filters open' };
const { direction } = MessageRecord.properties;

/** Section 2: the subset of fields that list-messages returns. */
const ListedMessage = Type.Pick(MessageRecord, [
	'id',
	'thread_id',
	'from_number',
	'to_number',
	'body',
	'direction',
	'status',
	'is_ai_generated',
	'created_at',
	'media',
	'delivery_error',
]);

/** Section 4, messages. */
const listMessages = endpoint('POST /list-messages', {
	operationId: 'listMessages',
	summary: 'SMS and chat-app messages, newest first',
	body: Type.Object({
		...PagingRequest.properties,
		direction: Type.Optional(direction),
		phone_number: Type.Optional(Type.String({ description: 'Matches from or to' })),
		after_date: Type.Optional(Type.String({ description: 'ISO 8601; created at or after it', ...gap })),
		before_date: Type.Optional(Type.String({ description: 'ISO 8601; created before it', ...gap })),
	}),
	example: { limit: 50, direction: 'inbound', after_date: '2026-03-01T00:00:00Z' },
	answer: Type.Object({
		messages: Type.Array(ListedMessage),
		total: Type.Integer({ description: 'How many match the filters' }),
		has_more: Type.Boolean(),
	}),
	handle: ({ body }, { mediaLinks, messages }) => {
		const { limit, offset } = readPage(body);
		const { direction, phone_number: phoneNumber, after_date, before_date } = body;
		const after = after_date === undefined ? undefined : parseTime('after_date', after_date);
		const before = before_date === undefined ? undefined : parseTime('before_date', before_date);
		const page = messages.page({ direction, phoneNumber, after, before }, limit, offset);
		return {
			messages: page.messages.map((message) => toMessageRecord(message, mediaLinks)),
			total: page.total,
			has_more: offset + page.messages.length < page.total,
		};
	},
});

/**
 * The interface names no error here; this is the form that it has for other records that are not found by id.
 */
const getMessage = endpoint('POST /get-message', {
	operationId: 'getMessage',
	summary: 'One message in full',
	config: { notFoundCode: 'not_found' },
	body: Type.Object({ message_id: Type.String() }),
	example: { message_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10' },
	answer: MessageRecord,
	handle: ({ body }, { mediaLinks, messages }) =>
		toMessageRecord(messages.require(body.message_id), mediaLinks),
});

/** Sections 2 to 4: messages of both channels, and the conversations that they belong to. */
export default definePart({
	tag: 'Messages',
	dependencies: [agentsPart, mediaPart],
	tables: MESSAGE_TABLES,
	provide: (app) => ({ messages: new Messages(app, 'messages', 'Message') }),
	setUp: ({ history, messages }) => {
		history.bound('messages', 'TRUE', (seq) => messages.forget(seq));
		history.bound('last_inbound', QUIET);
		history.bound('sent_metadata', SUPERSEDED);
	},
	seed: seedMessages,
	functions: [listMessages, getMessage],
	control: endpoint('GET /messages', {
		operationId: 'listAllMessages',
		summary: 'List messages of both channels',
		query: Type.Object({
			...ControlPaging.properties,
			channel: Type.Optional(Channel),
			direction: Type.Optional(direction),
			search: Type.Optional(Type.String({ description: 'Part of the text or of a number' })),
			after: Type.Optional(
				Type.Integer({
					minimum: 0,
					description: 'Only those stored later: the `newest` of an earlier answer',
				}),
			),
		}),
		answer: Type.Object({
			newest: Type.Integer({ description: 'Stands for the message that was stored last; see `after`' }),
			messages: Type.Array(
				Type.Object({
					...MessageRecord.properties,
					channel: Channel,
					metadata: Nullable(Type.Record(Type.String(), Type.Unknown())),
				}),
			),
			total: Type.Integer(),
		}),
		handle: ({ query: { limit, offset, after: afterSeq, ...filter } }, { mediaLinks, messages }) => {
			const { messages: found, total } = messages.page({ ...filter, afterSeq }, limit, offset);
			const records = found.map((message) => ({ ...message, ...toMessageRecord(message, mediaLinks) }));
			return { newest: messages.newest(), messages: records, total };
		},
	}),
});
