import type { TSchema } from 'typebox';
import { plainError } from '../http/errors.ts';
import { describeValidationErrors, validationErrors } from '../http/validation.ts';
import type { App } from '../plugin.ts';
import { toControlCall, type Step } from './scenario.ts';

interface Operation {
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: TSchema }>> };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Matches calls that would remove the run itself, or begin another. */
const NO_STEP = /^\/(reset|snapshots|scenario)/;

/**
 * Checks the control call of each step, so that a mistake in the last one is found before the others are
 * performed.
 * @throws {ServiceError} 400 that names the step
 */
export function checkSteps(steps: readonly Step[], app: Pick<App, 'swagger'>): void {
	for (const [index, step] of steps.entries()) {
		const { call, body } = toControlCall(step);
		const refusal = findRefusal(call, body, app.swagger().paths as Paths);
		if (refusal !== undefined) throw plainError(400, `Step ${index + 1} (${call}): ${refusal}`);
	}
}

function findRefusal(call: string, body: object, paths: Paths): string | undefined {
	const [method = '', path = ''] = call.split(' ');
	if (NO_STEP.test(path)) return 'this call cannot be a step';
	const address = Object.keys(paths).find((template) => matches(template, `/sandbox/v1${path}`));
	const operation = paths[address ?? '']?.[method.toLowerCase()];
	if (operation === undefined) return 'there is no such control call';
	const schema = operation.requestBody?.content['application/json']?.schema;
	const errors = schema === undefined ? [] : validationErrors(schema, body);
	const unknown = Object.keys(body).find(
		(name) => !Object.hasOwn((schema as { properties?: object } | undefined)?.properties ?? {}, name),
	);
	if (errors.length > 0) return describeValidationErrors(errors).message;
	return unknown === undefined ? undefined : `it takes no field '${unknown}'`;
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
