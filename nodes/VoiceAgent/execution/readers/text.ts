import { hasNoValue } from './value';

/** The value chosen in a resource locator. */
const isLocator = (value: object): value is { __rl: true; value: unknown } => '__rl' in value;

/** Luxon's DateTime, as `$now` gives it; an invalid one has no text. */
const isDateTime = (value: object): value is { toISO(): string | null } =>
	'toISO' in value && typeof value.toISO === 'function';

const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === '[object Date]';

/** Any value as text without blanks around it; empty for no value. */
export function readText(value: unknown): string {
	if (hasNoValue(value)) return '';
	if (typeof value !== 'object') return String(value).trim();
	if (isLocator(value)) return readText(value.value);
	if (isDateTime(value)) return value.toISO() ?? '';
	if (isDate(value)) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return JSON.stringify(value);
}
