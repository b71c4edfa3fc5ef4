import { Type } from 'typebox';
import { waitForCount, WaitQuery } from '../http/wait.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { Nullable, OneOf } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { DELIVERY_STATUSES, EVENTS } from './events.ts';
import {
	AttemptRecord,
	DeadLetterRecord,
	DeliveryRecord,
	toAttemptRecord,
	toDeadLetterRecord,
	toDeliveryRecord,
} from './records.ts';
import { replayDelivery, resendDelivery } from './replay.ts';

const paging = {
	...ControlPaging.properties,
	search: Type.Optional(Type.String({ description: 'Part of the body' })),
};
const Id = Type.Object({ id: Type.String() });
const DeliveryQuery = Type.Object({
	event: Type.Optional(OneOf(EVENTS)),
	status: Type.Optional(OneOf(DELIVERY_STATUSES)),
	api_key_id: Type.Optional(Type.String()),
	...paging,
	...WaitQuery.properties,
});
const DeliveryList = Type.Object({
	deliveries: Type.Array(DeliveryRecord),
	total: Type.Integer({ description: 'How many match' }),
	reached: Type.Boolean({ description: 'Whether as many as waited for matched before the time-out' }),
});
const DeadLetterQuery = Type.Object({
	event: Type.Optional(OneOf(EVENTS)),
	replayed: Type.Optional(Type.Boolean({ description: 'Whether it was sent again' })),
	...paging,
});
const DeadLetterList = Type.Object({
	dead_letters: Type.Array(DeadLetterRecord),
	total: Type.Integer({ description: 'How many match' }),
});
const ResendRequest = Type.Object({
	body: Type.String({ maxLength: 1_000_000, description: 'What is sent instead' }),
});
const DeliveryDetail = Type.Object({
	...DeliveryRecord.properties,
	body: Type.String({ description: 'The very bytes that are sent' }),
	signature: Nullable(Type.String()),
	attempts: Type.Array(AttemptRecord),
});

/** The delivery log, the dead letters, and replay (section 6), as the dashboard of the interface shows them. */
export const webhookControl: Routes = (app) => {
	const { database, destinations, outbox } = app;
	app.get(
		'/deliveries',
		{ schema: { querystring: DeliveryQuery, response: { 200: DeliveryList, '4xx': PlainError } } },
		async (request) => {
			const { event, status, search, api_key_id: apiKeyId, limit = 100, offset = 0 } = request.query;
			const { wait_for, timeout_ms } = request.query;
			const destination = apiKeyId === undefined ? undefined : ({ kind: 'api_key', id: apiKeyId } as const);
			const filter = { event, status, search, destination };
			const count = () => outbox.count(filter);
			const reached = await waitForCount(
				wait_for,
				timeout_ms,
				() => count().made,
				() => outbox.version,
			);
			return {
				deliveries: outbox.list(filter, limit, offset).map(toDeliveryRecord),
				total: count().kept,
				reached,
			};
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
		{ schema: { querystring: DeadLetterQuery, response: { 200: DeadLetterList, '4xx': PlainError } } },
		(request) => {
			const { limit = 100, offset = 0, ...filter } = request.query;
			const { letters, total } = outbox.listDeadLetters(filter, limit, offset);
			return { dead_letters: letters.map(toDeadLetterRecord), total };
		},
	);

	app.post(
		'/deliveries/:id/replay',
		{ schema: { params: Id, response: { 201: DeliveryRecord, '4xx': PlainError } } },
		async (request, reply) => {
			const delivery = await database.write(() => replayDelivery(request.params.id, outbox, destinations));
			return reply.status(201).send(toDeliveryRecord(delivery));
		},
	);

	app.post(
		'/deliveries/:id/resend',
		{
			schema: {
				description: 'Sends another body to the receiver of a delivery, signed with its present secret',
				params: Id,
				body: ResendRequest,
				response: { 201: DeliveryRecord, '4xx': PlainError },
			},
		},
		async (request, reply) => {
			const { id } = request.params;
			const delivery = await database.write(() =>
				resendDelivery(id, request.body.body, outbox, destinations),
			);
			return reply.status(201).send(toDeliveryRecord(delivery));
		},
	);
};
