import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../../../shared/json';
import { Refusal } from '../refusal';
import { quoted } from './value';

/** A date is an object to JavaScript, but a text in JSON. */
const isJsonObject = (value: unknown): value is IDataObject =>
	isRecord(value) && typeof value.toJSON !== 'function';

/** A JSON field holds text; an expression may give the value itself. */
const valueOf = (given: unknown): unknown => (typeof given === 'string' ? parseJson(given) : given);

/**
 * A JSON object.
 * @throws Refusal for anything else.
 */
export function readJsonObject(given: unknown, label: string): IDataObject {
	const value = valueOf(given);
	if (isJsonObject(value)) return value;
	throw new Refusal(
		`${label} ${quoted(given)} is not a JSON object`,
		'Enter names and values in curly brackets, e.g. { "order": "A-17" }.',
	);
}

/**
 * A JSON list of objects.
 * @throws Refusal for anything else.
 */
export function readJsonList(given: unknown, label: string, example: string): IDataObject[] {
	const value = valueOf(given);
	if (Array.isArray(value) && value.every(isJsonObject)) return value;
	throw new Refusal(
		`${label} ${quoted(given)} is not a JSON list of objects`,
		`Enter a list, e.g. ${example}.`,
	);
}
