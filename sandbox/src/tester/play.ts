import { setTimeout as sleep } from 'node:timers/promises';
import type { ScenarioRun } from '../client/records.ts';
import type { SandboxAccount } from '../client/account.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { measureWaitMs, type Executions } from '../n8n/executions.ts';
import type { Deployment } from './deployment.ts';

/** A wait of a scenario up to this long passes in real time, since n8n's own waits do; a longer one is skipped. */
const LONGEST_REAL_WAIT_MS = 60_000;
const LOOK_TIMEOUT_MS = 250;
/** The longest wait for what n8n does by itself before a wait is skipped, and the pause between looks. */
const SETTLING_TIMEOUT_MS = 150_000;
const SETTLING_INTERVAL_MS = 250;

/** The accounts of a sandbox, the first one first. */
type Accounts = readonly [SandboxAccount, ...SandboxAccount[]];
type Step = ScenarioRun['steps'][number];

/**
 * Plays a scenario to its end.
 * @param accounts those in which it plays
 * @param deployment the workflow whose executions are meant, and those that take part
 * @param executions those of all these workflows
 * @param onStep is told each step when it has ended
 * @returns the waits of n8n that the scenario went past, in words
 */
export async function playScenario(
	accounts: Accounts,
	scenario: Scenario,
	{ workflowId, workflows }: Pick<Deployment, 'workflowId' | 'workflows'>,
	executions: Executions,
	onStep: (step: Step) => Promise<void>,
): Promise<string[]> {
	const others = [...workflows.keys()].filter((id) => id !== workflowId).join();
	const query = new URLSearchParams({
		workflow_id: workflowId,
		...(others && { other_workflow_ids: others }),
	});
	const passed: string[] = [];
	const [sandbox] = accounts;
	let run = await sandbox.control('POST', `/scenario-runs?${query}`, scenario);
	for (let told = 0; ;) {
		for (const step of run.steps.slice(told)) {
			if (step.status === 'waiting' || step.status === 'running') break;
			await onStep(step);
			told += 1;
		}
		if (run.status !== 'running') return passed;
		passed.push(...(await skipWait(accounts, executions, run.steps[told])));
		run = await sandbox.control(
			'GET',
			`/scenario-runs/${run.id}?finished=true&timeout_ms=${LOOK_TIMEOUT_MS}`,
		);
	}
}

/**
 * Advances the clocks of the sandbox to the time of a step that is far away. The clock of n8n stays: what n8n does soon
 * by itself is waited for, and what it would do later, but before the step, is told.
 */
async function skipWait(
	accounts: Accounts,
	executions: Executions,
	step: Step | undefined,
): Promise<string[]> {
	if (step?.status !== 'waiting' || step.due_at === null) return [];
	const [sandbox] = accounts;
	const dueAt = Date.parse(step.due_at);
	if (dueAt - (await readClock(sandbox)) <= LONGEST_REAL_WAIT_MS) return [];
	const until = performance.now() + SETTLING_TIMEOUT_MS;
	while (!(await executions.areSettled()) && performance.now() < until) await sleep(SETTLING_INTERVAL_MS);
	const leftMs = dueAt - (await readClock(sandbox));
	const passed = (await executions.list()).filter((one) => (measureWaitMs(one) ?? Infinity) < leftMs);
	if (leftMs > 0) for (const account of accounts) await account.advance(Math.ceil(leftMs / 1000));
	return passed.map(
		({ id, waitTill }) =>
			`"${step.note}" comes after the end of a wait: execution ${id} waits until ${waitTill}, and n8n's clock cannot be ` +
			'moved on. Let the step come sooner, or make the wait in the workflow longer',
	);
}

/** Returns the time of the sandbox, in milliseconds since 1970. */
export async function readClock(sandbox: SandboxAccount): Promise<number> {
	return Date.parse((await sandbox.control('GET', '/clock')).now);
}
