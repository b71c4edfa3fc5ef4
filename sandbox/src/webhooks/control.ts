import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { ControlPaging } from '../http/paging.ts';
import { OneOf } from '../http/values.ts';
import { waitForCount, WaitQuery } from '../http/wait.ts';
import { DELIVERY_STATUSES, EVENTS } from './events.ts';
import { DeadLetter, Delivery, DeliveryDetail } from './log.ts';

const paging = {
	...ControlPaging.properties,
	search: Type.Optional(Type.String({ description: 'Part of the body' })),
};
const total = Type.Integer({ description: 'How many match' });

/** The delivery log, the dead letters, and replay (section 6), as the dashboard of the interface shows them. */
export const webhookControl = [
	endpoint('GET /deliveries', {
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
		handle: async ({ query }, { database, deliveryLog, outbox }) => {
			const { event, status, search, api_key_id: key, limit, offset, wait_for, timeout_ms } = query;
			const destination = key === undefined ? undefined : (`api_key:${key}` as const);
			const counted = { event, status, destination };
			const filter = { ...counted, search };
			const count = (kind: 'made' | 'kept') =>
				search === undefined ? outbox.count(counted)[kind] : deliveryLog.count(filter);
			const version = () => database.changes;
			const reached = await waitForCount(wait_for, timeout_ms, () => count('made'), version);
			return { deliveries: deliveryLog.list(filter, limit, offset), total: count('kept'), reached };
		},
	}),
	endpoint('GET /deliveries/:id', {
		summary: 'Show one with every attempt',
		answer: DeliveryDetail,
		handle: ({ params }, { deliveryLog }) => deliveryLog.require(params.id),
	}),
	endpoint('GET /dead-letters', {
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
	endpoint('POST /deliveries/:id/replay', {
		summary: 'Send one again: the same body under the same signature',
		status: 201,
		answer: Delivery,
		write: ({ params }, { deliveryLog, outbox }) => deliveryLog.require(outbox.replay(params.id)),
	}),
	endpoint('POST /deliveries/:id/resend', {
		command: 'deliveries resend <id>',
		summary: 'Send another body to the receiver of one, signed with its present secret',
		body: Type.Object({
			body: Type.String({ maxLength: 1_000_000, description: 'What is sent instead' }),
		}),
		status: 201,
		answer: Delivery,
		write: ({ params, body: { body } }, { deliveryLog, outbox }) =>
			deliveryLog.require(outbox.resend(params.id, body)),
	}),
];
