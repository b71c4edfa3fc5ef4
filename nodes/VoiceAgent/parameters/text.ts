import { InvalidParameterError } from './invalidParameterError';
import { hasNoValue, quoted } from './value';

/** The value chosen in a resource locator. */
const isLocator = (value: object): value is { __rl: true; value: unknown } => '__rl' in value;

/** Luxon's DateTime, as `$now` gives it; an invalid one has no text. */
const isDateTime = (value: object): value is { toISO(): string | null } =>
	'toISO' in value && typeof value.toISO === 'function';

const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === '[object Date]';

/** Whether a value can stand where a text belongs: neither a list nor an object, which would be sent as `[object Object]` or as JSON. */
export const isTextual = (value: unknown): boolean =>
	typeof value !== 'object' ||
	value === null ||
	isDateTime(value) ||
	isDate(value) ||
	(isLocator(value) && isTextual(value.value));

/**
 * A value of a field that holds text, without blanks around it; empty for no value.
 * @throws Refusal for a list or an object.
 */
export function readTextField(value: unknown, label: string): string {
	if (isTextual(value)) return readText(value);
	throw new InvalidParameterError(
		`${label} ${quoted(value)} is ${Array.isArray(value) ? 'a list' : 'an object'}, not a text`,
		'Use an expression that gives a text, such as one field of an object or the entries of a list joined by .join(", ").',
	);
}

/** Any value as text without blanks around it; empty for no value. */
export function readText(value: unknown): string {
	if (hasNoValue(value)) return '';
	if (typeof value !== 'object') return String(value).trim();
	if (isLocator(value)) return readText(value.value);
	if (isDateTime(value)) return value.toISO() ?? '';
	if (isDate(value)) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return JSON.stringify(value);
}
