import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import { readJsonList } from '../../parameters/jsonObject';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toNameWords, valueAt } from '../../text/fieldPath';
import { escapeInvisible, removeInvisibleAndTrim } from '../../text/strings';
import type { Item } from '../fields/item';

/** An entry of the list of recipients, as given. */
export interface RecipientEntry {
	phoneNumber: unknown;
	name: unknown;
	/** The input item or the row that the entry comes from. Its other fields can say more about the person. */
	source: IDataObject;
}

/** The fields that say where the recipients come from. */
export const recipientListFields: INodeProperties[] = [
	{
		displayName: 'Recipients',
		name: 'recipientsFrom',
		type: 'options',
		default: 'items',
		options: [
			{
				name: 'From All Input Items',
				value: 'items',
				description: 'One batch call for all items: each item is one recipient',
			},
			{
				name: 'From Fields Below',
				value: 'fields',
				description: 'People whom you enter; one batch call for each item',
			},
			{
				name: 'From JSON or Table',
				value: 'json',
				description: 'A list, such as from a spreadsheet; one batch call for each item',
			},
		],
		description:
			"Where to take the recipients from. Items and tables need a field such as phone_number or Phone, and may have one called name. For other names, set 'Phone Number Field' and 'Name Field' in the options.",
	},
	{
		displayName: 'Recipients (JSON or Table)',
		name: 'recipientsJson',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		// n8n asks for a value here too if 'Recipients' is an expression.
		default: '[]',
		displayOptions: { show: { recipientsFrom: ['json'] } },
		placeholder: 'e.g. [{ "phone_number": "+14155550123", "name": "Ada" }]',
		description: 'A list of objects in JSON, or a table that was pasted from a spreadsheet or a CSV file',
		hint: "Replace the [] by your list. The first line of a table names the columns, such as 'phone_number' and 'name'.",
	},
	{
		displayName: 'Recipient List',
		name: 'recipients',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Recipient',
		default: {},
		displayOptions: { show: { recipientsFrom: ['fields'] } },
		options: [
			{
				displayName: 'Recipient',
				name: 'recipient',
				values: [
					{
						displayName: 'Phone Number',
						name: 'phone_number',
						type: 'string',
						default: '',
						placeholder: 'e.g. +14155550123',
						description: 'Number with + and country code',
					},
					{
						displayName: 'Name',
						name: 'name',
						type: 'string',
						default: '',
						placeholder: 'e.g. Ada Lovelace',
						description: 'Name of the recipient',
					},
				],
			},
		],
		description: 'The people to call',
	},
];

/** The options that name the fields of the recipients. */
export const recipientListOptions: INodeProperties[] = [
	{
		displayName: 'Phone Number Field',
		name: 'phoneNumberField',
		type: 'string',
		default: 'phone_number',
		displayOptions: { show: { '/recipientsFrom': ['items', 'json'] } },
		placeholder: 'e.g. phone_number',
		description:
			'Name of the field or column that holds the number of the recipient. Without it, a field called phone number or phone does, in any spelling such as phone_number.',
		requiresDataPath: 'single',
	},
	{
		displayName: 'Name Field',
		name: 'nameField',
		type: 'string',
		default: 'name',
		displayOptions: { show: { '/recipientsFrom': ['items', 'json'] } },
		placeholder: 'e.g. name',
		description:
			'Name of the field or column that holds the name of the recipient. Without it, a field called name does.',
		requiresDataPath: 'single',
	},
];

/**
 * Reads the list of recipients as given: from all input items, from JSON or a table, or from fields.
 * @throws InvalidParameterError for anything that is not a list, and if no field holds the phone numbers.
 */
export function readRecipientList({ parameters, options, json }: Item, items: Item[]): RecipientEntry[] {
	switch (parameters.choice('recipientsFrom')) {
		case 'json':
			return toRecipientEntries(options, readRecipientRows(parameters), 'recipients');
		case 'fields':
			return parameters.rows('recipients').map((row) => ({
				phoneNumber: row.value('phone_number'),
				name: row.value('name'),
				source: json,
			}));
		default:
			return toRecipientEntries(
				options,
				items.map((item) => item.json),
				'items',
			);
	}
}

/** Reads a JSON list of objects, or the lines of a table. */
function readRecipientRows(parameters: ParameterGroup): IDataObject[] {
	const value = parameters.requireValue('recipientsJson');
	const label = parameters.label('recipientsJson');
	if (typeof value !== 'string' || /^[\s\ufeff]*(?:[[{]|$)/.test(value)) {
		return readJsonList(value, label, '[{ "phone_number": "+14155550123", "name": "Ada" }]');
	}
	const { columns, rows } = parseDelimitedText(value);
	const longRowIndex = rows.findIndex((cells) => cells.length > columns.length);
	if (longRowIndex !== -1) {
		throw new InvalidParameterError(
			`Row ${longRowIndex + 1} of the table in ${label} has ${rows[longRowIndex]?.length} columns, but the first line names ${columns.length}`,
			'Put a value that contains the delimiter in quotes. No calls were made.',
		);
	}
	const repeated = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
	if (repeated !== undefined) {
		throw new InvalidParameterError(
			`The table in ${label} has two columns called ${quote(repeated)}`,
			'Give each column a name of its own, or remove one of them. No calls were made.',
		);
	}
	return rows.map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? ''])));
}

/** Turns rows into recipients. @param rowNoun The word for the rows in an error message. */
function toRecipientEntries(options: ParameterGroup, rows: IDataObject[], rowNoun: string): RecipientEntry[] {
	if (rows.length === 0) return [];
	const numberField = readFieldName(options, 'phoneNumberField') ?? findNumberField(rows);
	const nameField = readFieldName(options, 'nameField') ?? findField(rows, ['name']);
	if (numberField === undefined || !hasField(rows, numberField)) {
		throw new InvalidParameterError(
			numberField === undefined
				? `It is not clear which field of the ${rowNoun} holds the phone numbers`
				: `The ${rowNoun} have no field ${quote(numberField)}`,
			`${describeFields(rows)} Set ${options.label('phoneNumberField')} in the options to the name of one of them. No calls were made.`,
		);
	}
	return rows.map((source) => ({
		phoneNumber: fieldAt(source, numberField),
		name: nameField === undefined ? undefined : fieldAt(source, nameField),
		source,
	}));
}

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
function findField(rows: readonly IDataObject[], names: readonly string[]): string | undefined {
	const fields = new Set([...new Set(rows.flatMap((row) => Object.keys(row)))].map(removeInvisibleAndTrim));
	const found = names.map((name) => [...fields].filter((field) => toNameWords(field) === name));
	const [field, ...others] = found.find(({ length }) => length > 0) ?? [];
	return others.length === 0 ? field : undefined;
}

/** Finds the field that holds phone numbers by its name; undefined if that is not clear. */
export const findNumberField = (rows: readonly IDataObject[]): string | undefined =>
	findField(rows, ['phone number', 'phone']);

/**
 * Reads a field by its name, which may contain dots, or by its path. Names are compared without whitespace around them
 * and without a byte order mark or other invisible characters.
 */
export function fieldAt(row: IDataObject, path: string): unknown {
	const value = valueAt(row, path);
	if (value !== undefined) return value;
	const wanted = removeInvisibleAndTrim(path);
	const name = Object.keys(row).find((key) => removeInvisibleAndTrim(key) === wanted);
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

/** The characters that separate the columns of a table: spreadsheets use tabs when cells are copied. */
const DELIMITERS = ['\t', ';', ','];

/** Matches one cell, either quoted, with inner quotes doubled, or plain, and the delimiter or line end after it. */
const cellPattern = (delimiter: string): RegExp =>
	new RegExp(`(?:"((?:[^"]|"")*)"[^\\n${delimiter}]*|([^\\n${delimiter}]*))(${delimiter}|\\n|$)`, 'gy');

/** The cells of the first line and of each further line, which may have fewer or more. */
interface ParsedTable {
	columns: string[];
	rows: string[][];
}

/**
 * Reads a table as text, such as a CSV file or cells that were copied from a spreadsheet. The delimiter is the one
 * that occurs most often in the first line; empty lines are skipped.
 */
function parseDelimitedText(text: string): ParsedTable {
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
	const [columns = [], ...rows] = table;
	return { columns, rows };
}
