import { setTimeout as sleep } from 'node:timers/promises';
import type { SandboxAccount } from '../client/account.ts';
import { ControlError } from '../client/control.ts';
import type { EndedExecution } from '../control/scenarios/judge.ts';
import { NewRecords, readNewest } from '../control/scenarios/new-records.ts';
import {
	createRead,
	isDelivering,
	performStep,
	toWaiting,
	type RunContext,
	type RunStep,
	type StepResult,
	type TestedWorkflow,
} from '../control/scenarios/play.ts';
import { readAfterSeconds, readFiredEvent, type Scenario, type Step } from '../control/scenarios/scenario.ts';
import { ON_NEW_CONNECTION, type Execution, type N8nApi } from '../n8n/api.ts';
import {
	describeExecutions,
	endedAtTrigger,
	isRunning,
	listOutputItems,
	measureSeconds,
	measureWaitMs,
	readExecutionData,
	type Executions,
} from '../n8n/executions.ts';
import { listStartUrls, hasPollingTrigger } from './copy.ts';
import type { Deployment } from './deployment.ts';
import type { TestEnvironment } from './environment.ts';

/** A wait of a scenario up to this long passes in real time, since n8n's own waits do; a longer one is skipped. */
const MAX_REAL_WAIT_MS = 60_000;
/** The longest wait for what n8n does by itself before a wait is skipped, and the pause between looks. */
const SETTLING_TIMEOUT_MS = 150_000;
const SETTLING_INTERVAL_MS = 500;
/** The longest wait until n8n has taken the start of a trigger. */
const START_TIMEOUT_MS = 30_000;

/** A scenario that was played to its end. */
interface PlayedScenario {
	readonly steps: readonly RunStep[];
	/** The waits of n8n that it has skipped, in words. */
	readonly skippedWaits: readonly string[];
	/** The records that are new since it began, by account. */
	readonly records: readonly NewRecords[];
}

/**
 * Plays a scenario to its end.
 * @param deployment the workflow that it tests, and those that take part
 * @param executions those of all these workflows
 * @param onStep gets each step when it has ended
 */
export async function playScenario(
	{ steps }: Scenario,
	environment: TestEnvironment,
	deployment: Deployment,
	executions: Executions,
	onStep: (step: RunStep) => void,
): Promise<PlayedScenario> {
	const call = createCall(environment);
	const numbers = environment.accounts.map((_, index) => index + 1);
	const newest = await Promise.all(numbers.map((account) => readNewest(createRead(call, account))));
	const context: RunContext = {
		account: 1,
		before: Object.fromEntries(
			numbers.map((account, index) => [account, newest[index]]),
		) as RunContext['before'],
		workflow: toTestedWorkflow(environment.n8n, deployment, executions),
		call,
		isStopped: () => false,
	};
	const played: RunStep[] = [];
	const skippedWaits: string[] = [];
	for (const step of steps) {
		skippedWaits.push(...(await waitUntilDue(step, environment.accounts, context, executions)));
		const begun = performance.now();
		const result = await performStep(step, played, context);
		const done = { ...toWaiting(step), ...result, duration_ms: Math.round(performance.now() - begun) };
		const complete = await completeStep(done, executions, deployment);
		played.push(complete);
		onStep(complete);
	}
	const records = Object.entries(context.before).map(
		([account, newest]) => new NewRecords(Number(account), createRead(call, Number(account)), newest),
	);
	return { steps: played, skippedWaits, records };
}

/** Returns a function that makes control calls, also after the sandbox has been started again. */
function createCall(environment: TestEnvironment): RunContext['call'] {
	return async (account, method, path, body) => {
		const { control } = environment.accounts[account - 1] ?? environment.sandbox;
		const makeCall = control as (method: string, path: string, body?: object) => Promise<unknown>;
		try {
			return { status: 200, answer: await makeCall(method, path, body) };
		} catch (error) {
			if (!(error instanceof ControlError)) throw error;
			return { status: error.status, answer: { error: error.reason } };
		}
	};
}

function toTestedWorkflow(
	n8n: N8nApi,
	{ workflowId, workflows }: Deployment,
	executions: Executions,
): TestedWorkflow {
	const tested = workflows.get(workflowId) ?? { nodes: [] };
	return {
		start: (trigger, item) =>
			startTrigger(trigger, listStartUrls(tested, n8n.webhookBase).get(trigger) ?? '', item),
		listExecutions: async () =>
			(await executions.list(workflowId))
				.filter((one) => !isRunning(one) && one.mode !== 'integrated')
				.map(toEndedExecution),
		areSettled: (includesLongRuns) => executions.areSettled(includesLongRuns),
	};
}

/** Starts a trigger by the webhook in front of it. */
async function startTrigger(trigger: string, url: string, item: object): Promise<StepResult> {
	const refuse = (words: string): StepResult => ({
		status: 'refused',
		error: `n8n ${words} when "${trigger}" was started`,
	});
	try {
		const { status } = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...ON_NEW_CONNECTION },
			body: JSON.stringify(item),
			signal: AbortSignal.timeout(START_TIMEOUT_MS),
		});
		return status === 200 ? { status: 'done' } : refuse(`answered ${status}`);
	} catch {
		return refuse('did not answer');
	}
}

function toEndedExecution(execution: Execution): EndedExecution {
	const data = readExecutionData(execution);
	return {
		id: execution.id,
		status: execution.status,
		lastNode: data.lastNodeExecuted,
		seconds: measureSeconds(execution),
		endedAtTrigger: endedAtTrigger(execution),
		listOutput: (node) => listOutputItems(data, node),
	};
}

/**
 * Waits until a step is due. If that is far away, the clocks of the sandbox are moved to it instead. n8n's clock cannot
 * be moved: what n8n does soon by itself is waited for.
 * @returns the waits of n8n that end before the step is due, in words
 */
async function waitUntilDue(
	step: Step,
	accounts: readonly SandboxAccount[],
	context: RunContext,
	executions: Executions,
): Promise<string[]> {
	const waitMs = readAfterSeconds(step) * 1000;
	if (waitMs <= MAX_REAL_WAIT_MS) {
		await sleep(waitMs);
		return [];
	}
	const begun = performance.now();
	// A delivery that is on its way starts an execution.
	const hasSettled = async () => !(await isDelivering(context)) && (await executions.areSettled());
	while (performance.now() - begun < SETTLING_TIMEOUT_MS && !(await hasSettled())) {
		await sleep(SETTLING_INTERVAL_MS);
	}
	const leftMs = waitMs - (performance.now() - begun);
	const skipped = (await executions.list()).filter((one) => (measureWaitMs(one) ?? Infinity) < leftMs);
	if (leftMs > 0) for (const account of accounts) await account.advance(Math.ceil(leftMs / 1000));
	return skipped.map(
		({ id, waitTill }) =>
			`"${step.note}" comes after the end of a wait: execution ${id} waits until ${waitTill}, and n8n's clock cannot be ` +
			'moved on. Let the step come sooner, or make the wait in the workflow longer',
	);
}

/** Says of a step that waited in vain what n8n has done, and of an event that no trigger listens to it. */
async function completeStep(
	step: RunStep,
	executions: Executions,
	{ receivers, workflows }: Deployment,
): Promise<RunStep> {
	if (step.expect !== undefined && step.status === 'failed' && step.came === 0) {
		const did = describeExecutions(await executions.list(), [...workflows.values()]);
		return { ...step, error: `${step.error}. ${did}` };
	}
	const event = readFiredEvent(step);
	if (step.status !== 'done' || event === undefined) return step;
	// A polling trigger asks for what is new, so it needs no webhook.
	if (receivers.length === 0 && [...workflows.values()].some(hasPollingTrigger))
		return { ...step, no_receiver: null };
	const isReceived = receivers.some(({ events }) => events.includes(event));
	return isReceived ? step : { ...step, no_receiver: `no trigger listens to ${event}` };
}
