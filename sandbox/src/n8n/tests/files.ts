import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CliError } from '../../cli-error.ts';
import type { WorkflowFile } from '../workflow.ts';
import type { Scenario } from '../../scenarios/scenario.ts';

/** The ending of the files that hold scenarios, after the name of the workflow's file. */
const SCENARIO_ENDING = '.scenario.json';

/** A scenario to play against a workflow. */
export interface WorkflowTest {
	/** The file of the workflow, as it was named. */
	readonly file: string;
	readonly workflow: WorkflowFile;
	readonly scenario: Scenario;
}

/**
 * Reads workflows and the scenarios that test them: those named, otherwise the files beside each workflow that
 * begin like it, e.g. `welcome.scenario.json` and `welcome.angry.scenario.json` beside `welcome.json`. Scenarios among
 * the workflows are passed over, so that `*.json` names a folder of both.
 * @throws {CliError} for a file that cannot be read or used, with what to do about it
 */
export function readTests(workflows: readonly string[], scenarios: readonly string[]): WorkflowTest[] {
	const files = workflows.filter((file) => !file.endsWith(SCENARIO_ENDING));
	if (files.length === 0)
		throw new CliError(`${workflows[0]} is a scenario. Name the workflow that it tests.`);
	return files.flatMap((file) => {
		const workflow = readWorkflow(file);
		const wanted = scenarios.length > 0 ? scenarios : scenariosBeside(file);
		return wanted.map((one) => ({ file, workflow, scenario: readScenario(one) }));
	});
}

/** Reads the items that a node puts out instead of running: `[{...}]`, or `[{ "json": {...} }]` as n8n pins them. */
export function readPinnedItems(file: string): object[] {
	const items = readJson(file);
	if (!Array.isArray(items) || !items.every(isObject)) {
		throw new CliError(`${file} does not hold a JSON list of objects, which the node is to put out.`);
	}
	return items;
}

/** Reads a workflow that was downloaded from n8n. @throws {CliError} */
export function readWorkflow(file: string): WorkflowFile {
	const workflow = readJson(file);
	if (!isObject(workflow) || !Array.isArray(workflow.nodes) || !isObject(workflow.connections)) {
		throw new CliError(
			`${file} is not a workflow of n8n. In n8n's editor, choose Download in the menu at the top.`,
		);
	}
	return { name: basename(file, '.json'), ...workflow } as unknown as WorkflowFile;
}

function readScenario(file: string): Scenario {
	const scenario = readJson(file);
	if (isObject(scenario) && Array.isArray(scenario.steps) && scenario.steps.every(isObject))
		return scenario as unknown as Scenario;
	throw new CliError(`${file} is not a scenario: it has no steps. The README of the sandbox shows one.`);
}

function scenariosBeside(file: string): string[] {
	const name = basename(file, '.json');
	let names: string[];
	try {
		names = readdirSync(dirname(file));
	} catch {
		names = [];
	}
	const found = names.filter((one) => one.startsWith(`${name}.`) && one.endsWith(SCENARIO_ENDING)).sort();
	if (found.length > 0) return found.map((one) => join(dirname(file), one));
	throw new CliError(
		`There is no scenario for ${file}. Write ${name}${SCENARIO_ENDING} beside it, or name one with --scenario.`,
	);
}

function readJson(file: string): unknown {
	let text: string;
	try {
		text = readFileSync(file, 'utf8');
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
