import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../../../shared/json';
import { Refusal } from '../refusal';
import { quoted } from './value';

/** A JSON field holds text; an expression may give the value itself. */
const valueOf = (given: unknown): unknown => (typeof given === 'string' ? parseJson(given) : given);

/**
 * A JSON object.
 * @throws Refusal for anything else.
 */
export function readJsonObject(given: unknown, label: string): IDataObject {
	const value = valueOf(given);
	if (isRecord(value)) return value as IDataObject;
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
	if (Array.isArray(value) && value.every(isRecord)) return value as IDataObject[];
	throw new Refusal(
		`${label} ${quoted(given)} is not a JSON list of objects`,
		`Enter a list, e.g. ${example}.`,
	);
}
