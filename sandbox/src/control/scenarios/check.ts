import type { TSchema } from 'typebox';
import { plainError } from '../../service/http/errors.ts';
import { describeValidationErrors, validationErrors } from '../../service/http/bodies.ts';
import type { App } from '../../service/plugin.ts';
import type { Expectation } from './expectation.ts';
import { listReferences } from './placeholders.ts';
import { toControlCall, type Step } from './scenario.ts';

interface Operation {
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Matches calls that would remove the run itself, or begin another. */
const NO_STEP = /^\/(reset|snapshots|scenario)/;

type Used = Pick<App, 'faults' | 'swagger'>;

/**
 * Checks each step, so that a mistake in the last one is found before the others are performed.
 * @param hasWorkflow tells if the scenario is played against a workflow in n8n
 * @throws {ServiceError} 400 that names the step
 */
export function checkSteps(steps: readonly Step[], app: Used, hasWorkflow: boolean): void {
	const names = new Set<string>();
	for (const [index, step] of steps.entries()) {
		const { call, name, note } = step;
		const what = call ?? note;
		const refuse = (refusal: string) => plainError(400, `Step ${index + 1} (${what}): ${refusal}`);
		const unknown = listReferences(step).find((reference) => !names.has(reference));
		if (unknown !== undefined) throw refuse(`no earlier step has the name ${unknown}`);
		const refusal = findMistake(step, app, hasWorkflow);
		if (refusal !== undefined) throw refuse(refusal);
		if (name === undefined) continue;
		if (names.has(name)) throw refuse(`another step has the name ${name}`);
		names.add(name);
	}
}

/** Finds what an expectation could never be met by. */
function findMistakenExpectation({ request, message, function: called }: Expectation, { faults }: Used) {
	if (request && !faults.endpoints.includes(request.endpoint)) {
		return `endpoint must be one of ${faults.endpoints.join(', ')}`;
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

function findMistake(step: Step, app: Used, hasWorkflow: boolean): string | undefined {
	if (step.expect !== undefined) return findMistakenExpectation(step.expect, app);
	if (step.start !== undefined) {
		return hasWorkflow
			? undefined
			: 'a trigger is started only in a workflow that is tested with `voice-agent-sandbox test`';
	}
	const { call, body } = toControlCall(step);
	return findRefusal(call, body, app.swagger().paths as Paths);
}

function findRefusal(call: string, body: object, paths: Paths): string | undefined {
	const [method = '', path = ''] = call.split(' ');
	if (NO_STEP.test(path)) return 'this call cannot be a step';
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
