import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { ControlPaging } from '../http/paging.ts';
import { E164, Nullable, OneOf } from '../http/values.ts';
import { DEMO_CONTACT, DEMO_SERVICE_NUMBER } from '../demo.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { Call, TranscriptLine } from './schema.ts';

const CallRequest = Type.Object({
	direction: Type.Optional(OneOf(['inbound', 'outbound'])),
	from_number: Type.Optional(E164),
	to_number: Type.Optional(E164),
	agent_id: Type.Optional(Nullable(Type.String())),
	contact_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
	duration_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 95 })),
	summary: Type.Optional(Type.String({ maxLength: 10_000 })),
	transcript: Type.Optional(Type.Array(TranscriptLine, { maxItems: 1000 })),
	extracted_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const CallAnswer = Type.Object({ call: Call, ...PublishedRecord.properties });
const ListAnswer = Type.Object({ calls: Type.Array(Call), total: Type.Integer() });

/** Makes calls end (section 6, `call.completed`), and shows those that have. */
export const callControl: Routes = (app) => {
	const { calls, clock, database, numbers } = app;
	app.get(
		'/calls',
		{ schema: { querystring: ControlPaging, response: { 200: ListAnswer, '4xx': PlainError } } },
		({ query: { limit, offset } }) => ({ calls: calls.list(limit, offset), total: calls.count() }),
	);

	app.post(
		'/events/call.completed',
		{ schema: { body: CallRequest, response: { 201: CallAnswer, '4xx': PlainError } } },
		async (request, reply) => {
			const { direction = 'inbound', duration_seconds: seconds = 95, ...given } = request.body;
			const inbound = direction === 'inbound';
			const fromNumber = given.from_number ?? (inbound ? DEMO_CONTACT.smsNumber : DEMO_SERVICE_NUMBER);
			const toNumber = given.to_number ?? (inbound ? DEMO_SERVICE_NUMBER : DEMO_CONTACT.smsNumber);
			const serviceNumber = inbound ? toNumber : fromNumber;
			const { call, published } = await database.write(() => {
				numbers.requireAll([serviceNumber]);
				const endedAt = clock.now();
				return calls.complete({
					...given,
					direction,
					from_number: fromNumber,
					to_number: toNumber,
					agent_id: given.agent_id ?? numbers.findNumber(serviceNumber)?.agent_id ?? null,
					startedAt: endedAt - seconds * 1000,
					endedAt,
				});
			});
			return reply.status(201).send({ call, ...toPublishedRecord(published) });
		},
	);
};
