import { tryToParseDateTime } from 'n8n-workflow';

import { InvalidParameterError, quote } from './invalidParameterError';
import { normalizeNumber } from '../numbers/spellings';
import { toAsciiDigits, removeInvisibleAndTrim } from '../text/strings';
import { formatTime, splitIsoDateTime } from '../text/time';
import { findCountry } from '../numbers/countries';
import { parsePhoneNumber, type PhoneNumberRules } from '../numbers/parsePhoneNumber';

/**
 * Returns true if an expression gave no value. A field without one is left
 * out of a request; it never clears anything.
 */
export const hasNoValue = (value: unknown): value is undefined | null =>
	value === undefined || value === null;

/** Returns true for the value of a resource locator. */
const isLocator = (value: object): value is { __rl: true; value: unknown } => '__rl' in value;

/** Returns true for Luxon's DateTime, as `$now` gives it. An invalid one gives null instead of a string. */
const isDateTime = (value: object): value is { toISO(): string | null } =>
	'toISO' in value && typeof value.toISO === 'function';

const isDate = (value: object): value is Date => Object.prototype.toString.call(value) === '[object Date]';

/** Returns true if a value can be sent as text: lists and objects would become `[object Object]` or JSON. */
export const isTextual = (value: unknown): boolean =>
	typeof value !== 'object' ||
	value === null ||
	isDateTime(value) ||
	isDate(value) ||
	(isLocator(value) && isTextual(value.value));

/**
 * Returns the value of a text field without spaces around it; empty for no value.
 * @param isSecret True if no message may quote the value.
 * @throws InvalidParameterError for a list or an object.
 */
export function readTextField(value: unknown, label: string, isSecret = false): string {
	if (isTextual(value)) return toPlainText(value);
	throw new InvalidParameterError(
		`${isSecret ? label : `${label} ${quote(value)}`} is ${Array.isArray(value) ? 'a list' : 'an object'}, not text`,
		'Use an expression that gives text, such as one field of an object or the entries of a list joined by .join(", ").',
	);
}

/** Returns any value as text without spaces around it; empty for no value. */
export function toPlainText(value: unknown): string {
	if (hasNoValue(value)) return '';
	if (typeof value !== 'object') return String(value).trim();
	if (isLocator(value)) return toPlainText(value.value);
	if (isDateTime(value)) return value.toISO() ?? '';
	if (isDate(value)) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return JSON.stringify(value);
}

const BY_TEXT: Record<string, boolean> = { true: true, false: false, '1': true, '0': false };

/**
 * Reads a switch. Sheets, CSV files and forms give text, so `true` and `false` count in any case and with
 * spaces around them, as do 1 and 0.
 * @throws InvalidParameterError for anything else, including no value.
 */
export function readBoolean(value: unknown, label: string): boolean {
	const text = ['string', 'number', 'boolean'].includes(typeof value)
		? String(value).trim().toLowerCase()
		: '';
	if (Object.hasOwn(BY_TEXT, text)) return BY_TEXT[text] === true;
	throw new InvalidParameterError(
		hasNoValue(value) ? `${label} has no value` : `${label} ${quote(value)} is neither true nor false`,
		'Turn the switch on or off, or use an expression that gives true or false.',
	);
}

/** The lowest and the highest number allowed; without one the range is open. */
export interface Bounds {
	minValue?: number | undefined;
	maxValue?: number | undefined;
}

/**
 * Reads a whole number, also given as text.
 * @throws InvalidParameterError for anything else, and for a number outside the bounds.
 */
export const readInteger = (value: unknown, label: string, bounds: Bounds): number =>
	readMatching(/^[+-]?\d+$/, 'a whole number', value, label, bounds);

/**
 * Reads a number with or without decimals, also given as text.
 * @throws InvalidParameterError for anything else, and for a number outside the bounds.
 */
export const readNumber = (value: unknown, label: string, bounds: Bounds): number =>
	readMatching(/^[+-]?\d+(\.\d+)?$/, 'a number', value, label, bounds);

function readMatching(pattern: RegExp, what: string, value: unknown, label: string, bounds: Bounds): number {
	const { minValue = -Infinity, maxValue = Infinity } = bounds;
	const text =
		typeof value === 'number' || typeof value === 'string' ? toAsciiDigits(toPlainText(value)) : '';
	const number = pattern.test(text) ? Number(text) : NaN;
	const isExact = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	if (isExact && number >= minValue && number <= maxValue) return number;
	const range = describeRange(bounds);
	throw new InvalidParameterError(
		toPlainText(value) === ''
			? `${label} is empty`
			: `${label} ${quote(value)} is not ${what}${range && ` ${range}`}`,
		`Enter ${what}${range && ` ${range}`}.`,
	);
}

function describeRange({ minValue, maxValue }: Bounds): string {
	if (minValue !== undefined && maxValue !== undefined) return `from ${minValue} to ${maxValue}`;
	if (minValue !== undefined) return `of at least ${minValue}`;
	return maxValue === undefined ? '' : `of at most ${maxValue}`;
}

/** An entry of a list: the name that the panel shows and the value that workflows save. */
export interface Choice {
	name: string;
	value: string | number | boolean;
}

/**
 * Reads one of the entries of a list by its value; an expression may give anything.
 * @throws InvalidParameterError for a value that the list does not have.
 */
export function readChoice<Value extends Choice['value']>(
	value: unknown,
	label: string,
	choices: ReadonlyArray<{ value: Value }>,
): Value {
	const text = toPlainText(value);
	const found = choices.find((choice) => String(choice.value) === text);
	if (found) return found.value;
	throw new InvalidParameterError(
		text === '' ? `${label} is empty` : `${label} ${quote(text)} is not one of its options`,
		`Choose one from the list, or use an expression that gives one of: ${choices.map((choice) => choice.value).join(', ')}.`,
	);
}

/**
 * Milliseconds since 1970, from 2001 to 2286. A number of another length could be seconds, or 202605311400.
 */
const EPOCH_MILLISECONDS = /^\d{13}$/;

/**
 * Reads a point in time and returns it in UTC (ISO 8601). Takes ISO 8601, milliseconds since 1970, n8n's
 * DateTime and Date objects.
 * @param timezone The zone of the workflow; it applies if the value names none.
 * @throws InvalidParameterError for anything else.
 */
export function readDateTime(value: unknown, label: string, timezone: string): string {
	const dateTime = parseDateTime(value, timezone);
	if (dateTime !== undefined) return dateTime;
	throw new InvalidParameterError(
		toPlainText(value) === '' ? `${label} is empty` : `${label} ${quote(value)} is not a date and time`,
		'Choose a date, or enter one as 2026-05-31T14:00:00.',
	);
}

function parseDateTime(value: unknown, timezone: string): string | undefined {
	const text = toAsciiDigits(toPlainText(value));
	if (EPOCH_MILLISECONDS.test(text)) return formatTime(Number(text));
	const parts = splitIsoDateTime(text);
	if (!parts) return undefined;
	const { day, time, zone = '' } = parts;
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
 * Reads a full web address and returns it as it was given.
 * @throws InvalidParameterError for anything but http and https.
 */
export function readUrl(value: unknown, label: string, example: string): string {
	const url = toPlainText(value);
	const advice = `Enter a full address, e.g. ${example}.`;
	if (url === '') throw new InvalidParameterError(`${label} is empty`, advice);
	if (/^https?:\/\/[^\s/]\S*$/i.test(url) && URL.canParse(url)) return url;
	throw new InvalidParameterError(`${label} ${quote(url)} is not a web address`, advice);
}

/**
 * Reads an ID of the service. It has only letters, digits, `-` and `_`, so that
 * an ID in a path cannot lead anywhere else.
 * @param whereToFind A sentence that says where the ID is found.
 * @throws InvalidParameterError for no ID, and for any other character.
 */
export function readId(value: unknown, label: string, whereToFind: string): string {
	const id = removeInvisibleAndTrim(toPlainText(value));
	requireExactDigits(value, label);
	if (/^[\w-]+$/.test(id)) return id;
	if (id === '') throw new InvalidParameterError(`${label} is empty`, whereToFind);
	if (normalizeNumber(id) !== undefined) {
		throw new InvalidParameterError(`${label} ${quote(id)} is a phone number, not an ID`, whereToFind);
	}
	throw new InvalidParameterError(
		`${label} ${quote(id)} is not an ID`,
		`An ID has only letters, digits, - and _. ${whereToFind}`,
	);
}

/**
 * Checks that a number has the digits that were written: JavaScript rounds whole numbers beyond 2^53.
 * @throws InvalidParameterError for a number that it has rounded, or may have.
 */
function requireExactDigits(value: unknown, label: string): void {
	const given = typeof value === 'object' && value !== null && isLocator(value) ? value.value : value;
	if (typeof given !== 'number' || Math.abs(given) <= Number.MAX_SAFE_INTEGER) return;
	throw new InvalidParameterError(
		`${label} is a number with more digits than JavaScript keeps`,
		'Write it as text, in quotation marks where it comes from JSON.',
	);
}

/**
 * Reads a phone number and returns it in E.164.
 * @param example A number in the form that the field takes.
 * @throws InvalidParameterError if it is not a phone number with its country code.
 */
export function readPhoneNumber(
	value: unknown,
	label: string,
	example: string,
	rules?: PhoneNumberRules,
): string {
	const typed = toPlainText(value);
	const advice = `Enter the number with its country code, e.g. ${example}.`;
	if (typed === '') throw new InvalidParameterError(`${label} is empty`, advice);
	const number = parsePhoneNumber(typed, rules);
	if (number.ok) return number.value;
	throw new InvalidParameterError(
		`${label} ${quote(typed)} is not a phone number with its country code`,
		`${number.problem}. ${advice}`,
	);
}

/**
 * Reads a number in the form in which the service lists it; it may also be the ID of a chat-app business number.
 * @throws InvalidParameterError if it is not a number.
 */
export function readPhoneNumberOrId(
	value: unknown,
	label: string,
	advice = 'Enter a number like +14155550123, or digits alone for a number of the chat app.',
): string {
	const typed = readTextField(value, label);
	requireExactDigits(value, label);
	const number = normalizeNumber(typed);
	if (number !== undefined) return number;
	throw new InvalidParameterError(
		typed === '' ? `${label} is empty` : `${label} ${quote(typed)} is not a phone number`,
		advice,
	);
}

/**
 * Reads a country calling code such as `+44`, `0044` or `44` and returns its digits.
 * @throws InvalidParameterError for anything else.
 */
export function readCallingCode(value: unknown, label: string): string {
	const code = normalizeNumber(toPlainText(value))?.replace('+', '') ?? '';
	if (findCountry(code)) return code;
	throw new InvalidParameterError(
		`${label} ${quote(value)} is not a country code`,
		'Enter a country code, e.g. +44.',
	);
}
