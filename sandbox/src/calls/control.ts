import { Type } from 'typebox';
import { PlainError } from '../http/errors.ts';
import { E164, Nullable, OneOf } from '../http/values.ts';
import { DEMO_CONTACT } from '../demo.ts';
import { DEMO_SERVICE_NUMBER } from '../demo.ts';
import type { Routes } from '../plugin.ts';
import { PublishedRecord, toPublishedRecord } from '../webhooks/records.ts';
import { CallRecord, toCallRecord, TranscriptRecord } from './record.ts';

const CallRequest = Type.Object({
	direction: Type.Optional(OneOf(['inbound', 'outbound'])),
	from_number: Type.Optional(E164),
	to_number: Type.Optional(E164),
	agent_id: Type.Optional(Nullable(Type.String())),
	contact_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
	duration_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, default: 95 })),
	summary: Type.Optional(Type.String({ maxLength: 10_000 })),
	transcript: Type.Optional(Type.Array(TranscriptRecord, { maxItems: 1000 })),
	extracted_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
});
const CallAnswer = Type.Object({ call: CallRecord, ...PublishedRecord.properties });
const ListQuery = Type.Object({
	limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
	offset: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 })),
});
const ListAnswer = Type.Object({ calls: Type.Array(CallRecord), total: Type.Integer() });

/** Makes calls end (section 6, `call.completed`), and shows those that have. */
export const callControl: Routes = (app) => {
	const { calls, clock, database, numbers } = app;
	app.get(
		'/calls',
		{ schema: { querystring: ListQuery, response: { 200: ListAnswer, '4xx': PlainError } } },
		(request) => {
			const { calls: latest, total } = calls.list(request.query.limit ?? 100, request.query.offset ?? 0);
			return { calls: latest.map(toCallRecord), total };
		},
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
					direction,
					fromNumber,
					toNumber,
					agentId: given.agent_id ?? numbers.find(serviceNumber)?.agentId ?? null,
					startedAt: endedAt - seconds * 1000,
					endedAt,
					...(given.contact_name !== undefined && { contactName: given.contact_name }),
					...(given.summary !== undefined && { summary: given.summary }),
					...(given.transcript !== undefined && { transcript: given.transcript }),
					...(given.extracted_data !== undefined && { extractedData: given.extracted_data }),
				});
			});
			return reply.status(201).send({ call: toCallRecord(call), ...toPublishedRecord(published) });
		},
	);
};
