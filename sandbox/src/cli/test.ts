import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { OPTIONS as CONFIG_OPTIONS, whole, type Config } from '../service/config.ts';
import { N8nApi, N8nApiError } from '../n8n/api.ts';
import { describeMissingReplies } from '../tester/copy.ts';
import { nameFile, readPinnedItems, readTests, readWorkflows, type WorkflowTest } from '../tester/files.ts';
import { removeLeftovers } from '../tester/leftovers.ts';
import { checkNodes, describeOneAccount, planTest, type TestPlan } from '../tester/plan.ts';
import {
	describeResult,
	describeStep,
	describeTrial,
	hasPassed,
	summarize,
	toJUnit,
	type ReportedRun,
} from '../tester/report.ts';
import { runTest } from '../tester/run-test.ts';
import { planFaults } from '../tester/seeded-faults.ts';
import { TestBench } from '../tester/test-bench.ts';
import type { CommandSpec } from './add-command.ts';
import { CliError } from '../client/cli-error.ts';
import { printable } from '../client/printable.ts';

const { host, publicUrl, seed } = CONFIG_OPTIONS;

/** The status with which the command exits if a run has failed, and if none has but some could not run. */
const FAILED = 1;
const UNABLE = 2;

/** A list of names of files, which may contain commas. */
const TEXTS = { type: 'array', items: { type: 'string' }, oneByOne: true } as const;

const FIELDS = {
	workflows: { ...TEXTS, description: 'files of workflows that were downloaded from n8n' },
	scenario: {
		...TEXTS,
		description:
			'a file of a scenario, once for each; when absent, those beside each workflow (NAME.scenario.json, or scenario.json ' +
			'beside workflow.json)',
	},
	with: {
		...TEXTS,
		description:
			'a file of another workflow that takes part in each test, e.g. the one that hands replies over; once for each',
	},
	n8n: {
		type: 'string',
		default: 'http://127.0.0.1:5678',
		description:
			'address of the n8n that runs the workflows; its API key is in the variable N8N_API_KEY, and its ' +
			'N8N_ENDPOINT_WEBHOOK, if it has one, in a variable of that name',
	},
	pin: {
		...TEXTS,
		description:
			'a node that does not run, and the file of the items that it puts out: "Slack=items.json"; once for each',
	},
	faults: {
		type: 'string',
		description: 'repeat each scenario under faults that this seed chooses: seed=847',
	},
	runs: whole(10, 1, 1000, 'how many times under faults, each with the next seed'),
	junit: { type: 'string', description: 'write a JUnit report to this file' },
	keepOnFailure: {
		type: 'boolean',
		description: 'stop at the first failure and leave the workflow and the sandbox as they are, to look at',
	},
	host,
	port: { ...CONFIG_OPTIONS.port, default: 0 },
	publicUrl: {
		...publicUrl,
		description: 'where n8n reaches the sandbox, e.g. http://host.docker.internal:4010',
	},
	seed,
};

interface Options extends Pick<Config, 'host' | 'port' | 'publicUrl' | 'seed'> {
	readonly workflows: readonly string[];
	readonly scenario: readonly string[];
	readonly with: readonly string[];
	readonly n8n: string;
	readonly pin: readonly string[];
	readonly faults: string | undefined;
	readonly runs: number;
	readonly junit: string | undefined;
	readonly keepOnFailure: boolean;
}

/** Tests exported workflows in an n8n, against scenarios. */
export const TEST: CommandSpec = {
	usage: 'test <workflows...>',
	summary:
		'Run workflows that were downloaded from n8n against scenarios, and tell whether they do what is expected',
	fields: FIELDS,
	run: async (given) => {
		const { describeValidationErrors, validationErrors } = await import('../service/http/validation.ts');
		const errors = validationErrors({ type: 'object', properties: FIELDS }, given);
		if (errors.length > 0) throw new CliError(describeValidationErrors(errors).message, UNABLE);
		const presets = Object.entries(FIELDS).filter(([, field]) => 'default' in field);
		const preset = Object.fromEntries(
			presets.map(([name, field]) => [name, (field as { default: unknown }).default]),
		);
		const options = { scenario: [], with: [], pin: [], ...preset, ...given } as unknown as Options;
		process.exitCode = await testWorkflows(options).catch((error: unknown) => {
			const isForUsers = error instanceof CliError || error instanceof N8nApiError;
			throw isForUsers ? new CliError(error.message, UNABLE) : error;
		});
	},
};

/** A test and its plan. */
interface PlannedTest extends WorkflowTest {
	readonly name: string;
	readonly plan: TestPlan;
}

/** Tests all workflows; returns the exit code. */
async function testWorkflows(options: Options): Promise<number> {
	const tests = readTests(options.workflows, options.scenario);
	const beside = options.with.flatMap(readWorkflows);
	const pins = new Map(options.pin.map(readPin));
	const firstSeed = options.faults === undefined ? undefined : readSeed(options.faults);
	const runs: ReportedRun[] = [];
	// Written first without runs, so that nothing has run in vain if the file cannot be written.
	await writeReport(options.junit, runs);
	const n8n = connectN8n(options.n8n);
	await checkNodes(n8n);
	await n8n.checkWebhookBase();
	await removeLeftovers(n8n);
	const planned: PlannedTest[] = [];
	for (const test of tests) {
		const name = `${nameFile(test.file)}: ${test.scenario.title}`;
		try {
			const plan = await planTest(n8n, test.workflow, beside, test.scenario, pins);
			planned.push({ ...test, name, plan });
		} catch (error) {
			recordUnable(runs, name, error);
		}
	}
	if (planned.length > 0) await runPlanned(planned, n8n, firstSeed, options, runs);
	await writeReport(options.junit, runs);
	if (planned.length > 0) console.log(`\n${summarize(runs)}`);
	if (runs.every(hasPassed)) return 0;
	return runs.every((run) => hasPassed(run) || run.result instanceof CliError) ? UNABLE : FAILED;
}

/** Runs the tests that n8n can run, beside one sandbox. */
async function runPlanned(
	tests: readonly PlannedTest[],
	n8n: N8nApi,
	firstSeed: number | undefined,
	options: Options,
	runs: ReportedRun[],
): Promise<void> {
	let interruption: Promise<never> | undefined;
	try {
		const { host, port, publicUrl, seed } = options;
		const accounts = tests.some(({ plan }) => plan.secondAccount.size > 0) ? 2 : 1;
		await using bench = await TestBench.start(n8n, { host, port, publicUrl, seed, accounts });
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			// A second one ends the process at once.
			process.once(signal, () => void (interruption ??= removeAndExit(bench, signal)));
		}
		for (const test of tests) {
			const kept = await runAll(test, bench, firstSeed, options, runs).catch(async (error: unknown) => {
				// A test that still runs fails when the sandbox stops, which nobody needs to be told.
				await interruption;
				recordUnable(runs, test.name, error);
				return undefined;
			});
			await writeReport(options.junit, runs);
			if (kept !== undefined) await keepForALook(bench, kept);
		}
	} finally {
		await interruption;
	}
}

/** Records and prints why a test could not run. @throws what is no such reason */
function recordUnable(runs: ReportedRun[], name: string, error: unknown): void {
	if (!(error instanceof CliError || error instanceof N8nApiError)) throw error;
	const result = new CliError(error.message, UNABLE);
	runs.push({ name, result });
	console.error(`${printable(name)}: could not run\n${result.message}`);
}

/** Writes the JUnit report, if one is wanted. @throws {CliError} if the file cannot be written */
async function writeReport(file: string | undefined, runs: readonly ReportedRun[]): Promise<void> {
	if (file === undefined) return;
	await writeFile(file, toJUnit(runs)).catch((error: Error) => {
		throw new CliError(`${file} cannot be written: ${error.message}`);
	});
}

/** Ends the process with the status of a signal, after removing everything. */
async function removeAndExit(bench: TestBench, signal: 'SIGINT' | 'SIGTERM'): Promise<never> {
	console.log('\nStopping ...');
	try {
		await bench[Symbol.asyncDispose]();
	} catch (error) {
		console.error(`Something is left in n8n: ${(error as Error).message}`);
	}
	process.exit(128 + constants.signals[signal]);
}

/**
 * Runs a test without faults and, if it passes, under those of each seed. Adds every run.
 * @returns the ID of the workflow that is kept for a look, if it has failed and is to be kept
 */
async function runAll(
	{ name, plan, scenario }: PlannedTest,
	bench: TestBench,
	firstSeed: number | undefined,
	{ runs: count, keepOnFailure }: Options,
	runs: ReportedRun[],
): Promise<string | undefined> {
	console.log(`\n${printable(name)}`);
	const remarks = [
		describeMissingReplies([plan.tested, ...plan.beside]),
		describeOneAccount(plan, bench.n8n),
	];
	for (const remark of remarks) if (remark !== undefined) console.log(`  ! ${printable(remark)}`);
	await bench.renew();
	const result = await runTest(plan, scenario, bench, (step) => console.log(describeStep(step)));
	console.log(describeResult(result));
	runs.push({ name, result });
	if (result.outcome === 'failed' && keepOnFailure) return result.deployment.workflowId;
	await result.deployment.remove();
	if (firstSeed === undefined || result.outcome === 'failed') return undefined;
	for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
		const faults = planFaults(seed, scenario);
		await bench.renew();
		const usual = result.sent;
		const trial = await runTest(plan, scenario, bench, () => undefined, { plan: faults, usual });
		const run = { name, faults: `seed ${seed} (${faults.words})`, result: trial };
		runs.push(run);
		console.log(describeTrial(run));
		if (trial.outcome === 'failed') {
			console.log(`      Repeat it with --faults seed=${seed} --runs 1`);
			if (keepOnFailure) return trial.deployment.workflowId;
		}
		await trial.deployment.remove();
	}
	return undefined;
}

/** Leaves the workflow in n8n and the sandbox as they are until it is interrupted. */
async function keepForALook({ n8n, sandbox, removals }: TestBench, workflowId: string): Promise<never> {
	removals.clear();
	console.log(
		`\nThe workflow stays: ${n8n.url}/workflow/${workflowId}\n` +
			`The sandbox stays until Ctrl-C: ${sandbox.url}/dashboard/`,
	);
	return await new Promise<never>(() => setInterval(() => undefined, 60_000));
}

function connectN8n(url: string): N8nApi {
	const apiKey = process.env.N8N_API_KEY;
	if (apiKey) return new N8nApi(url, apiKey, process.env.N8N_ENDPOINT_WEBHOOK || undefined);
	throw new CliError(
		`Set the environment variable N8N_API_KEY to an API key of the n8n at ${url}. Create one in ${url}/settings/api.`,
	);
}

/** Reads `"Slack=items.json"`; a name may hold an equals sign. */
function readPin(text: string): [string, object[]] {
	const at = text.lastIndexOf('=');
	if (at < 1)
		throw new CliError(`--pin takes the name of a node and a file, "Slack=items.json", not "${text}".`);
	return [text.slice(0, at), readPinnedItems(text.slice(at + 1))];
}

function readSeed(text: string): number {
	const [, digits] = /^(?:seed=)?(\d{1,9})$/.exec(text) ?? [];
	if (digits === undefined) throw new CliError(`--faults takes a seed, e.g. seed=847, not "${text}".`);
	return Number(digits);
}
