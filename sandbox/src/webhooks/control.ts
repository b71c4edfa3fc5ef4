import { Type } from 'typebox';
import { waitForCount, WaitQuery } from '../control/wait.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { Nullable, OneOf } from '../http/values.ts';
import type { Routes } from '../room.ts';
import { DELIVERY_STATUSES, EVENTS } from './events.ts';
import {
	AttemptRecord,
	DeadLetterRecord,
	DeliveryRecord,
	toAttemptRecord,
	toDeadLetterRecord,
	toDeliveryRecord,
} from './records.ts';
import { replayDelivery } from './replay.ts';

const Limit = Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 }));
const Id = Type.Object({ id: Type.String() });
const DeliveryQuery = Type.Object({
	event: Type.Optional(OneOf(EVENTS)),
	status: Type.Optional(OneOf(DELIVERY_STATUSES)),
	api_key_id: Type.Optional(Type.String()),
	limit: Limit,
	...WaitQuery.properties,
});
const DeliveryList = Type.Object({
	deliveries: Type.Array(DeliveryRecord),
	total: Type.Integer({ description: 'How many match' }),
	reached: Type.Boolean({ description: 'Whether as many as waited for matched before the time-out' }),
});
const DeliveryDetail = Type.Object({
	...DeliveryRecord.properties,
	body: Type.String({ description: 'The very bytes that are sent' }),
	signature: Nullable(Type.String()),
	attempts: Type.Array(AttemptRecord),
});

/** The delivery log, the dead letters, and replay (section 6), as the dashboard of the interface shows them. */
export const webhookControl: Routes = (app, { database, destinations, outbox }) => {
	app.get(
		'/deliveries',
		{ schema: { querystring: DeliveryQuery, response: { 200: DeliveryList, '4xx': PlainError } } },
		async (request) => {
			const { event, status, api_key_id: apiKeyId, limit = 100, wait_for, timeout_ms } = request.query;
			const destination = apiKeyId === undefined ? undefined : ({ kind: 'api_key', id: apiKeyId } as const);
			const filter = { event, status, destination };
			const count = () => outbox.count(filter);
			const reached = await waitForCount(wait_for, timeout_ms, count, () => outbox.version);
			return { deliveries: outbox.list(filter, limit).map(toDeliveryRecord), total: count(), reached };
		},
	);

	app.get(
		'/deliveries/:id',
		{ schema: { params: Id, response: { 200: DeliveryDetail, 404: PlainError } } },
		(request) => {
			const delivery = outbox.find(request.params.id);
			if (delivery === undefined) throw plainError(404, 'Delivery not found');
			return {
				...toDeliveryRecord(delivery),
				body: delivery.body,
				signature: delivery.signature,
				attempts: delivery.attempts.map(toAttemptRecord),
			};
		},
	);

	app.get(
		'/dead-letters',
		{
			schema: {
				querystring: Type.Object({ limit: Limit }),
				response: { 200: Type.Object({ dead_letters: Type.Array(DeadLetterRecord) }), '4xx': PlainError },
			},
		},
		(request) => ({
			dead_letters: outbox.listDeadLetters(request.query.limit ?? 100).map(toDeadLetterRecord),
		}),
	);

	app.post(
		'/deliveries/:id/replay',
		{ schema: { params: Id, response: { 201: DeliveryRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const delivery = await database.write(() => replayDelivery(request.params.id, outbox, destinations));
			return reply.status(201).send(toDeliveryRecord(delivery));
		},
	);
};
