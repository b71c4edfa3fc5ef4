import { isRecord } from './json';

/** One step of a path: `.name`, `name`, `[0]`, `['a name']` or `["a name"]`. */
const STEP = /\.?([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/y;

/**
 * Returns the names along a path such as `contact.phone`, `contacts[0].phone` or `c['phone number']`, the forms that
 * n8n's editor gives when a field is dragged. Returns undefined if the string is not a path.
 */
function parseSteps(path: string): string[] | undefined {
	const steps: string[] = [];
	let position = 0;
	while (position < path.length) {
		STEP.lastIndex = position;
		const match = STEP.exec(path);
		if (!match) return undefined;
		steps.push(match[1] ?? match[2] ?? match[3] ?? match[4] ?? '');
		position = STEP.lastIndex;
	}
	return steps;
}

/** Tells whether a string is a path that {@link valueAt} takes. */
export const isFieldPath = (text: string): boolean => (parseSteps(text)?.length ?? 0) > 0;

/**
 * Returns the value at a path, by own properties only; undefined if there is none. A field that has the whole path as
 * its name, such as `data.id`, comes first.
 */
export function valueAt(data: unknown, path: string): unknown {
	if (isRecord(data) && Object.hasOwn(data, path)) return data[path];
	const steps = parseSteps(path);
	if (!steps || steps.length === 0) return undefined;
	let value = data;
	for (const name of steps) {
		if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
		value = (value as Record<string, unknown>)[name];
	}
	return value;
}

/** Formats names and positions in lists as a path, as {@link valueAt} takes it. */
export const formatPath = (steps: ReadonlyArray<string | number>): string =>
	steps
		.map((step) => {
			if (typeof step === 'number') return `[${step}]`;
			return /^[^.[\]]+$/.test(step) ? `.${step}` : `['${step}']`;
		})
		.join('')
		.replace(/^\./, '');

/**
 * Returns the words of a field's name in lower case: `call id` for `call_id`, `callId`, `CallId` and `CALL_ID`. Digits
 * are dropped.
 */
export const toNameWords = (name: string): string =>
	name
		.replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
		.toLowerCase()
		.replace(/[^a-z]+/g, ' ')
		.trim();
