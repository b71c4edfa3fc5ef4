import type { TSchema } from 'typebox';
import { describeValidationErrors, validationErrors } from '../../service/http/bodies.ts';
import { listReferences } from './placeholders.ts';
import { Scenario, toControlCall, type Expectation, type Step } from './scenario.ts';

/** The control API and the service of a sandbox, as far as steps of scenarios use them. */
export interface KnownCalls {
	/** The paths of the sandbox's OpenAPI document. */
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	/** The names of the service's endpoints, e.g. `list-messages`. */
	readonly endpoints: readonly string[];
}
interface Operation {
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> };
}

/** Matches calls that would remove the run itself, or begin another. */
const FORBIDDEN_CALL = /^\/(reset|snapshots|scenario)/;

/** Returns what is wrong with a scenario that was read from a file; undefined if it can be played in a test. */
export function findScenarioMistake(scenario: Scenario, known: KnownCalls): string | undefined {
	const errors = validationErrors(Scenario, scenario);
	if (errors.length > 0) return describeValidationErrors(errors).message;
	return findStepMistake(scenario.steps, known, true);
}

/**
 * Checks each step, so that a mistake in the last one is found before the others are performed.
 * @param isTest tells if the scenario tests a workflow
 * @returns what is wrong and in which step; undefined if all can be performed
 */
export function findStepMistake(
	steps: readonly Step[],
	known: KnownCalls,
	isTest: boolean,
): string | undefined {
	const names = new Set<string>();
	for (const [index, step] of steps.entries()) {
		const { call, name, note } = step;
		const unknown = listReferences(step).find((reference) => !names.has(reference));
		const mistake =
			unknown !== undefined
				? `no earlier step has the name ${unknown}`
				: (findMistake(step, known, isTest) ??
					(name !== undefined && names.has(name) ? `another step has the name ${name}` : undefined));
		if (mistake !== undefined) return `Step ${index + 1} (${call ?? note}): ${mistake}`;
		if (name !== undefined) names.add(name);
	}
	return undefined;
}

function findMistake(step: Step, { endpoints, paths }: KnownCalls, isTest: boolean): string | undefined {
	if (step.expect !== undefined) return findExpectationMistake(step.expect, endpoints);
	if (step.start !== undefined) {
		return isTest
			? undefined
			: 'a trigger is started only in a workflow that is tested with `voice-agent-sandbox test`';
	}
	const { call, body } = toControlCall(step);
	return findCallMistake(call, body, paths);
}

/** Returns the reason why nothing could ever meet an expectation; undefined if something could. */
function findExpectationMistake(
	{ request, message, function: called }: Expectation,
	endpoints: readonly string[],
): string | undefined {
	if (request && !endpoints.includes(request.endpoint)) {
		return `endpoint must be one of ${endpoints.join(', ')}`;
	}
	for (const pattern of [message?.text, called?.text]) {
		try {
			new RegExp(pattern ?? '');
		} catch (error) {
			return `text: ${(error as Error).message}`;
		}
	}
	return undefined;
}

function findCallMistake(call: string, body: object, paths: KnownCalls['paths']): string | undefined {
	const [method = '', path = ''] = call.split(' ');
	if (FORBIDDEN_CALL.test(path)) return 'this call cannot be a step';
	const address = Object.keys(paths).find((template) => matches(template, `/sandbox/v1${path}`));
	const operation = paths[address ?? '']?.[method.toLowerCase()];
	if (operation === undefined) return 'there is no such control call';
	const schema = operation.requestBody?.content['application/json']?.schema;
	// A field that takes its value from an earlier answer is checked when it has one.
	const isOpen = listReferences(body).length > 0;
	const errors = schema === undefined || isOpen ? [] : validationErrors(schema, body);
	const { properties: known = {} } = (schema ?? {}) as { properties?: object };
	const unknown = Object.keys(body).find((name) => !Object.hasOwn(known, name));
	if (unknown !== undefined) return `it takes no field '${unknown}'`;
	return errors.length > 0 ? describeValidationErrors(errors).message : undefined;
}

/** Tells if a path matches a template like `/sandbox/v1/api-keys/{id}`. */
function matches(template: string, path: string): boolean {
	const parts = template.split('/');
	const given = path.split('/');
	return (
		parts.length === given.length &&
		parts.every((part, index) => part.startsWith('{') || part === given[index])
	);
}
