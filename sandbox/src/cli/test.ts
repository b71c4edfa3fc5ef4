import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { OPTIONS as CONFIG_OPTIONS, whole, type Config } from '../config.ts';
import { N8nApi, N8nApiError } from '../n8n/n8n-api.ts';
import { checkN8n } from '../workflow-tests/deployment.ts';
import { readPinnedItems, readTests, type WorkflowTest } from '../workflow-tests/files.ts';
import { describeResult, describeStep, toJUnit, type ReportedRun } from '../workflow-tests/report.ts';
import { runTest, type TestResult } from '../workflow-tests/run-test.ts';
import { planFaults } from '../workflow-tests/seeded-faults.ts';
import { TestBench } from '../workflow-tests/test-bench.ts';
import { copyWorkflow } from '../workflow-tests/workflow-copy.ts';
import type { CommandSpec } from './add-command.ts';
import { CliError } from './cli-error.ts';
import { printable } from './show.ts';

const { host, publicUrl, seed } = CONFIG_OPTIONS;

/** A list of names of files, which may contain commas. */
const TEXTS = { type: 'array', items: { type: 'string' }, oneByOne: true } as const;

const FIELDS = {
	workflows: { ...TEXTS, description: 'files of workflows that were downloaded from n8n' },
	scenario: {
		...TEXTS,
		description:
			'a file of a scenario, once for each; those beside each workflow (NAME.scenario.json) when absent',
	},
	n8n: {
		type: 'string',
		default: 'http://127.0.0.1:5678',
		description: 'address of the n8n that runs the workflows; its API key is in the variable N8N_API_KEY',
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
		const { describeValidationErrors, validationErrors } = await import('../http/validation.ts');
		const errors = validationErrors({ type: 'object', properties: FIELDS }, given);
		if (errors.length > 0) throw new CliError(describeValidationErrors(errors).message);
		const presets = Object.entries(FIELDS).filter(([, field]) => 'default' in field);
		const preset = Object.fromEntries(
			presets.map(([name, field]) => [name, (field as { default: unknown }).default]),
		);
		const options = { scenario: [], pin: [], ...preset, ...given } as unknown as Options;
		process.exitCode = (await testWorkflows(options)) ? 0 : 1;
	},
};

async function testWorkflows(options: Options): Promise<boolean> {
	const tests = readTests(options.workflows, options.scenario);
	const pins = new Map(options.pin.map(readPin));
	const firstSeed = options.faults === undefined ? undefined : readSeed(options.faults);
	const copies = tests.map((test) => ({
		...test,
		workflow: copyWorkflow(test.workflow, pins, test.scenario),
	}));
	const runs: ReportedRun[] = [];
	// Written first without runs, so that nothing has run in vain if the file cannot be written.
	await writeReport(options.junit, runs);
	let interruption: Promise<never> | undefined;
	try {
		const n8n = connectN8n(options.n8n);
		for (const { workflow } of copies) await checkN8n(n8n, workflow);
		const { host, port, publicUrl, seed } = options;
		await using bench = await TestBench.start(n8n, { host, port, publicUrl, seed });
		for (const signal of ['SIGINT', 'SIGTERM'] as const) {
			// A second one ends the process at once.
			process.once(signal, () => void (interruption ??= removeAndExit(bench, signal)));
		}
		for (const test of copies) {
			const hasPassed = await runAll(test, bench, firstSeed, options, runs);
			await writeReport(options.junit, runs);
			if (hasPassed || !options.keepOnFailure) continue;
			await keepForALook(bench, runs.at(-1)?.result);
		}
		const passed = runs.filter(hasPassed).length;
		console.log(`\n${passed} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'} passed`);
		return passed === runs.length;
	} catch (error) {
		// A test that still runs fails when the sandbox stops, which nobody needs to be told.
		await interruption;
		throw error instanceof N8nApiError ? new CliError(error.message) : error;
	}
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

/** Runs a test without faults and, if it passes, under those of each seed. Adds every run; tells if all passed. */
async function runAll(
	{ file, workflow, scenario }: WorkflowTest,
	bench: TestBench,
	firstSeed: number | undefined,
	{ runs: count, keepOnFailure }: Options,
	runs: ReportedRun[],
): Promise<boolean> {
	const name = `${basename(file)}: ${scenario.title}`;
	console.log(`\n${printable(name)}`);
	await bench.renew();
	const result = await runTest(workflow, scenario, bench, (step) => console.log(describeStep(step)));
	console.log(describeResult(result));
	runs.push({ name, result });
	if (!hasPassed({ result }) && keepOnFailure) return false;
	await result.deployment.remove();
	if (firstSeed === undefined || !hasPassed({ result })) return hasPassed({ result });
	let failures = 0;
	for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
		const plan = planFaults(seed, scenario);
		await bench.renew();
		const trial = await runTest(workflow, scenario, bench, () => undefined, { plan, usual: result.sent });
		const run = { name, faults: `seed ${seed} (${plan.words})`, result: trial };
		runs.push(run);
		console.log(`  ${hasPassed(run) ? '✓' : '✗'} ${run.faults}`);
		if (hasPassed(run)) {
			await trial.deployment.remove();
			continue;
		}
		failures += 1;
		for (const problem of trial.problems) console.log(`      ${printable(problem)}`);
		console.log(`      Repeat it with --faults seed=${seed} --runs 1`);
		if (keepOnFailure) return false;
		await trial.deployment.remove();
	}
	return failures === 0;
}

function hasPassed({ result }: Pick<ReportedRun, 'result'>): boolean {
	return result.problems.length === 0;
}

/** Leaves the workflow in n8n and the sandbox as they are until it is interrupted. */
async function keepForALook({ n8n, sandbox, removals }: TestBench, result?: TestResult): Promise<never> {
	removals.clear();
	console.log(
		`\nThe workflow stays: ${n8n.url}/workflow/${result?.deployment.workflowId}\n` +
			`The sandbox stays until Ctrl-C: ${sandbox.url}/dashboard/`,
	);
	return await new Promise<never>(() => setInterval(() => undefined, 60_000));
}

function connectN8n(url: string): N8nApi {
	const apiKey = process.env.N8N_API_KEY;
	if (apiKey) return new N8nApi(url, apiKey);
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
