/** A reference to the answer of an earlier step: its name, then the path to a field, as in `${sms.message.id}`. */
const PLACEHOLDER = /\$\{(\w+)((?:\.\w+)*)\}/g;
const ONLY_PLACEHOLDER = /^\$\{(\w+)((?:\.\w+)*)\}$/;

/** The answers of the steps that have a name. */
export type Answers = Readonly<Record<string, unknown>>;

/** An error which says that an answer has no field that a placeholder names. */
export class UnknownFieldError extends Error {}

/** Lists the names of the steps that a value refers to, at any depth. */
export function listReferences(value: unknown): string[] {
	return [...JSON.stringify(value ?? null).matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/**
 * Replaces the placeholders in the texts of a JSON value. A text that is nothing but a placeholder becomes the
 * value that it stands for, of whatever type.
 * @throws {UnknownFieldError} when the answer of the step has no such field
 */
export function fillPlaceholders<Value>(value: Value, answers: Answers): Value {
	if (typeof value === 'string') return fillText(value, answers) as Value;
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((item: unknown) => fillPlaceholders(item, answers)) as Value;
	const fields = Object.entries(value as Record<string, unknown>).map(([name, field]) => [
		name,
		fillPlaceholders(field, answers),
	]);
	return Object.fromEntries(fields) as Value;
}

/**
 * Replaces the placeholders in a regular expression by patterns that match just what they stand for.
 * @throws {UnknownFieldError} as {@link fillPlaceholders}
 */
export function fillPattern(pattern: string, answers: Answers): string {
	const escape = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
	return replacePlaceholders(pattern, answers, escape);
}

function fillText(text: string, answers: Answers): unknown {
	const only = ONLY_PLACEHOLDER.exec(text);
	return only
		? lookUp(answers, only[1] ?? '', only[2] ?? '')
		: replacePlaceholders(text, answers, (value) => value);
}

function replacePlaceholders(text: string, answers: Answers, write: (value: string) => string): string {
	return text.replace(PLACEHOLDER, (_, name: string, path: string) => {
		const value = lookUp(answers, name, path);
		return write(typeof value === 'string' ? value : JSON.stringify(value));
	});
}

function lookUp(answers: Answers, name: string, path: string): unknown {
	const fields = [name, ...path.split('.').slice(1)];
	let value: unknown = answers;
	for (const field of fields) {
		const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, field);
		if (!isThere) throw new UnknownFieldError(`The answer of step "${name}" has no ${path.slice(1)}`);
		value = (value as Readonly<Record<string, unknown>>)[field];
	}
	return value;
}
