import type { IDataObject } from 'n8n-workflow';

import { withInvisibleEscaped } from '../../shared/invisible';
import { isRecord, parseJson } from '../../shared/json';
import { InvalidParameterError } from './invalidParameterError';
import { indexOfSyntaxFault } from './jsonSyntax';
import { quoted } from './value';

/** A date is an object to JavaScript, but a text in JSON. */
const isJsonObject = (value: unknown): value is IDataObject =>
	isRecord(value) && typeof value.toJSON !== 'function';

/**
 * A JSON object.
 * @throws Refusal for anything else.
 */
export function readJsonObject(given: unknown, label: string): IDataObject {
	const advice = 'Enter names and values in curly brackets, e.g. { "order": "A-17" }.';
	const value = readJson(given, label, advice);
	if (isJsonObject(value)) return value;
	throw new InvalidParameterError(`${label} ${quoted(given)} is not a JSON object`, advice);
}

/**
 * A JSON list of objects.
 * @throws Refusal for anything else.
 */
export function readJsonList(given: unknown, label: string, example: string): IDataObject[] {
	const advice = `Enter a list, e.g. ${example}.`;
	const value = readJson(given, label, advice);
	if (Array.isArray(value) && value.every(isJsonObject)) return value;
	throw new InvalidParameterError(`${label} ${quoted(given)} is not a JSON list of objects`, advice);
}

/**
 * A JSON field holds text, and files begin theirs with a byte order mark; an expression may give the value itself.
 * @throws Refusal for text that is not JSON. An empty one is left to the caller.
 */
function readJson(given: unknown, label: string, advice: string): unknown {
	if (typeof given !== 'string') return given;
	const text = given.replace(/^\ufeff/, '');
	const value = parseJson(text);
	if (value !== undefined || text.trim() === '') return value;
	throw new InvalidParameterError(`${label} is not valid JSON: ${syntaxFault(text)}`, advice);
}

/** `unexpected } at character 8`, counted from 1. */
function syntaxFault(text: string): string {
	const index = indexOfSyntaxFault(text);
	const [character] = text.slice(index);
	if (character === undefined) return 'it ends too early';
	const name = /[\r\n]/.test(character) ? 'line break' : withInvisibleEscaped(character);
	return `unexpected ${name} at character ${index + 1}`;
}
