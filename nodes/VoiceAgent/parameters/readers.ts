import { tryToParseDateTime } from 'n8n-workflow';

import { InvalidParameterError, quoted } from './invalidParameterError';
import { withoutInvisible } from '../../shared/invisible';

/** Whether an expression gave no value. A field without one is left out of a request; it never clears anything. */
export const hasNoValue = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

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

const BY_TEXT: Record<string, boolean> = { true: true, false: false, '1': true, '0': false };

/**
 * A switch. Sheets, CSV files and forms give text, so `true` and `false` count in any case and with blanks around them,
 * as do 1 and 0.
 * @throws Refusal for anything else, an expression without a value included.
 */
export function readBoolean(value: unknown, label: string): boolean {
	const text = ['string', 'number', 'boolean'].includes(typeof value)
		? String(value).trim().toLowerCase()
		: '';
	if (Object.hasOwn(BY_TEXT, text)) return BY_TEXT[text] === true;
	throw new InvalidParameterError(
		hasNoValue(value) ? `${label} has no value` : `${label} ${quoted(value)} is neither true nor false`,
		'Turn the switch on or off, or use an expression that gives true or false.',
	);
}

/** Both ends belong to the range; without an end it is open. */
export interface Bounds {
	minValue?: number | undefined;
	maxValue?: number | undefined;
}

/**
 * A whole number, also given as text.
 * @throws Refusal for anything else, and outside the bounds.
 */
export function readInteger(value: unknown, label: string, bounds: Bounds): number {
	const { minValue = -Infinity, maxValue = Infinity } = bounds;
	const text = typeof value === 'number' || typeof value === 'string' ? readText(value) : '';
	const number = /^[+-]?\d+$/.test(text) ? Number(text) : NaN;
	if (Number.isSafeInteger(number) && number >= minValue && number <= maxValue) return number;
	const range = rangeOf(bounds);
	throw new InvalidParameterError(
		readText(value) === ''
			? `${label} is empty`
			: `${label} ${quoted(value)} is not a whole number${range && ` ${range}`}`,
		`Enter a whole number${range && ` ${range}`}.`,
	);
}

function rangeOf({ minValue, maxValue }: Bounds): string {
	if (minValue !== undefined && maxValue !== undefined) return `from ${minValue} to ${maxValue}`;
	if (minValue !== undefined) return `from ${minValue} up`;
	return maxValue === undefined ? '' : `up to ${maxValue}`;
}

/** An entry of a list, as the panel shows it and as workflows save it. */
export interface Choice {
	name: string;
	value: string | number | boolean;
}

/**
 * One of the entries of a list, by its value; an expression may give anything.
 * @throws Refusal for what the list does not have.
 */
export function readChoice<Value extends Choice['value']>(
	value: unknown,
	label: string,
	choices: ReadonlyArray<{ value: Value }>,
): Value {
	const text = readText(value);
	const found = choices.find((choice) => String(choice.value) === text);
	if (found) return found.value;
	throw new InvalidParameterError(
		text === '' ? `${label} is empty` : `${label} ${quoted(text)} is none of its options`,
		`Choose one from the list, or use an expression that gives one of: ${choices.map((choice) => choice.value).join(', ')}.`,
	);
}

/** A day, with a time and a zone or without. `05/06/2026` is May in one country and June in another. */
const ISO_8601 =
	/^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?: ?(Z|[+-]\d{2}(?::?\d{2})?))?)?$/i;

/** Milliseconds since 1970, from 2001 to 2286: other counts of digits may as well be seconds, or 202605311400. */
const EPOCH_MILLISECONDS = /^\d{13}$/;

/**
 * A point in time as the service wants it: ISO 8601 in UTC. Takes ISO 8601, milliseconds since 1970, n8n's DateTime and
 * Date objects.
 * @param timezone Of the workflow; counts where the value names none.
 * @throws Refusal for anything else.
 */
export function readDateTime(value: unknown, label: string, timezone: string): string {
	const dateTime = parse(value, timezone);
	if (dateTime !== undefined) return dateTime;
	throw new InvalidParameterError(
		readText(value) === '' ? `${label} is empty` : `${label} ${quoted(value)} is not a date and time`,
		'Choose a date, or enter one as 2026-05-31T14:00:00.',
	);
}

function parse(value: unknown, timezone: string): string | undefined {
	const text = readText(value);
	if (EPOCH_MILLISECONDS.test(text)) return new Date(Number(text)).toISOString();
	const [, day = '', time = '00:00', zone = ''] = ISO_8601.exec(text) ?? [];
	if (day === '') return undefined;
	try {
		const dateTime = tryToParseDateTime(`${day}T${time}${zone}`, timezone);
		// n8n takes the 30th of February for a day in March.
		if (dateTime.toISODate() !== day) return undefined;
		return dateTime.toUTC().toISO() ?? undefined;
	} catch {
		return undefined;
	}
}

/**
 * A full web address, as it was given.
 * @throws Refusal for anything but http and https.
 */
export function readUrl(value: unknown, label: string, example: string): string {
	const url = readText(value);
	const advice = `Enter a full address, e.g. ${example}.`;
	if (url === '') throw new InvalidParameterError(`${label} is empty`, advice);
	if (/^https?:\/\/[^\s/]+[^\s]*$/i.test(url) && URL.canParse(url)) return url;
	throw new InvalidParameterError(`${label} ${quoted(url)} is not a web address`, advice);
}

/**
 * An ID of the service. Only letters, digits, `-` and `_`, so that an ID in a path cannot lead anywhere else.
 * @param advice Where to find the ID.
 * @throws Refusal for none, and for any other character.
 */
export function readId(value: unknown, label: string, advice: string): string {
	const id = withoutInvisible(readText(value)).trim();
	if (/^[\w-]+$/.test(id)) return id;
	throw new InvalidParameterError(
		id === '' ? `${label} is empty` : `${label} ${quoted(id)} is not an ID`,
		id === '' ? advice : `An ID has only letters, digits, - and _. ${advice}`,
	);
}
