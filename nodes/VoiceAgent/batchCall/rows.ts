import type { IDataObject } from 'n8n-workflow';

import { InvalidParameterError, quote, requireValid } from '../../parameters/invalidParameterError';
import { parseJsonList } from '../../parameters/jsonObject';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toNameWords, valueAt } from '../../text/fieldPath';
import { escapeInvisible, cleanText } from '../../text/strings';

/** Reads an option that names a field; undefined if it was not added. */
export const readFieldName = (options: ParameterGroup, name: string): string | undefined =>
	options.isAdded(name)
		? options.requireNonEmptyText(name, 'Enter the name of a field, or remove the option.')
		: undefined;

/**
 * Finds a field by the words of its name, however they are spelled.
 * @param names In order of preference: the first that a field has is used.
 * @returns undefined if no field has these words as its name, or if several have.
 */
export function findField(rows: readonly IDataObject[], names: readonly string[]): string | undefined {
	const fields = new Set([...new Set(rows.flatMap((row) => Object.keys(row)))].map(cleanText));
	const found = names.map((name) => [...fields].filter((field) => toNameWords(field) === name));
	const [field, ...others] = found.find(({ length }) => length > 0) ?? [];
	return others.length === 0 ? field : undefined;
}

/** Finds the field that holds phone numbers by its name; undefined if that is not clear. */
export const findNumberField = (rows: readonly IDataObject[]): string | undefined =>
	findField(rows, ['phone number', 'phone']);

/**
 * Returns a field by its name, which may contain dots, or by its path. Names are compared without whitespace around them
 * and without a byte order mark or other invisible characters.
 */
export function fieldAt(row: IDataObject, path: string): unknown {
	const value = valueAt(row, path);
	if (value !== undefined) return value;
	const wanted = cleanText(path);
	const name = Object.keys(row).find((key) => cleanText(key) === wanted);
	return name === undefined ? undefined : row[name];
}

/** Tells whether any of the rows has a field. */
export const hasField = (rows: readonly IDataObject[], path: string): boolean =>
	rows.some((row) => fieldAt(row, path) !== undefined);

/** Lists the fields of rows in a sentence for an error message. */
export function describeFields(rows: readonly IDataObject[]): string {
	const names = new Set(rows.slice(0, 20).flatMap((row) => Object.keys(row)));
	const shown = [...names].slice(0, 20).map(escapeInvisible);
	return shown.length === 0 ? 'They have no fields.' : `They have: ${shown.join(', ')}.`;
}

/**
 * Reads the rows of a JSON list of objects, or of a table as text.
 * @throws InvalidParameterError for anything else, and for a table whose rows do not fit its columns.
 */
export function readRows(parameters: ParameterGroup, name: string, example: string): IDataObject[] {
	const value = parameters.requireValue(name);
	const label = parameters.label(name);
	if (typeof value !== 'string' || /^[\s\ufeff]*(?:[[{]|$)/.test(value)) {
		return requireValid(parseJsonList(value, example), label);
	}
	const [columns = [], ...rows] = parseDelimitedText(value);
	const longRowIndex = rows.findIndex((cells) => cells.length > columns.length);
	if (longRowIndex !== -1) {
		throw new InvalidParameterError(
			`Row ${longRowIndex + 1} of the table in ${label} has ${rows[longRowIndex]?.length} columns, but the first line names ${columns.length}`,
			'Put a value that contains the delimiter in quotes. No calls were made.',
		);
	}
	const repeated = columns.find((column, index) => column !== '' && columns.indexOf(column) !== index);
	if (repeated !== undefined) {
		throw new InvalidParameterError(
			`The table in ${label} has two columns called ${quote(repeated)}`,
			'Give each column a name of its own, or remove one of them. No calls were made.',
		);
	}
	return rows.map((cells) =>
		Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])),
	);
}

/** The characters that separate the columns of a table: spreadsheets use tabs when cells are copied. */
const DELIMITERS = ['\t', ';', ','];

/** Matches one cell, either quoted, with inner quotes doubled, or plain, and the delimiter or line end after it. */
const cellPattern = (delimiter: string): RegExp =>
	new RegExp(`(?:"((?:[^"]|"")*)"[^\\n${delimiter}]*|([^\\n${delimiter}]*))(${delimiter}|\\n|$)`, 'gy');

/**
 * Parses a table as text, such as a CSV file or cells that were copied from a spreadsheet. The delimiter is the one
 * that occurs most often in the first line; empty lines are skipped.
 * @returns The cells of each line. A line may have fewer or more than the first one, which names the columns.
 */
function parseDelimitedText(text: string): string[][] {
	const lines = text
		.replace(/^\ufeff/, '')
		.replace(/\r\n?/g, '\n')
		.trim();
	const [firstLine = ''] = lines.split('\n');
	const counted = DELIMITERS.map((delimiter) => ({
		delimiter,
		columnCount: firstLine.split(delimiter).length,
	}));
	const { delimiter } = counted.reduce((most, other) =>
		other.columnCount > most.columnCount ? other : most,
	);
	const table: string[][] = [];
	let row: string[] = [];
	for (const [, quoted, plain = '', end] of lines.matchAll(cellPattern(delimiter))) {
		row.push((quoted?.replaceAll('""', '"') ?? plain).trim());
		if (end === delimiter) continue;
		if (row.some((cell) => cell !== '')) table.push(row);
		row = [];
		if (end === '') break;
	}
	return table;
}
