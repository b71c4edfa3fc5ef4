import type { IDataObject } from 'n8n-workflow';

import { hasNoValue } from './readers';
import { withInvisibleEscaped } from '../text/invisible';
import { isRecord, parseJson } from '../text/json';
import { InvalidParameterError, quoted } from './invalidParameterError';

/** Returns false for a date, which is an object to JavaScript, but a text in JSON. */
const isJsonObject = (value: unknown): value is IDataObject =>
	isRecord(value) && typeof value.toJSON !== 'function';

/**
 * Reads a JSON object.
 * @throws InvalidParameterError for anything else.
 */
export function readJsonObject(given: unknown, label: string): IDataObject {
	const advice = 'Enter names and values in curly brackets, e.g. { "order": "A-17" }.';
	const value = readJson(given, label, advice);
	if (isJsonObject(value)) return value;
	throw new InvalidParameterError(`${label} ${quoted(given)} is not a JSON object`, advice);
}

/**
 * Reads a JSON list of objects.
 * @throws InvalidParameterError for anything else.
 */
export function readJsonList(given: unknown, label: string, example: string): IDataObject[] {
	const advice = `Enter a list, e.g. ${example}.`;
	const value = readJson(given, label, advice);
	if (Array.isArray(value) && value.every(isJsonObject)) return value;
	throw new InvalidParameterError(`${label} ${quoted(given)} is not a JSON list of objects`, advice);
}

/**
 * Reads the text of a JSON field, which may begin with a byte order mark;
 * an expression may give the value itself.
 * @throws InvalidParameterError for no value, and for text that is not
 * JSON. An empty text is left to the caller.
 */
function readJson(given: unknown, label: string, advice: string): unknown {
	if (hasNoValue(given)) throw new InvalidParameterError(`${label} has no value`, advice);
	if (typeof given !== 'string') return given;
	const text = given.replace(/^\ufeff/, '');
	const value = parseJson(text);
	if (value !== undefined || text.trim() === '') return value;
	throw new InvalidParameterError(`${label} is not valid JSON: ${describeSyntaxFault(text)}`, advice);
}

/** The excerpt of the text with which the words of `JSON.parse` may end; secrets may be in it. */
const EXCERPT = /, (\.\.\.)?".*$/s;

/** The reason for which `JSON.parse` does not take a text, such as `unexpected token '}'`. */
function describeSyntaxFault(text: string): string {
	try {
		JSON.parse(text);
		return '';
	} catch (error) {
		const words = (error as SyntaxError).message.replace(EXCERPT, '');
		return withInvisibleEscaped(`${words.slice(0, 1).toLowerCase()}${words.slice(1)}`);
	}
}
