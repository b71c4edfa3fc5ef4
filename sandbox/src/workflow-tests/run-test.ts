import type { Sandbox } from '../client/start-sandbox.ts';
import { CliError } from '../cli/cli-error.ts';
import type { ScenarioRun } from '../client/records.ts';
import type { NewWorkflow } from '../n8n/n8n-api.ts';
import type { Scenario } from '../scenarios/scenario.ts';
import { deploy, type Deployment } from './deployment.ts';
import {
	collectAftermath,
	countSent,
	findFailures,
	findViolations,
	hasHandledError,
	type Aftermath,
	type SentCounts,
} from './invariants.ts';
import { playScenario, readClock } from './play.ts';
import { allowForFaults, type FaultPlan } from './seeded-faults.ts';
import type { TestBench } from './test-bench.ts';

type Step = ScenarioRun['steps'][number];

/** The result of one run of a test. */
export interface TestResult {
	readonly steps: readonly Step[];
	/** What is wrong; the test has passed if there is nothing. */
	readonly problems: readonly string[];
	readonly sent: SentCounts;
	readonly durationMs: number;
	readonly deployment: Deployment;
}

/** Faults, and how often each message is sent without them. */
export interface Trial {
	readonly plan: FaultPlan;
	readonly usual: SentCounts;
}

/**
 * Runs a workflow against a scenario, in an account that is as new. The copy of the workflow stays in n8n.
 * @param onStep is told each step when it has ended
 * @param trial runs it under faults
 * @throws {CliError} if n8n cannot run the workflow, or the scenario cannot be played
 */
export async function runTest(
	workflow: NewWorkflow,
	scenario: Scenario,
	bench: TestBench,
	onStep: (step: Step) => void,
	trial?: Trial,
): Promise<TestResult> {
	const begun = performance.now();
	const { n8n, sandbox } = bench;
	await sandbox.setWebhookUrl(null);
	await sandbox.reset();
	const deployment = await deploy(workflow, bench);
	try {
		const since = await readClock(sandbox);
		for (const fault of trial?.plan.faults ?? []) await fault.arrange(sandbox);
		const played = trial ? allowForFaults(scenario) : scenario;
		const { steps } = await playScenario(sandbox, played, deployment.workflowId, onStep);
		let aftermath = await collectAftermath(sandbox, n8n, deployment, since);
		if (trial?.plan.isKilled) {
			await bench.kill();
			await replayAll(bench.sandbox, aftermath);
			aftermath = await collectAftermath(bench.sandbox, n8n, deployment, since);
		}
		const violations = findViolations(aftermath, workflow, deployment, trial?.usual);
		const problems = [
			...violations,
			...(trial && isExcused(aftermath, workflow) ? [] : findProblems(steps, aftermath)),
			...findDeafness(aftermath, deployment),
		];
		const durationMs = Math.round(performance.now() - begun);
		return { steps, problems, sent: countSent(aftermath), durationMs, deployment };
	} catch (error) {
		await deployment.remove();
		throw error instanceof Error && !(error instanceof CliError) ? explain(error, scenario) : error;
	}
}

/**
 * Tells if what a workflow did not do is the consequence of a fault: an execution may fail under faults, as long as
 * n8n shows it, and a workflow may handle an error in a way of its own.
 */
function isExcused(aftermath: Aftermath, workflow: NewWorkflow): boolean {
	return findFailures(aftermath).length > 0 || hasHandledError(aftermath, workflow);
}

/** Lists the steps that did not go as the scenario says, and the executions that failed although no step expects it. */
function findProblems(steps: readonly Step[], aftermath: Aftermath): string[] {
	const failures = findFailures(aftermath);
	const expectsFailure = steps.some(({ expect }) =>
		['error', 'crashed'].includes(expect?.execution?.status ?? ''),
	);
	const wrong = steps.filter(({ status }) => status !== 'done');
	const words = wrong.map(({ note, error }) => `${note}: ${error ?? 'it was not carried out'}`);
	return expectsFailure ? words : [...words, ...failures];
}

/** Says that no execution began because other events came than the workflow listens to. */
function findDeafness({ executions, otherEvents }: Aftermath, { events }: Deployment): string[] {
	if (executions.length > 0 || events.length === 0 || otherEvents.length === 0) return [];
	return [
		`No execution began: the workflow listens to ${events.join(', ')}, and ${otherEvents.join(', ')} came`,
	];
}

async function replayAll(sandbox: Sandbox, { deliveries }: Aftermath): Promise<void> {
	for (const { id } of deliveries) await sandbox.control('POST', `/deliveries/${id}/replay`);
}

/** The sandbox refuses a scenario by an answer of its control API. */
function explain(error: Error, { title }: Scenario): Error {
	const [, words] = /was answered 400: .*"error":"((?:[^"\\]|\\.)*)"/.exec(error.message) ?? [];
	return words === undefined
		? error
		: new CliError(`The scenario "${title}" cannot be played. ${JSON.parse(`"${words}"`)}`);
}
