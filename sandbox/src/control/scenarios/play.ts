import { setTimeout as sleep } from 'node:timers/promises';
import type { Delivery } from '../../service/webhooks/log.ts';
import { combine, Judge, type EndedExecution } from './judge.ts';
import { NewRecords, type Newest, type Read } from './new-records.ts';
import { fillPlaceholders, UnknownFieldError, type Answers } from './placeholders.ts';
import { isExact, readWaitSeconds, toControlCall, type ScenarioRun, type Step } from './scenario.ts';

/** The pause between two checks of an expectation. */
const CHECK_INTERVAL_MS = 500;
/** How long to wait for deliveries and executions to end once the time of a step that expects an exact number is over. */
const SETTLING_TIMEOUT_MS = 150_000;
/** How far ahead the next attempt of a delivery may be for a step to wait for it. */
const SOON_MS = 60_000;
const MAX_DELIVERIES = 250;
/** How long an exact number must stay the same where no workflow is tested, whose executions would tell that all is over. */
const QUIET_MS = 2000;

/** A step of a run, with fields that are stored but not shown. */
export type RunStep = ScenarioRun['steps'][number] & {
	/** The answer to its control call; only the ID of its message if the step has no name. */
	readonly answer?: unknown;
	/** The keys of the candidates that have met its expectation. */
	readonly met_by?: readonly string[];
};

/** The outcome of a step. */
export type StepResult = Partial<RunStep>;

/** The workflow that a scenario tests. */
export interface TestedWorkflow {
	/** Starts one of its triggers, which outputs an item. */
	start(trigger: string, item: object): Promise<StepResult>;
	/** Lists its executions since the run began that have ended or wait, the oldest first. */
	listExecutions(): Promise<EndedExecution[]>;
	/** Tells if all its executions have ended or wait. @param includesLongRuns false: those that run very long do not count */
	areSettled(includesLongRuns: boolean): Promise<boolean>;
}

/** A run of a scenario: where it plays, and what it tests. */
export interface RunContext {
	/** The number of the account in which a step happens that names none. */
	readonly account: number;
	/** The newest records before the run, by the number of the account; of all accounts in which it plays. */
	readonly before: Readonly<Record<number, Newest>>;
	/** The workflow that is tested; undefined if the scenario only plays. */
	readonly workflow?: TestedWorkflow;
	/** Makes a control call in an account; the path is relative to `/sandbox/v1`. */
	readonly call: (
		account: number,
		method: string,
		path: string,
		body?: object,
	) => Promise<{ readonly status: number; readonly answer: unknown }>;
	/** Tells if the run has been stopped, so that its step need not wait any more. */
	isStopped(): boolean;
}

/** The fields that tell the result of a control call; all but `error` are those of a success. */
interface CallAnswer {
	readonly id?: string;
	readonly status?: string;
	readonly event_id?: string | null;
	readonly deliveries?: readonly object[];
	readonly error?: string | null;
	readonly message?: { readonly id?: string };
}

/** Performs a step: makes its control call, starts its trigger, or waits for what it expects. */
export async function performStep(
	step: Step,
	earlier: readonly RunStep[],
	context: RunContext,
): Promise<StepResult> {
	try {
		const answers = readAnswers(earlier);
		if (step.expect !== undefined) return await waitForExpected(step, earlier, answers, context);
		const filled = fillPlaceholders(step, answers);
		if (step.start === undefined) return await makeCall(filled, context);
		return (await context.workflow?.start(step.start, filled.item ?? {})) ?? {};
	} catch (error) {
		if (error instanceof UnknownFieldError) return { status: 'refused', error: error.message };
		throw error;
	}
}

/** Returns a step that waits for its turn. */
export function toWaiting(step: Step): RunStep {
	return {
		...step,
		status: 'waiting',
		due_at: null,
		event_id: null,
		function_call_id: null,
		duration_ms: null,
		no_receiver: null,
		came: null,
		error: null,
	};
}

async function makeCall(step: Step, context: RunContext): Promise<StepResult> {
	const { call, body } = toControlCall(step);
	const [method = '', path = ''] = call.split(' ');
	const { status, answer } = await context.call(step.account ?? context.account, method, path, body);
	return toResult(step, status, answer as CallAnswer);
}

/** Converts the answer to the control call of a step to its result. */
function toResult({ name, function: called }: Step, code: number, answer: CallAnswer): StepResult {
	const { id = null, status, event_id = null, error = null, message } = answer;
	if (code >= 300) return { status: 'refused', error: error ?? `Answered ${code}` };
	// The answer to a step without a name is needed only to recognize its message, which no workflow has sent.
	const kept = { answer: name === undefined ? { message: { id: message?.id } } : answer };
	if (called === undefined) {
		return { status: 'done', event_id, no_receiver: describeNoReceiver(answer), ...kept };
	}
	const isDone = status === 'succeeded';
	return { status: isDone ? 'done' : 'failed', function_call_id: id, error, ...kept };
}

/** Says why an event has no receiver; null if it has one, or if the call makes no event. */
function describeNoReceiver({ event_id: eventId, deliveries }: CallAnswer): string | null {
	if (eventId === undefined || deliveries === undefined) return null;
	if (eventId === null) return 'no event: no webhook is set for it, or the loop trap held it back';
	if (deliveries.length > 0) return null;
	return 'no webhook receives it: no API key has a webhook URL, or none is scoped to this number';
}

/** Waits until an expectation is met, cannot be met any more, or its time is over. */
async function waitForExpected(
	step: Step,
	earlier: readonly RunStep[],
	answers: Answers,
	context: RunContext,
): Promise<StepResult> {
	const { expect: expectation = {}, account = context.account } = step;
	const { workflow } = context;
	const made = JSON.stringify(earlier.map(({ answer }) => answer ?? null));
	const taken = new Set(earlier.flatMap(({ met_by: keys }) => keys ?? []));
	const judges = Object.entries(context.before)
		// Nothing else is to come in any account of the run.
		.filter(([one]) => expectation.nothing_else ?? Number(one) === account)
		.map(([one, before]) => {
			const records = new NewRecords(Number(one), createRead(context.call, Number(one)), before);
			return new Judge(records, workflow && (() => workflow.listExecutions()), { answers, made, taken });
		});
	const judge = async (isOver: boolean) =>
		combine(await Promise.all(judges.map((one) => one.judge(expectation, isOver))));
	const until = performance.now() + readWaitSeconds(step) * 1000;
	let decidedAt: number | undefined;
	for (;;) {
		const isOver = performance.now() >= until;
		// As long as the sandbox's own records decide nothing, n8n need not be asked.
		if (expectation.execution === undefined && (await judge(isOver)).verdict === 'undecided') {
			decidedAt = undefined;
		} else {
			// n8n is asked before the records are read: an execution that ends in between has then left its records.
			const hasSettled =
				!isExact(step) ||
				performance.now() >= until + SETTLING_TIMEOUT_MS ||
				workflow === undefined ||
				(!(await isDelivering(context)) && (await workflow.areSettled(!isOver)));
			const { verdict, isFinal, met_by, came, instead } = await judge(isOver);
			if (verdict === 'undecided') decidedAt = undefined;
			else decidedAt ??= performance.now();
			const isQuiet =
				!isExact(step) ||
				isOver ||
				workflow !== undefined ||
				performance.now() - (decidedAt ?? 0) >= QUIET_MS;
			if (isFinal || (hasSettled && isQuiet)) {
				if (verdict === 'met') return { status: 'done', met_by };
				if (verdict === 'failed') return { status: 'failed', met_by, came, error: instead };
			}
		}
		if (context.isStopped()) return {};
		await sleep(CHECK_INTERVAL_MS);
	}
}

/** Tells if an event is on its way to a webhook, or will soon be sent again. */
export async function isDelivering(context: Pick<RunContext, 'before' | 'call'>): Promise<boolean> {
	const accounts = Object.keys(context.before).map(Number);
	const found = await Promise.all(
		accounts.map(async (account) => {
			const read = createRead(context.call, account);
			const [{ deliveries }, { now }] = (await Promise.all([
				read(`/deliveries?status=pending&limit=${MAX_DELIVERIES}`),
				read('/clock'),
			])) as [{ deliveries: Delivery[] }, { now: string }];
			const soon = Date.parse(now) + SOON_MS;
			return deliveries.some(({ next_attempt_at: at }) => at === null || Date.parse(at) <= soon);
		}),
	);
	return found.some(Boolean);
}

/** Creates a function that makes GETs of the control API in an account. It throws an Error if the call is refused. */
export function createRead(call: RunContext['call'], account: number): Read {
	return async (path) => {
		const { status, answer } = await call(account, 'GET', path);
		if (status < 300) return answer;
		throw new Error((answer as CallAnswer).error ?? `GET ${path} was answered ${status}`);
	};
}

function readAnswers(steps: readonly RunStep[]): Answers {
	return Object.fromEntries(
		steps.flatMap(({ name, answer }) => (name === undefined ? [] : [[name, answer]])),
	);
}
