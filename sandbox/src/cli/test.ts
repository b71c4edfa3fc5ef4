import { writeFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { OPTIONS as CONFIG_OPTIONS, integerOption, type Config } from '../service/config.ts';
import { N8nApi, N8nApiError } from '../n8n/api.ts';
import { readPinnedItems, readTests, readWorkflows } from '../tester/files.ts';
import {
	describeResult,
	describeStep,
	describeRunUnderFaults,
	hasPassed,
	summarize,
	toJUnit,
	type ReportedRun,
} from '../tester/report.ts';
import type { TestReporter } from '../tester/test-workflows.ts';
import type { CommandSpec } from './add-command.ts';
import { CliError, printable } from '../client/command-line.ts';

const { host, publicUrl, seed } = CONFIG_OPTIONS;

/** The default address of n8n. */
export const DEFAULT_N8N_URL = 'http://127.0.0.1:5678';

/** The status with which the command exits if a run has failed. */
const FAILED = 1;
/** The status with which it exits if none has failed, but some could not run. */
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
		default: DEFAULT_N8N_URL,
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
	runs: integerOption(10, 1, 1000, 'how many times under faults, each with the next seed'),
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
		const { describeValidationErrors, validationErrors } = await import('../service/http/bodies.ts');
		const errors = validationErrors({ type: 'object', properties: FIELDS }, given);
		if (errors.length > 0) throw new CliError(describeValidationErrors(errors).message, UNABLE);
		const presets = Object.entries(FIELDS).filter(([, field]) => 'default' in field);
		const preset = Object.fromEntries(
			presets.map(([name, field]) => [name, (field as { default: unknown }).default]),
		);
		const options = { scenario: [], with: [], pin: [], ...preset, ...given } as unknown as Options;
		process.exitCode = await runTests(options).catch((error: unknown) => {
			const isForUsers = error instanceof CliError || error instanceof N8nApiError;
			throw isForUsers ? new CliError(error.message, UNABLE) : error;
		});
	},
};

/** Tests all workflows, and prints how they go; returns the exit code. */
async function runTests(options: Options): Promise<number> {
	const { host, port, publicUrl, seed } = options;
	const tests = readTests(options.workflows, options.scenario);
	const beside = options.with.flatMap(readWorkflows);
	const pins = new Map(options.pin.map(readPin));
	const firstSeed = options.faults === undefined ? undefined : readSeed(options.faults);
	const n8n = connectN8n(options.n8n);
	const runs: ReportedRun[] = [];
	// Written first without runs, so that nothing has run in vain if the file cannot be written.
	await writeReport(options.junit, runs);
	const interruption = new AbortController();
	let exitCode = 0;
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		// A second one ends the process at once.
		process.once(signal, () => {
			console.log('\nStopping ...');
			exitCode = 128 + constants.signals[signal];
			interruption.abort();
		});
	}
	const given = { tests, beside, pins, firstSeed, signal: interruption.signal };
	// The dashboard of a sandbox that stays leads to n8n's executions.
	const sandbox = { host, port, publicUrl, seed, n8n: n8n.url };
	// Loaded here, since other commands do not need it.
	const { testWorkflows } = await import('../tester/test-workflows.ts');
	try {
		await testWorkflows(
			n8n,
			{ ...given, runs: options.runs, keepOnFailure: options.keepOnFailure, sandbox },
			createPrinter(runs, options.junit),
		);
	} catch (error) {
		if (interruption.signal.aborted) process.exit(exitCode);
		throw error;
	}
	await writeReport(options.junit, runs);
	if (runs.some(({ result }) => !(result instanceof CliError))) console.log(`\n${summarize(runs)}`);
	if (runs.every(hasPassed)) return 0;
	return runs.every((run) => hasPassed(run) || run.result instanceof CliError) ? UNABLE : FAILED;
}

/** Creates a reporter that prints, collects the runs, and writes them to a file after each test. */
function createPrinter(runs: ReportedRun[], junit: string | undefined): TestReporter {
	return {
		beginTest: (name, remarks) => {
			console.log(`\n${printable(name)}`);
			for (const remark of remarks) console.log(`  ! ${printable(remark)}`);
		},
		endStep: (step) => console.log(describeStep(step)),
		endRun: (run, seed) => {
			runs.push(run);
			const { name, result } = run;
			if (result instanceof CliError) {
				console.error(`${printable(name)}: could not run\n${result.message}`);
			} else if (seed === undefined) {
				console.log(describeResult(result));
			} else {
				console.log(describeRunUnderFaults(run));
				if (result.outcome === 'failed') console.log(`      Repeat it with --faults seed=${seed} --runs 1`);
			}
		},
		endTest: () => writeReport(junit, runs),
		keepWorkflow: (workflowUrl, dashboardUrl) =>
			console.log(`\nThe workflow stays: ${workflowUrl}\nThe sandbox stays until Ctrl-C: ${dashboardUrl}`),
		reportLeftover: (error) => console.error(`Something is left in n8n: ${error.message}`),
	};
}

/** Writes the JUnit report, if one is wanted. @throws {CliError} if the file cannot be written */
async function writeReport(file: string | undefined, runs: readonly ReportedRun[]): Promise<void> {
	if (file === undefined) return;
	await writeFile(file, toJUnit(runs)).catch((error: Error) => {
		throw new CliError(`${file} cannot be written: ${error.message}`);
	});
}

/** Returns the n8n at an address. @throws {CliError} if there is no API key of it */
export function connectN8n(url: string): N8nApi {
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
