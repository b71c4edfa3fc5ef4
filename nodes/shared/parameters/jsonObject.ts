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

/** Describes a fault as in `unexpected } at character 8`, counted from 1. */
function describeSyntaxFault(text: string): string {
	const index = findSyntaxFault(text);
	const [character] = text.slice(index);
	if (character === undefined) return 'it ends too early';
	const name = /[\r\n]/.test(character) ? 'line break' : withInvisibleEscaped(character);
	return `unexpected ${name} at character ${index + 1}`;
}

const BLANKS = /[ \t\n\r]*/y;

/** A text up to its closing quote, or up to a character that it must not contain. */
const OPEN_TEXT = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/uy;

const NUMBER_OR_WORD = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/**
 * Finds where a text stops being JSON: the index of the first wrong character, or the text's length if it
 * ends too early. `JSON.parse` does not always tell.
 */
export function findSyntaxFault(text: string): number {
	let index = 0;
	const take = (pattern: RegExp): boolean => {
		pattern.lastIndex = index;
		if (!pattern.test(text)) return false;
		index = pattern.lastIndex;
		return true;
	};
	const takeCharacter = (character: string): boolean => {
		take(BLANKS);
		if (text[index] !== character) return false;
		index++;
		return true;
	};
	const takeText = (): boolean => {
		take(BLANKS);
		if (!take(OPEN_TEXT) || text[index] !== '"') return false;
		index++;
		return true;
	};
	const takeEntries = (end: string, takeEntry: () => boolean): boolean => {
		if (takeCharacter(end)) return true;
		while (takeEntry()) {
			if (takeCharacter(end)) return true;
			if (!takeCharacter(',')) return false;
		}
		return false;
	};
	const takeField = (): boolean => takeText() && takeCharacter(':') && takeValue();
	const takeValue = (): boolean => {
		if (takeCharacter('{')) return takeEntries('}', takeField);
		if (takeCharacter('[')) return takeEntries(']', takeValue);
		return text[index] === '"' ? takeText() : take(NUMBER_OR_WORD);
	};
	if (takeValue()) take(BLANKS);
	return index;
}
