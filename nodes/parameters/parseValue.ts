import { tryToParseDateTime } from 'n8n-workflow';

import { findCountry } from '../numbers/countries';
import { parsePhoneNumber, type PhoneNumberRules } from '../numbers/parsePhoneNumber';
import { normalizeNumber } from '../numbers/spellings';
import { cleanText, isScalar, toAsciiDigits } from '../text/strings';
import { formatTime, splitIsoDateTime } from '../text/time';
import { describeWhereToFind, type FieldDefinition, findExample, holdsSecret } from './definition';
import { type ParsedValue, quote, type Refusal } from './invalidParameterError';

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

/** Returns any value as text without spaces around it; empty for no value. */
export function toPlainText(value: unknown): string {
	if (isScalar(value)) return String(value).trim();
	if (typeof value !== 'object' || value === null) return '';
	if (isLocator(value)) return toPlainText(value.value);
	if (isDateTime(value)) return value.toISO() ?? '';
	if (isDate(value)) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
	return JSON.stringify(value);
}

/** @param isNot Says what the value is not, such as `not an ID`, unless it is empty. */
const refuseValue = (value: unknown, isNot: string, advice: string): { ok: false; problem: Refusal } => ({
	ok: false,
	problem: { fault: toPlainText(value) === '' ? 'is empty' : `${quote(value)} is ${isNot}`, advice },
});

/** Parses the value of a text field: text without spaces around it, empty for no value, but no list and no object. */
export function parseTextValue(value: unknown, field: FieldDefinition = {}): ParsedValue<string> {
	if (isTextual(value)) return { ok: true, value: toPlainText(value) };
	const isNot = `${Array.isArray(value) ? 'a list' : 'an object'}, not text`;
	return {
		ok: false,
		problem: {
			fault: holdsSecret(field) ? `is ${isNot}` : `${quote(value)} is ${isNot}`,
			advice:
				'Use an expression that gives text, such as one field of an object or the entries of a list joined by .join(", ").',
		},
	};
}

const BY_TEXT: Record<string, boolean> = { true: true, false: false, '1': true, '0': false };

/**
 * Parses the value of a switch. Sheets, CSV files and forms give text, so `true` and `false` count in any case and with
 * spaces around them, as do 1 and 0.
 */
export function parseBooleanValue(value: unknown): ParsedValue<boolean> {
	const text = ['string', 'number', 'boolean'].includes(typeof value)
		? String(value).trim().toLowerCase()
		: '';
	const parsed = Object.hasOwn(BY_TEXT, text) ? BY_TEXT[text] : undefined;
	if (parsed !== undefined) return { ok: true, value: parsed };
	const fault = hasNoValue(value) ? 'has no value' : `${quote(value)} is neither true nor false`;
	const advice = 'Turn the switch on or off, or use an expression that gives true or false.';
	return { ok: false, problem: { fault, advice } };
}

/** Parses a whole number within the limits of the field, also given as text. */
export const parseIntegerValue = (value: unknown, field: FieldDefinition = {}): ParsedValue<number> =>
	parseNumeric(/^[+-]?\d+$/, 'a whole number', value, field);

/** Parses a number with or without decimals within the limits of the field, also given as text. */
export const parseNumberValue = (value: unknown, field: FieldDefinition = {}): ParsedValue<number> =>
	parseNumeric(/^[+-]?\d+(\.\d+)?$/, 'a number', value, field);

function parseNumeric(
	pattern: RegExp,
	what: string,
	value: unknown,
	{ typeOptions: bounds = {} }: FieldDefinition,
): ParsedValue<number> {
	const { minValue = -Infinity, maxValue = Infinity } = bounds;
	const text =
		typeof value === 'number' || typeof value === 'string' ? toAsciiDigits(toPlainText(value)) : '';
	const number = pattern.test(text) ? Number(text) : NaN;
	const isExact = Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	if (isExact && number >= minValue && number <= maxValue) return { ok: true, value: number };
	const range = describeRange(bounds);
	const inRange = range === '' ? what : `${what} ${range}`;
	return refuseValue(value, `not ${inRange}`, `Enter ${inRange}.`);
}

/** The lowest and the highest number allowed; without one the range is open. */
function describeRange({ minValue, maxValue }: { minValue?: number; maxValue?: number }): string {
	if (minValue !== undefined && maxValue !== undefined) return `from ${minValue} to ${maxValue}`;
	if (minValue !== undefined) return `of at least ${minValue}`;
	return maxValue === undefined ? '' : `of at most ${maxValue}`;
}

/** An entry of a list: the name that the panel shows and the value that workflows save. */
interface Choice {
	name: string;
	value: string | number | boolean;
}

/** Parses one of the entries of the field's list by its value; an expression may give anything. */
export function parseChoiceValue(value: unknown, { options = [] }: FieldDefinition): ParsedValue<string> {
	const text = toPlainText(value);
	const choices = (options as Choice[]).map((choice) => String(choice.value));
	if (choices.includes(text)) return { ok: true, value: text };
	const advice = `Choose one from the list, or use an expression that gives one of: ${choices.join(', ')}.`;
	return refuseValue(text, 'not one of its options', advice);
}

/**
 * Milliseconds since 1970, from 2001 to 2286. A number of another length could be seconds, or 202605311400.
 */
const EPOCH_MILLISECONDS = /^\d{13}$/;

/**
 * Parses a point in time and returns it in UTC (ISO 8601). Takes ISO 8601, milliseconds since 1970, n8n's
 * DateTime and Date objects.
 * @param timezone The zone of the workflow; it applies if the value names none.
 */
export function parseDateTimeValue(value: unknown, timezone: string): ParsedValue<string> {
	const dateTime = toUtc(value, timezone);
	if (dateTime !== undefined) return { ok: true, value: dateTime };
	return refuseValue(value, 'not a date and time', 'Choose a date, or enter one as 2026-05-31T14:00:00.');
}

function toUtc(value: unknown, timezone: string): string | undefined {
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

/** Parses a full web address, http or https, and returns it as it was given. */
export function parseUrlValue(value: unknown, field: FieldDefinition = {}): ParsedValue<string> {
	const url = toPlainText(value);
	if (/^https?:\/\/[^\s/]\S*$/i.test(url) && URL.canParse(url)) return { ok: true, value: url };
	return refuseValue(url, 'not a web address', `Enter a full address, e.g. ${findExample(field)}.`);
}

/**
 * Parses an ID of the service. It has only letters, digits, `-` and `_`, so that
 * an ID in a path cannot lead anywhere else.
 */
export function parseIdValue(value: unknown, field: FieldDefinition = {}): ParsedValue<string> {
	const id = cleanText(toPlainText(value));
	if (isRounded(value)) return ROUNDED;
	if (/^[\w-]+$/.test(id)) return { ok: true, value: id };
	const whereToFind = describeWhereToFind(field);
	if (id !== '' && normalizeNumber(id) !== undefined) {
		return refuseValue(id, 'a phone number, not an ID', whereToFind);
	}
	const advice = `An ID has only letters, digits, - and _. ${whereToFind}`;
	return refuseValue(id, 'not an ID', id === '' ? whereToFind : advice);
}

/** Tells whether JavaScript has rounded a whole number, or may have: it does so beyond 2^53. */
function isRounded(value: unknown): boolean {
	const given = typeof value === 'object' && value !== null && isLocator(value) ? value.value : value;
	return typeof given === 'number' && Math.abs(given) > Number.MAX_SAFE_INTEGER;
}

const ROUNDED: { ok: false; problem: Refusal } = {
	ok: false,
	problem: {
		fault: 'is a number with more digits than JavaScript keeps',
		advice: 'Write it as text, in quotation marks where it comes from JSON.',
	},
};

/** Parses a phone number with its country code and returns it in E.164. */
export function parseE164Value(
	value: unknown,
	field: FieldDefinition = {},
	rules?: PhoneNumberRules,
): ParsedValue<string> {
	const typed = toPlainText(value);
	const number = parsePhoneNumber(typed, rules);
	if (number.ok) return number;
	const advice = `Enter the number with its country code, e.g. ${findExample(field)}.`;
	const isNot = 'not a phone number with its country code';
	return refuseValue(typed, isNot, typed === '' ? advice : `${number.problem}. ${advice}`);
}

/** Parses a number in the form in which the service lists it; it may also be the ID of a chat-app business number. */
export function parseNumberOrIdValue(
	value: unknown,
	advice = 'Enter a number like +14155550123, or digits alone for a number of the chat app.',
): ParsedValue<string> {
	const typed = parseTextValue(value);
	if (!typed.ok) return typed;
	if (isRounded(value)) return ROUNDED;
	const number = normalizeNumber(typed.value);
	return number === undefined
		? refuseValue(typed.value, 'not a phone number', advice)
		: { ok: true, value: number };
}

/** Parses a country calling code such as `+44`, `0044` or `44` and returns its digits. */
export function parseCallingCode(value: unknown): ParsedValue<string> {
	const code = normalizeNumber(toPlainText(value))?.replace('+', '') ?? '';
	if (findCountry(code)) return { ok: true, value: code };
	return refuseValue(value, 'not a country code', 'Enter a country code, e.g. +44.');
}
