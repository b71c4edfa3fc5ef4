import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CliError } from '../client/command-line.ts';
import { isWorkflow, type WorkflowFile } from '../n8n/workflow.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';

/** Matches the names of files that hold scenarios: `welcome.scenario.json`, `scenario.json`, `scenario.angry.json`. */
const SCENARIO_FILE = /(?:^|\.)scenario\.json$|^scenario\..+\.json$/;
/** The name of the only workflow of a folder, whose scenarios need not begin like it. */
const ONLY_WORKFLOW = 'workflow';
/** Some editors and PowerShell write this mark at the beginning of a file. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A scenario to play against a workflow. */
export interface WorkflowTest {
	/** The file of the workflow, as it was named. */
	readonly file: string;
	readonly workflow: WorkflowFile;
	readonly scenario: Scenario;
}

/**
 * Reads workflows and the scenarios that test them: those named, otherwise the files beside each workflow that
 * begin like it, e.g. `welcome.scenario.json` and `welcome.angry.scenario.json` beside `welcome.json`, or `scenario.json`
 * and `scenario.angry.json` beside `workflow.json`. Scenarios among the workflows are passed over, so that `*.json` names
 * a folder of both.
 * @throws {CliError} for a file that cannot be read or used, with what to do about it
 */
export function readTests(workflows: readonly string[], scenarios: readonly string[]): WorkflowTest[] {
	const files = workflows.filter((file) => !SCENARIO_FILE.test(basename(file)));
	if (files.length === 0)
		throw new CliError(`${workflows[0]} is a scenario. Name the workflow that it tests.`);
	return files.flatMap((file) => {
		const [workflow, ...others] = readWorkflows(file);
		if (workflow === undefined || others.length > 0) {
			throw new CliError(
				`${file} holds ${others.length + 1} workflows, and a scenario tests one. Have n8n export each to a file of its ` +
					'own: n8n export:workflow --all --separate --output=workflows/',
			);
		}
		const wanted = scenarios.length > 0 ? scenarios : findScenarios(file);
		return wanted.map((one) => ({ file, workflow, scenario: readScenario(one) }));
	});
}

/** Names the file of a workflow in a report: that of the only workflow of a folder with the folder. */
export function nameFile(file: string): string {
	const name = basename(file);
	return name === `${ONLY_WORKFLOW}.json` ? join(basename(dirname(resolve(file))), name) : name;
}

/** Reads the items that a node outputs instead of running: `[{...}]`, or `[{ "json": {...} }]` as n8n pins them. */
export function readPinnedItems(file: string): object[] {
	const items = readJson(file);
	if (!Array.isArray(items) || !items.every(isObject)) {
		throw new CliError(`${file} does not hold a JSON list of objects, which the node is to output.`);
	}
	return items;
}

/**
 * Reads the workflows of a file: the one that was downloaded from n8n, or the list that `n8n export:workflow` writes.
 * @throws {CliError}
 */
export function readWorkflows(file: string): WorkflowFile[] {
	const content = readJson(file);
	const workflows = Array.isArray(content) ? (content as unknown[]) : [content];
	if (workflows.length > 0 && workflows.every(isWorkflow)) {
		return workflows.map((one) => ({ ...one, name: one.name ?? basename(file, '.json') }));
	}
	throw new CliError(
		`${file} is not a workflow of n8n. In n8n's editor, choose Download in the menu at the top.`,
	);
}

function readScenario(file: string): Scenario {
	const scenario = readJson(file);
	if (isObject(scenario) && Array.isArray(scenario.steps) && scenario.steps.every(isObject))
		return scenario as unknown as Scenario;
	throw new CliError(`${file} is not a scenario: it has no steps. The README of the sandbox shows one.`);
}

function findScenarios(file: string): string[] {
	const name = basename(file, '.json');
	let names: string[];
	try {
		names = readdirSync(dirname(file));
	} catch {
		names = [];
	}
	const isOwn = (one: string) =>
		one.startsWith(`${name}.`) || (name === ONLY_WORKFLOW && one.startsWith('scenario.'));
	const found = names.filter((one) => SCENARIO_FILE.test(one) && isOwn(one)).sort();
	if (found.length > 0) return found.map((one) => join(dirname(file), one));
	throw new CliError(
		`There is no scenario for ${file}. Write ${name}.scenario.json beside it, or name one with --scenario.`,
	);
}

function readJson(file: string): unknown {
	let text: string;
	try {
		text = readFileSync(file, 'utf8').replace(BYTE_ORDER_MARK, '');
	} catch (error) {
		const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
		throw new CliError(isMissing ? `There is no file ${file}.` : `${file} cannot be read.`);
	}
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new CliError(`${file} does not hold JSON: ${(error as Error).message}`);
	}
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
