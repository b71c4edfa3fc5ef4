import { Type, type Static } from 'typebox';
import type { SeedName } from '../config.ts';
import { recordTable } from '../database/records.ts';
import { type SeededAgent, CONTACTS, readDemo } from '../demo/index.ts';
import { endpoint, pagedListEndpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { E164, Nullable, OneOf } from '../http/values.ts';
import mediaPart from '../media/index.ts';
import numbersPart from '../numbers/index.ts';
import { type App, definePart } from '../plugin.ts';
import { HOUR_MS } from '../time.ts';
import webhooksPart from '../webhooks/index.ts';
import { Published } from '../webhooks/log.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';
import { type CallOutcome, Call, Calls, TranscriptLine, CALL_EXAMPLE } from './calls.ts';

interface SeededCall extends CallOutcome, Pick<Call, 'direction' | 'duration_seconds'> {
	/** The number of the other person. */
	readonly contact: string;
	/** The service number, as in the first account. */
	readonly service_number: string;
	readonly agent: SeededAgent;
	/** Hours before now, at its end. */
	readonly hours_ago: number;
}

const CALLS = readDemo('calls') as readonly SeededCall[];

/** The calls of the demo account; its messages and chats continue their conversations. */
function seedCalls({ calls, clock, demo }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	const names = new Map(CONTACTS.map(({ phone_number: number, name }) => [number, name]));
	for (const {
		contact,
		service_number,
		agent,
		direction,
		hours_ago,
		duration_seconds,
		...outcome
	} of CALLS) {
		const endedAt = clock.now() - hours_ago * HOUR_MS;
		const serviceNumber = demo.numberFor(service_number);
		const inbound = direction === 'inbound';
		calls.record({
			...outcome,
			direction,
			from_number: inbound ? contact : serviceNumber,
			to_number: inbound ? serviceNumber : contact,
			agent_id: demo.agents[agent],
			contact_name: names.get(contact) ?? null,
			startedAt: endedAt - duration_seconds * 1000,
			endedAt,
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		calls: Calls;
	}
}

const DEFAULT_DURATION_SECONDS = 95;

const CallRequest = Type.Object(
	{
		id: Type.Optional(
			Type.String({
				pattern: '^[\\w-]{1,100}$',
				description: 'That of the call in which an agent has called functions; made up when absent',
			}),
		),
		direction: Type.Optional(OneOf(['inbound', 'outbound'])),
		from_number: Type.Optional(E164),
		to_number: Type.Optional(E164),
		agent_id: Type.Optional(Nullable(Type.String())),
		contact_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
		duration_seconds: Type.Optional(
			Type.Integer({ minimum: 0, maximum: 86_400, default: DEFAULT_DURATION_SECONDS }),
		),
		outcome: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
		summary: Type.Optional(Type.String({ maxLength: 10_000 })),
		transcript: Type.Optional(Type.Array(TranscriptLine, { maxItems: 1000 })),
		extracted_data: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
	},
	{ additionalProperties: false },
);

/**
 * Makes a call end; absent fields are made up. To be called within a transaction.
 * @param only gets the event in place of the account's webhooks
 */
export function makeCall(
	{ calls, clock, deliveryLog, demo, numbers }: App,
	{
		direction = 'inbound',
		duration_seconds: seconds = DEFAULT_DURATION_SECONDS,
		...given
	}: Static<typeof CallRequest> = {},
	only?: EventReceiver,
) {
	const [from, to] = demo.numbersOf(direction);
	const between = { from_number: given.from_number ?? from, to_number: given.to_number ?? to };
	const serviceNumber = direction === 'inbound' ? between.to_number : between.from_number;
	const { agent_id } = numbers.requireNumber(serviceNumber);
	if (given.id !== undefined && calls.find(given.id)) throw plainError(409, 'This call has ended already');
	const fresh = {
		...given,
		...between,
		direction,
		agent_id: given.agent_id ?? agent_id,
		startedAt: clock.now() - seconds * 1000,
		endedAt: clock.now(),
	};
	return deliveryLog.withPublished(calls.complete(fresh, only));
}

/** Section 6, `call.completed`: calls that have ended. */
export default definePart({
	dependencies: [mediaPart, numbersPart, webhooksPart],
	tables: recordTable('calls', 'ended_at', 'batch_id'),
	provide: (app) => ({ calls: new Calls(app, 'calls', 'Call') }),
	setUp: ({ history }) => history.bound('calls'),
	events: {
		'call.completed': {
			summary: 'A call has ended and its post-processing is complete',
			data: Call,
			example: CALL_EXAMPLE,
		},
	},
	seed: seedCalls,
	control: [
		pagedListEndpoint('calls', Call, ({ calls }) => calls),
		endpoint('POST /events/call.completed', {
			operationId: 'completeCall',
			command: 'calls complete',
			summary: 'Make a call end',
			body: CallRequest,
			status: 201,
			answer: Type.Object({ call: Call, ...Published.properties }),
			handle: ({ body }, app) => makeCall(app, body),
		}),
	],
});
