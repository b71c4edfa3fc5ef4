import { CliError } from '../client/command-line.ts';
import type { SandboxOptions } from '../client/start-sandbox.ts';
import { N8nApiError, type N8nApi } from '../n8n/api.ts';
import type { WorkflowFile } from '../n8n/workflow.ts';
import { describeMissingReplies } from './copy.ts';
import { nameFile, type WorkflowTest } from './files.ts';
import { removeLeftovers } from './deployment.ts';
import { checkNodes, describeSharedAccount, planTest, type TestPlan } from './plan.ts';
import type { ReportedRun } from './report.ts';
import { checkScenario, runTest, type TestResult } from './run-test.ts';
import { planFaults } from './seeded-faults.ts';
import { TestEnvironment } from './environment.ts';

/** The workflows to test, and the settings of the test. */
export interface TestOptions {
	readonly tests: readonly WorkflowTest[];
	/** Other workflows that take part in each test. */
	readonly beside: readonly WorkflowFile[];
	/** The items that nodes output instead of running, by the name of the node. */
	readonly pins: ReadonlyMap<string, readonly object[]>;
	/** Repeats a test that passes under faults, this being the seed of the first time; there are no faults when absent. */
	readonly firstSeed?: number | undefined;
	/** How many times to repeat it under faults, each time with the next seed. */
	readonly runs: number;
	/** Stops at the first failure, and leaves the workflow and the sandbox as they are until `signal`. */
	readonly keepOnFailure: boolean;
	/** How the sandbox is started. */
	readonly sandbox: SandboxOptions;
	/** Ends the tests, and removes what they have created. */
	readonly signal?: AbortSignal | undefined;
}

/** Reports the progress of the tests. */
export interface TestReporter {
	/** A test begins. @param remarks for its author */
	beginTest?(name: string, remarks: readonly string[]): void;
	/** A step of the run without faults has ended. */
	endStep?(step: TestResult['steps'][number]): void;
	/** A run has ended, or could not run. @param seed of its faults, if it has some */
	endRun?(run: ReportedRun, seed?: number): void;
	/** A test is over, with all its runs. */
	endTest?(): Promise<void>;
	/** A workflow and the sandbox stay as they are. */
	keepWorkflow?(workflowUrl: string, dashboardUrl: string): void;
	/** The tests were interrupted, and something could not be removed from n8n. */
	reportLeftover?(error: Error): void;
}

/** A test and its plan. */
interface PlannedTest extends WorkflowTest {
	readonly name: string;
	readonly plan: TestPlan;
}

/**
 * Tests workflows in an n8n against scenarios, beside a sandbox of their own. It prints nothing.
 * @returns all runs
 * @throws {CliError} or {@link N8nApiError} if n8n cannot run any test, and the reason of `signal` once it is aborted
 */
export async function testWorkflows(
	n8n: N8nApi,
	options: TestOptions,
	reporter: TestReporter = {},
): Promise<ReportedRun[]> {
	await checkNodes(n8n);
	await n8n.checkWebhookBase();
	await removeLeftovers(n8n);
	const runs: ReportedRun[] = [];
	const record = (run: ReportedRun, seed?: number) => {
		runs.push(run);
		reporter.endRun?.(run, seed);
	};
	const planned: PlannedTest[] = [];
	for (const test of options.tests) {
		const name = `${nameFile(test.file)}: ${test.scenario.title}`;
		try {
			const plan = await planTest(n8n, test.workflow, options.beside, test.scenario, options.pins);
			planned.push({ ...test, name, plan });
		} catch (error) {
			record({ name, result: toRunError(error) });
		}
	}
	if (planned.length > 0) await runPlanned(planned, n8n, options, reporter, record);
	return runs;
}

type RecordRun = (run: ReportedRun, seed?: number) => void;

/** Runs the tests that n8n can run, beside one sandbox. */
async function runPlanned(
	tests: readonly PlannedTest[],
	n8n: N8nApi,
	options: TestOptions,
	reporter: TestReporter,
	record: RecordRun,
): Promise<void> {
	const { signal } = options;
	const accounts = tests.some(({ plan }) => plan.secondAccount.size > 0) ? 2 : 1;
	await using environment = await TestEnvironment.start(n8n, { ...options.sandbox, accounts });
	const interruption = Promise.withResolvers<never>();
	interruption.promise.catch(() => undefined);
	const interrupt = () => {
		const removal = environment[Symbol.asyncDispose]().catch((error: Error) =>
			reporter.reportLeftover?.(error),
		);
		void removal.then(() => interruption.reject(signal?.reason));
	};
	signal?.addEventListener('abort', interrupt, { once: true });
	if (signal?.aborted) interrupt();
	for (const test of tests) {
		// A step may sleep for a minute before it notices that the sandbox is gone; an interruption does not wait for it.
		const ended = Promise.race([runAll(test, environment, options, reporter, record), interruption.promise]);
		const keptWorkflowId = await ended.catch(async (error: unknown) => {
			// A test that still runs fails when the sandbox stops, which nobody needs to be told.
			if (signal?.aborted) return await interruption.promise;
			record({ name: test.name, result: toRunError(error) });
			return undefined;
		});
		await reporter.endTest?.();
		if (signal?.aborted) await interruption.promise;
		if (keptWorkflowId === undefined) continue;
		environment.removals.clear();
		reporter.keepWorkflow?.(`${n8n.url}/workflow/${keptWorkflowId}`, `${environment.sandbox.url}/dashboard/`);
		const keepAlive = setInterval(() => undefined, 60_000);
		await interruption.promise.finally(() => clearInterval(keepAlive));
	}
	signal?.removeEventListener('abort', interrupt);
}

/**
 * Runs a test without faults and, if it passes, under those of each seed.
 * @returns the ID of the workflow that stays in n8n, if the test has failed and `keepOnFailure` is set
 */
async function runAll(
	{ name, plan, scenario }: PlannedTest,
	environment: TestEnvironment,
	{ firstSeed, runs: count, keepOnFailure }: TestOptions,
	reporter: TestReporter,
	record: RecordRun,
): Promise<string | undefined> {
	const remarks = [
		describeMissingReplies([plan.tested, ...plan.beside]),
		describeSharedAccount(plan, environment.n8n),
	];
	reporter.beginTest?.(
		name,
		remarks.filter((remark) => remark !== undefined),
	);
	await environment.replaceKilledSandbox();
	await checkScenario(scenario, environment);
	const result = await runTest(plan, scenario, environment, (step) => reporter.endStep?.(step));
	record({ name, result });
	if (result.outcome === 'failed' && keepOnFailure) return result.deployment.workflowId;
	await result.deployment.remove();
	if (firstSeed === undefined || result.outcome === 'failed') return undefined;
	for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
		const faults = planFaults(seed, scenario);
		await environment.replaceKilledSandbox();
		const trial = await runTest(plan, scenario, environment, () => undefined, {
			plan: faults,
			countsWithoutFaults: result.sent,
		});
		record({ name, faults: `seed ${seed} (${faults.words})`, result: trial }, seed);
		if (trial.outcome === 'failed' && keepOnFailure) return trial.deployment.workflowId;
		await trial.deployment.remove();
	}
	return undefined;
}

/** Converts an error into the result of a test that could not run. @throws an error of any other class as it is */
function toRunError(error: unknown): CliError {
	if (error instanceof CliError || error instanceof N8nApiError) return new CliError(error.message);
	throw error;
}
