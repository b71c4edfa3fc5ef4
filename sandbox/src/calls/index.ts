import { Type } from 'typebox';
import { recordTable } from '../database/records.ts';
import { DEMO_CONTACT } from '../demo/people.ts';
import { endpoint, pages } from '../http/endpoint.ts';
import { Defaulted, E164, Nullable, OneOf } from '../http/values.ts';
import mediaPart from '../media/index.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import { Calls } from './calls.ts';
import { Call, TranscriptLine } from './schema.ts';
import { seedCalls } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		calls: Calls;
	}
}

/** Section 6, `call.completed`: calls that have ended. */
export default definePart({
	dependencies: [mediaPart, numbersPart, webhooksPart],
	tables: recordTable('calls', 'ended_at', 'batch_id'),
	provide: (app) => ({ calls: new Calls(app, 'calls', 'Call') }),
	setUp: ({ calls, history }) => history.bound('calls', 'TRUE', (seq) => calls.forget(seq)),
	seed: seedCalls,
	control: [
		pages('calls', Call, ({ calls }) => calls),
		endpoint('POST /events/call.completed', {
			operationId: 'completeCall',
			command: 'calls complete',
			summary: 'Make a call end',
			body: Type.Object(
				{
					direction: Type.Optional(OneOf(['inbound', 'outbound'])),
					from_number: Type.Optional(E164),
					to_number: Type.Optional(E164),
					agent_id: Type.Optional(Nullable(Type.String())),
					contact_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
					duration_seconds: Defaulted(Type.Integer({ minimum: 0, maximum: 86_400, default: 95 })),
					outcome: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
					summary: Type.Optional(Type.String({ maxLength: 10_000 })),
					transcript: Type.Optional(Type.Array(TranscriptLine, { maxItems: 1000 })),
					extracted_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
				},
				{ additionalProperties: false },
			),
			status: 201,
			answer: Type.Object({ call: Call, ...Published.properties }),
			handle: ({ body }, { calls, clock, deliveryLog, demo, numbers }) => {
				const { direction = 'inbound', duration_seconds: seconds, ...given } = body;
				const [from, to] =
					direction === 'inbound'
						? [DEMO_CONTACT.smsNumber, demo.serviceNumber]
						: [demo.serviceNumber, DEMO_CONTACT.smsNumber];
				const between = { from_number: given.from_number ?? from, to_number: given.to_number ?? to };
				const serviceNumber = direction === 'inbound' ? between.to_number : between.from_number;
				const { agent_id } = numbers.requireNumber(serviceNumber);
				const completed = calls.complete({
					...given,
					...between,
					direction,
					agent_id: given.agent_id ?? agent_id,
					startedAt: clock.now() - seconds * 1000,
					endedAt: clock.now(),
				});
				return deliveryLog.withPublished(completed);
			},
		}),
	],
});
