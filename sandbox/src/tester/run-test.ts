import { CliError } from '../client/cli-error.ts';
import { ControlError } from '../client/control.ts';
import type { ScenarioRun } from '../client/records.ts';
import type { Sandbox } from '../client/start-sandbox.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { describeExecutions, Executions } from '../n8n/executions.ts';
import { collectAftermath, listMessages, type Aftermath } from './aftermath.ts';
import { polls } from './copy.ts';
import { deploy, type Deployment } from './deployment.ts';
import {
	countSent,
	FAILED,
	expectsWaiting,
	findDeafness,
	findFailures,
	findLateMessages,
	findPreviews,
	findUnseen,
	findViolations,
	hasHandledError,
	type SentCounts,
} from './judge.ts';
import type { TestPlan } from './plan.ts';
import { playScenario, readClock } from './play.ts';
import { describeProxy } from './proxy.ts';
import { allowForFaults, allowForPolls, type FaultPlan } from './seeded-faults.ts';
import type { TestBench } from './test-bench.ts';

type Step = ScenarioRun['steps'][number];

/**
 * The outcome of a run: everything came that is expected; or, under faults only, the workflow did not do it all, but
 * n8n shows that it failed or it told a person; or something is wrong.
 */
type Outcome = 'passed' | 'failed visibly' | 'failed';

/** The result of one run of a test. */
export interface TestResult {
	readonly outcome: Outcome;
	/** The faults; none unless the run has failed. */
	readonly problems: readonly string[];
	/** Remarks on parts that the test could not see. */
	readonly remarks: readonly string[];
	readonly steps: readonly Step[];
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
 * Runs a workflow against a scenario, in an account that is as new. The copies stay in n8n.
 * @param onStep is told each step when it has ended
 * @param trial runs it under faults
 * @throws {CliError} if n8n cannot run the workflow, or the scenario cannot be played
 */
export async function runTest(
	plan: TestPlan,
	scenario: Scenario,
	bench: TestBench,
	onStep: (step: Step) => void,
	trial?: Trial,
): Promise<TestResult> {
	const begun = performance.now();
	const { n8n, sandbox } = bench;
	for (const account of bench.accounts) {
		await account.setWebhookUrl(null);
		await account.reset();
	}
	const deployment = await deploy(plan, bench);
	try {
		const since = await readClock(sandbox);
		const executions = await Executions.follow(n8n, [...deployment.workflows.keys()]);
		for (const fault of trial?.plan.faults ?? []) await fault.arrange(sandbox);
		const patient = [plan.tested, ...plan.beside].some(polls) ? allowForPolls(scenario) : scenario;
		const played = trial ? allowForFaults(patient) : patient;
		const steps: Step[] = [];
		const passed = await playScenario(bench.accounts, played, deployment, executions, async (step) => {
			// Executions that run now are waited for from now on.
			await executions.areSettled();
			const complete = await completeStep(step, executions, deployment);
			steps.push(complete);
			onStep(complete);
		});
		const messages = await listMessages(bench.accounts);
		let aftermath = await collectAftermath(bench.accounts, executions, deployment, since);
		if (trial?.plan.isKilled) {
			await bench.kill();
			await replayAll(bench.sandbox, aftermath);
			aftermath = await collectAftermath(bench.accounts, executions, deployment, since);
		}
		const unseen = findUnseen(aftermath);
		const isAllSeen = unseen.length === 0 || expectsWaiting(scenario);
		const violations = [
			...passed,
			...findViolations(aftermath, deployment, trial?.usual),
			...findDeafness(scenario, aftermath, deployment),
			...(trial ? [] : findLateMessages(scenario, messages, aftermath)),
		];
		const missed = [...findMissed(steps, aftermath), ...(isAllSeen ? [] : unseen.map(adviseToExpect))];
		const isExcused =
			trial !== undefined && (findFailures(aftermath).length > 0 || hasHandledError(aftermath, deployment));
		const problems = isExcused ? violations : [...violations, ...missed];
		const counts = await Promise.all(bench.accounts.map((one) => one.control('GET', '/requests?limit=1')));
		const hasRequests = counts.some(({ total }) => total > 0);
		const proxy = problems.length > 0 && !hasRequests ? describeProxy(bench.serviceUrl) : undefined;
		return {
			outcome: problems.length > 0 ? 'failed' : missed.length > 0 ? 'failed visibly' : 'passed',
			problems: proxy === undefined ? problems : [...problems, proxy],
			remarks: [...(isAllSeen ? unseen : []), ...findPreviews(aftermath, deployment)],
			...{ steps, sent: countSent(aftermath), deployment },
			durationMs: Math.round(performance.now() - begun),
		};
	} catch (error) {
		await deployment.remove();
		throw explain(error, scenario);
	}
}

/** Says of a step that waited in vain what n8n has done, and of an event that no trigger listens to it. */
async function completeStep(
	step: Step,
	executions: Executions,
	{ receivers, workflows }: Deployment,
): Promise<Step> {
	if (step.expect !== undefined && step.status === 'failed' && step.came === 0) {
		const did = describeExecutions(await executions.list(), [...workflows.values()]);
		return { ...step, error: `${step.error}. ${did}` };
	}
	const event = /^POST \/events\/(\S+)/.exec(step.call ?? '')?.[1];
	if (step.status !== 'done' || event === undefined) return step;
	const isHeard = receivers.some(({ events }) => events.includes(event));
	// A polling trigger asks for what is new, so it needs no webhook.
	if (receivers.length === 0 && [...workflows.values()].some(polls)) return { ...step, unheard: null };
	const unheard = isHeard ? step.unheard : `no trigger listens to ${event}`;
	return { ...step, unheard };
}

/** Lists the steps that did not go as the scenario says, and the executions that failed although no step expects it. */
function findMissed(steps: readonly Step[], aftermath: Aftermath): string[] {
	const failures = findFailures(aftermath);
	const expectsFailure = steps.some(({ expect }) => FAILED.includes(expect?.execution?.status ?? ''));
	const wrong = steps.filter(({ status }) => status !== 'done');
	const words = wrong.map(({ note, error }) => `${note}: ${error ?? 'it was not carried out'}`);
	return expectsFailure ? words : [...words, ...failures];
}

/** Says how a scenario ends while an execution waits. */
function adviseToExpect(unseen: string): string {
	return `${unseen}. If the scenario is to end so, let its last step expect { "execution": { "status": "waiting" } }`;
}

async function replayAll(sandbox: Sandbox, { deliveries }: Aftermath): Promise<void> {
	for (const { id } of deliveries) await sandbox.control('POST', `/deliveries/${id}/replay`);
}

/** The sandbox refuses a scenario by an answer of its control API. */
function explain(error: unknown, { title }: Scenario): unknown {
	return error instanceof ControlError && error.status === 400
		? new CliError(`The scenario "${title}" cannot be played. ${error.reason}`)
		: error;
}
