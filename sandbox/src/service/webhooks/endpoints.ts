import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { ControlPaging, waitForCount, WaitQuery } from '../http/listing.ts';
import { parseTime } from '../http/times.ts';
import { OneOf } from '../http/values.ts';
import { DeadLetter, Delivery, DeliveryDetail } from './log.ts';
import { EVENTS, DELIVERY_STATUSES, type Destination } from './rules.ts';

/** Section 8: the maximum number of events per replay of a window. */
const MAX_PER_WINDOW = 500;

const gap = { 'x-not-shown-in-interface': 'Section 4 leaves the JSON field names of both modes open' };

/** Sections 4 and 6, webhook replay. */
export const replayDeliveries = endpoint('POST /replay-webhook-delivery', {
	operationId: 'replayWebhookDelivery',
	summary: 'Send a delivery again, or the deliveries of an event type in a window of time',
	config: { apiKeyOnly: true },
	body: Type.Object({
		delivery_id: Type.Optional(
			Type.String({ minLength: 1, description: 'Of a logged delivery or of a dead letter', ...gap }),
		),
		event_type: Type.Optional(Type.Enum([...EVENTS], gap)),
		start_time: Type.Optional(Type.String({ description: 'ISO 8601; delivered at or after it', ...gap })),
		end_time: Type.Optional(Type.String({ description: 'ISO 8601; delivered before it', ...gap })),
	}),
	example: {
		event_type: 'sms.received',
		start_time: '2026-01-01T00:00:00Z',
		end_time: '2026-12-31T00:00:00Z',
	},
	answer: Type.Union([
		Type.Object({ success: Type.Literal(true), delivery_id: Type.String() }),
		Type.Object({
			success: Type.Literal(true),
			deliveries: Type.Array(Type.String(), { description: 'Ids of the new deliveries' }),
			replayed: Type.Integer(),
			has_more: Type.Boolean(),
		}),
	]),
	handle: ({ body }, { outbox }) => {
		const { delivery_id: id, event_type: event, start_time: from, end_time: to } = body;
		if (id !== undefined) {
			if (event !== undefined || from !== undefined || to !== undefined) {
				throw plainError(400, 'Give either delivery_id, or event_type, start_time and end_time');
			}
			// Section 6, replay, rule 3. Every key belongs to the account, but a chat-app account is not a key.
			if (!outbox.findOriginal(id)?.destination.startsWith('api_key:')) {
				throw plainError(404, 'Delivery not found');
			}
			return { success: true as const, delivery_id: outbox.replay(id) };
		}
		if (event === undefined || from === undefined || to === undefined) {
			throw plainError(400, 'delivery_id, or event_type, start_time and end_time, are required');
		}
		const start = parseTime('start_time', from);
		const end = parseTime('end_time', to);
		if (end < start) throw plainError(400, 'end_time must not be before start_time');
		const found = outbox.listReplayable(event, start, end, MAX_PER_WINDOW + 1);
		const replayed = found.slice(0, MAX_PER_WINDOW).map((one) => outbox.replay(one));
		return {
			success: true as const,
			deliveries: replayed,
			replayed: replayed.length,
			has_more: found.length > replayed.length,
		};
	},
});

const paging = {
	...ControlPaging.properties,
	search: Type.Optional(Type.String({ description: 'Part of the body' })),
};
const total = Type.Integer({ description: 'How many match' });

/** The maximum number of dead letters that one call replays. */
const REPLAYED_AT_ONCE = 500;

/** The delivery log, the dead letters and replay (section 6), as in the dashboard of the interface. */
export const webhookControl = [
	endpoint('GET /deliveries', {
		operationId: 'listDeliveries',
		summary: 'List webhook deliveries',
		query: Type.Object({
			event: Type.Optional(OneOf(EVENTS)),
			status: Type.Optional(OneOf(DELIVERY_STATUSES)),
			api_key_id: Type.Optional(Type.String()),
			...paging,
			...WaitQuery.properties,
		}),
		answer: Type.Object({
			deliveries: Type.Array(Delivery),
			total,
			reached: Type.Boolean({ description: 'Whether as many as waited for matched before the time-out' }),
		}),
		handle: async ({ query }, { database, deliveryLog }) => {
			const { event, status, search, api_key_id: key, limit, offset, wait_for, timeout_ms } = query;
			const destination = key === undefined ? undefined : (`api_key:${key}` as const);
			const filter = { event, status, destination, search };
			const count = () => deliveryLog.count(filter);
			const version = () => database.changes;
			const reached = await waitForCount(wait_for, timeout_ms, count, version);
			return { deliveries: deliveryLog.list(filter, limit, offset), total: count(), reached };
		},
	}),
	endpoint('GET /deliveries/:id', {
		operationId: 'showDelivery',
		summary: 'Show one with every attempt',
		answer: DeliveryDetail,
		handle: ({ params }, { deliveryLog }) => deliveryLog.require(params.id),
	}),
	endpoint('GET /dead-letters', {
		operationId: 'listDeadLetters',
		summary: 'List deliveries that were given up',
		query: Type.Object({
			event: Type.Optional(OneOf(EVENTS)),
			replayed: Type.Optional(Type.Boolean({ description: 'Whether it was sent again' })),
			...paging,
		}),
		answer: Type.Object({ dead_letters: Type.Array(DeadLetter), total }),
		handle: ({ query: { limit, offset, ...filter } }, { deliveryLog }) =>
			deliveryLog.pageOfDeadLetters(filter, limit, offset),
	}),
	endpoint('POST /dead-letters/replay', {
		operationId: 'replayDeadLetters',
		command: 'dead-letters replay',
		summary: 'Send all again that were not sent again yet, or those of a time, the oldest first',
		body: Type.Object({
			event: Type.Optional(OneOf(EVENTS)),
			after: Type.Optional(Type.String({ description: 'ISO 8601; given up at or after it' })),
			before: Type.Optional(Type.String({ description: 'ISO 8601; given up before it' })),
		}),
		answer: Type.Object({
			replayed: Type.Integer(),
			refused: Type.Integer({ description: 'How many match whose receiver has no webhook URL any more' }),
			more: Type.Boolean({ description: `There were more than ${REPLAYED_AT_ONCE} to send; call again` }),
		}),
		handle: ({ body }, { deliveryLog, destinations, outbox }) => {
			const after = body.after === undefined ? undefined : parseTime('after', body.after);
			const before = body.before === undefined ? undefined : parseTime('before', body.before);
			const filter = { event: body.event, after, before, replayed: false };
			const counts = deliveryLog.countDeadLetters(filter);
			const reachable = [...counts.keys()].filter((one) => destinations.findUrl(one) !== null);
			const ids = deliveryLog.listOldestDeadLetters({ ...filter, reachable }, REPLAYED_AT_ONCE);
			for (const id of ids) outbox.replay(id);
			const sum = (some: readonly Destination[]) =>
				some.reduce((total, one) => total + (counts.get(one) ?? 0), 0);
			const replayable = sum(reachable);
			return {
				replayed: ids.length,
				refused: sum([...counts.keys()]) - replayable,
				more: replayable > ids.length,
			};
		},
	}),
	endpoint('POST /deliveries/:id/replay', {
		operationId: 'replayDelivery',
		summary: 'Send one again: the same body under the same signature; resend makes a new one',
		status: 201,
		answer: Delivery,
		handle: ({ params }, { deliveryLog, outbox }) => deliveryLog.require(outbox.replay(params.id)),
	}),
	endpoint('POST /deliveries/:id/resend', {
		operationId: 'resendDelivery',
		command: 'deliveries resend <id>',
		summary: 'Send another body to the receiver of one, signed with its present secret',
		body: Type.Object({
			body: Type.String({ maxLength: 1_000_000, description: 'What is sent instead' }),
		}),
		status: 201,
		answer: Delivery,
		handle: ({ params, body: { body } }, { deliveryLog, outbox }) =>
			deliveryLog.require(outbox.resend(params.id, body)),
	}),
];
