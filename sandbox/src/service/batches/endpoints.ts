import type { FastifySchemaCompiler } from 'fastify';
import { Type, type Static, type TSchema } from 'typebox';
import { toUsd } from '../billing/money.ts';
import { compileValidator } from '../http/bodies.ts';
import { endpoint, pagedListEndpoint, Succeeded } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { ControlPaging } from '../http/listing.ts';
import { parseTime } from '../http/times.ts';
import type { App } from '../plugin.ts';
import { isoTime } from '../time.ts';
import { CallingSettings, DIAL_PRICE } from './calling.ts';
import { Batch, BatchRecord, RecipientRecord, CancelRequest, CreateRequest, DraftRequest } from './schema.ts';

/** Checks a body against the schema of its action alone, so that the answer names the field that is wrong. */
const validateByAction: FastifySchemaCompiler<TSchema> = (route) => {
	const create = compileValidator({ ...route, schema: CreateRequest });
	const cancel = compileValidator({ ...route, schema: CancelRequest });
	return (value: unknown) => {
		const { action } = (typeof value === 'object' && value !== null ? value : {}) as { action?: unknown };
		if (action === 'create') return create(value);
		if (action === 'cancel') return cancel(value);
		return { error: plainError(400, 'action must be one of create, cancel') };
	};
};

/** The fields of a campaign that say when it begins. */
type Beginning = Pick<Batch, 'status' | 'send_now' | 'scheduled_at'>;

/**
 * Returns `running` for a campaign to be sent now, otherwise `scheduled` (section 3); one whose time has
 * passed starts at once.
 * @throws {ServiceError} 400 when the time is missing or cannot be read
 */
function decideBeginning(sendNow: boolean, time: string | undefined): Beginning {
	if (sendNow) return { status: 'running', send_now: true, scheduled_at: null };
	if (time === undefined) throw plainError(400, 'scheduled_at is required when send_now is false');
	return { status: 'scheduled', send_now: false, scheduled_at: isoTime(parseTime('scheduled_at', time)) };
}

/** A campaign that waits until a person starts or schedules it. */
const AS_DRAFT: Beginning = { status: 'draft', send_now: false, scheduled_at: null };

/**
 * Stores a campaign (section 4, batch calls). To be called within a transaction.
 * @throws {ServiceError} 400 when the caller id is not an active voice number of the account, 404 for an
 * unknown agent, 409 when no agent would make the calls, or no slot is left for its calls
 */
function createBatch(
	{ recipients, ...request }: Static<typeof DraftRequest>,
	beginning: Beginning,
	{ agents, batches, calling, numbers, user }: App,
): Batch {
	if (request.agent_id !== undefined) agents.require(request.agent_id);
	const number = numbers.findNumber(request.caller_id);
	if (!number?.is_active) throw plainError(400, 'caller_id must be an active phone number of the account');
	if (!number.capabilities.voice) throw plainError(400, 'caller_id must be a number with voice');
	const { agent_id = number.agent_id } = request;
	if (agent_id === null) throw plainError(409, 'caller_id has no agent; give it one, or send agent_id');
	const { concurrent_calls: slots } = calling.get();
	if (request.reserved_concurrency >= slots) {
		throw plainError(
			409,
			`reserved_concurrency leaves no slot for calls: the account can have ${slots} at once`,
		);
	}
	const purpose = { purpose: request.purpose ?? null, goal: request.goal ?? null };
	return batches.create({ ...request, ...beginning, ...purpose, agent_id, user_id: user.id }, recipients);
}

/** Section 4, batch calls: one address, with an `action` that names the operation. */
export const batchCalls = endpoint('POST /batch-calls', {
	operationId: 'createOrCancelBatchCall',
	summary: 'Create or cancel a batch call',
	validatorCompiler: validateByAction,
	body: Type.Union([CreateRequest, CancelRequest]),
	example: {
		action: 'create',
		name: 'Appointments of Thursday',
		caller_id: '+14155550100',
		recipients: [{ phone_number: '+14155550123', name: 'Ada' }],
		goal: 'Confirm the appointment',
	},
	answer: Type.Union([
		Type.Object({ batch: BatchRecord }),
		Type.Object({ ...Succeeded.properties, message: Type.String() }),
	]),
	before: ({ campaigns }) => campaigns.catchUp(),
	handle: async ({ body }, app) => {
		const { batches, campaigns, database } = app;
		if (body.action === 'cancel') {
			database.transaction(() => batches.cancel(body.batch_id));
			return { success: true as const, message: 'Batch cancelled' };
		}
		const { action: _, send_now: sendNow, scheduled_at: time, ...request } = body;
		const beginning = decideBeginning(sendNow, time);
		const { id } = database.transaction(() => createBatch(request, beginning, app));
		// A campaign starts immediately: calls that are due at once have begun before the answer is sent.
		await campaigns.catchUp();
		return { batch: batches.require(id) };
	},
});

const CallingRecord = Type.Object({
	...CallingSettings.properties,
	price_per_dial: Type.Number({ description: 'US dollars, answered or not (section 8)' }),
});
const price_per_dial = toUsd(DIAL_PRICE);

/** Campaigns and the speed of their calls, as in the dashboard of the interface. */
export const batchControl = [
	pagedListEndpoint('batches', Batch, ({ batches }) => batches),
	endpoint('POST /batches', {
		operationId: 'draftBatch',
		command: 'batches draft <name> <caller_id> <recipients>',
		summary: 'Save a batch call as a draft; recipients with commas between them',
		body: DraftRequest,
		status: 201,
		answer: Batch,
		handle: ({ body }, app) => createBatch(body, AS_DRAFT, app),
	}),
	endpoint('GET /batches/:id', {
		operationId: 'showBatch',
		summary: 'Show a batch call with its recipients',
		query: ControlPaging,
		answer: Type.Object({
			...Batch.properties,
			recipients: Type.Array(RecipientRecord, { description: 'In their order; limit and offset page' }),
			outcomes: Type.Record(Type.String(), Type.Integer(), {
				description: 'How many calls had each `outcome` among their extracted data',
			}),
		}),
		handle: ({ params, query: { limit, offset } }, { batches }) => ({
			...batches.require(params.id),
			recipients: batches.listRecipients(params.id, limit, offset),
			outcomes: batches.countOutcomes(params.id),
		}),
	}),
	endpoint('POST /batches/:id/cancel', {
		operationId: 'cancelBatch',
		summary: 'Cancel a batch call; calls that are going on end by themselves',
		answer: Batch,
		before: ({ campaigns }) => campaigns.catchUp(),
		handle: ({ params }, { batches }) => {
			batches.cancel(params.id);
			return batches.require(params.id);
		},
	}),
	endpoint('GET /calling', {
		operationId: 'showCalling',
		summary: 'Show how simulated calls go',
		answer: CallingRecord,
		handle: (_request, { calling }) => ({ ...calling.get(), price_per_dial }),
	}),
	endpoint('PATCH /calling', {
		operationId: 'changeCalling',
		summary: 'Change how simulated calls go',
		body: Type.Partial(CallingSettings),
		answer: CallingRecord,
		before: ({ campaigns }) => campaigns.catchUp(),
		handle: ({ body }, { calling, campaigns }) => {
			const changed = calling.set({ ...calling.get(), ...body });
			campaigns.wake();
			return { ...changed, price_per_dial };
		},
	}),
];
