import type { IDataObject } from 'n8n-workflow';

import { hasNoValue } from './readers';
import { escapeInvisible } from '../text/strings';
import { isRecord, parseJson } from '../text/json';
import { InvalidParameterError, quote } from './invalidParameterError';

/** Returns false for a date, which is an object in JavaScript but a string in JSON. */
const isJsonObject = (value: unknown): value is IDataObject =>
	isRecord(value) && typeof value.toJSON !== 'function';

/**
 * Reads a JSON object.
 * @throws InvalidParameterError for anything else.
 */
export function readJsonObject(value: unknown, label: string): IDataObject {
	const advice = 'Enter names and values in curly brackets, e.g. { "order": "A-17" }.';
	const parsed = readJson(value, label, advice);
	if (isJsonObject(parsed)) return parsed;
	throw new InvalidParameterError(`${label} ${quote(value)} is not a JSON object`, advice);
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
 * Reads a JSON list of objects.
 * @throws InvalidParameterError for anything else.
 */
export function readJsonList(value: unknown, label: string, example: string): IDataObject[] {
	const advice = `Enter a list, e.g. ${example}.`;
	const parsed = readJson(value, label, advice);
	if (Array.isArray(parsed) && parsed.every(isJsonObject)) return parsed;
	throw new InvalidParameterError(`${label} ${quote(value)} is not a JSON list of objects`, advice);
}

/**
 * Reads the text of a JSON field, which may begin with a byte order mark;
 * an expression may give the value itself.
 * @returns undefined for empty text; the caller decides what that means.
 * @throws InvalidParameterError if there is no value, the text is not JSON, or a number has more digits than JavaScript
 * keeps.
 */
function readJson(value: unknown, label: string, advice: string): unknown {
	if (hasNoValue(value)) throw new InvalidParameterError(`${label} has no value`, advice);
	const text = typeof value === 'string' ? value.replace(/^\ufeff/, '') : undefined;
	const parsed = text === undefined ? value : parseJson(text);
	if (hasRoundedNumber(parsed)) {
		throw new InvalidParameterError(
			`${label} has a number with more digits than JavaScript keeps`,
			'Write it as text, in quotation marks, e.g. "940011020088123456".',
		);
	}
	if (text === undefined || parsed !== undefined || text.trim() === '') return parsed;
	throw new InvalidParameterError(`${label} is not valid JSON: ${describeSyntaxError(text)}`, advice);
}

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
