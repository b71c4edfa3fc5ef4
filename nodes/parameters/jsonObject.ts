import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';
import { escapeInvisible } from '../text/strings';
import { InvalidParameterError, type ParsedValue, quote, type Refusal } from './invalidParameterError';
import { hasNoValue } from './parseValue';

/** Returns false for a date, which is an object in JavaScript but a string in JSON. */
const isJsonObject = (value: unknown): value is IDataObject =>
	isRecord(value) && typeof value.toJSON !== 'function';

/** Parses a JSON object. */
export function parseJsonObject(value: unknown): ParsedValue<IDataObject> {
	const advice = 'Enter names and values in curly brackets, e.g. { "order": "A-17" }.';
	const parsed = parseJsonField(value, advice);
	if (!parsed.ok) return parsed;
	if (isJsonObject(parsed.value)) return { ok: true, value: parsed.value };
	return refuseJson(`${quote(value)} is not a JSON object`, advice);
}

/** Parses a JSON list of objects. */
export function parseJsonList(value: unknown, example: string): ParsedValue<IDataObject[]> {
	const advice = `Enter a list, e.g. ${example}.`;
	const parsed = parseJsonField(value, advice);
	if (!parsed.ok) return parsed;
	if (Array.isArray(parsed.value) && parsed.value.every(isJsonObject)) {
		return { ok: true, value: parsed.value };
	}
	return refuseJson(`${quote(value)} is not a JSON list of objects`, advice);
}

/**
 * Refuses a field that the node sets itself.
 * @param adviceByField Each of these fields, with the sentence that says what to do instead.
 * @throws InvalidParameterError for the first of them that is there.
 */
export function refuseReservedFields(
	fields: IDataObject,
	label: string,
	adviceByField: Readonly<Record<string, string>>,
): void {
	const reserved = Object.keys(fields).find((name) => Object.hasOwn(adviceByField, name));
	if (reserved === undefined) return;
	throw new InvalidParameterError(
		`${label} contains '${reserved}', which the node sets itself`,
		adviceByField[reserved] ?? '',
	);
}

/**
 * Parses the text of a JSON field, which may begin with a byte order mark; an expression may give the value itself.
 * Empty text gives undefined.
 */
function parseJsonField(value: unknown, advice: string): ParsedValue<unknown> {
	if (hasNoValue(value)) return refuseJson('has no value', advice);
	const text = typeof value === 'string' ? value.replace(/^\ufeff/, '') : undefined;
	const parsed = text === undefined ? value : parseJson(text);
	if (hasRoundedNumber(parsed)) {
		return refuseJson(
			'has a number with more digits than JavaScript keeps',
			'Write it as text, in quotation marks, e.g. "940011020088123456".',
		);
	}
	if (text === undefined || parsed !== undefined || text.trim() === '') return { ok: true, value: parsed };
	return refuseJson(`is not valid JSON: ${describeSyntaxError(text)}`, advice);
}

const refuseJson = (fault: string, advice: string): { ok: false; problem: Refusal } => ({
	ok: false,
	problem: { fault, advice },
});

/** Tells whether JavaScript has rounded a number in a value, or may have. */
function hasRoundedNumber(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isSafeInteger(value) && !(value % 1);
	return typeof value === 'object' && value !== null && Object.values(value).some(hasRoundedNumber);
}

/** Matches the excerpt of the text at the end of an error message of `JSON.parse`. It may contain secrets. */
const EXCERPT = /, (\.\.\.)?".*$/s;

/** Returns the reason why `JSON.parse` rejects a string, such as `unexpected token '}'`. */
function describeSyntaxError(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		const message = (error as SyntaxError).message.replace(EXCERPT, '');
		return escapeInvisible(`${message.slice(0, 1).toLowerCase()}${message.slice(1)}`);
	}
}
