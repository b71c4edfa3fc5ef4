import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../../../shared/fieldPath';
import type { Item } from '../../parameters/parameters';
import { readJsonList } from '../../parameters/json';
import { withoutFormatting } from '../../../shared/wire/listedNumber';
import { e164, type PhoneNumberRules } from '../../parameters/phoneNumber';
import { isTextual, readText } from '../../parameters/readers';
import { quoted, InvalidParameterError } from '../../parameters/invalidParameterError';

export interface Recipient extends IDataObject {
	/** E.164. */
	phone_number: string;
	name?: string;
}

/** Somebody who cannot be called, and why. */
export interface Rejected extends IDataObject {
	/** Place in the list, counted from 1. */
	position: number;
	phone_number: string;
	reason: string;
}

export interface RecipientList {
	recipients: Recipient[];
	rejected: Rejected[];
	duplicates: number;
}

/**
 * Sorts out whom to call: numbers in E.164, each once, in the order given. The first entry of a number counts.
 * @param entries With the fields `phone_number` and, optionally, `name`.
 */
export function normalizeRecipients(entries: IDataObject[], rules: PhoneNumberRules = {}): RecipientList {
	const byNumber = new Map<string, Recipient>();
	const rejected: Rejected[] = [];
	let duplicates = 0;
	for (const [index, entry] of entries.entries()) {
		const typed = readText(entry.phone_number);
		const number = e164(typed, rules);
		if (!number || !isTextual(entry.name)) {
			const reason = number ? `The name ${quoted(entry.name)} is not a text` : reasonFor(typed, rules);
			rejected.push({ position: index + 1, phone_number: typed, reason });
		} else if (byNumber.has(number)) {
			duplicates++;
		} else {
			const name = readText(entry.name);
			byNumber.set(number, { phone_number: number, ...(name && { name }) });
		}
	}
	return { recipients: [...byNumber.values()], rejected, duplicates };
}

function reasonFor(typed: string, { defaultCountryCode }: PhoneNumberRules): string {
	if (typed === '') return 'The phone number is missing';
	const [character] = withoutFormatting(typed).match(/[^+\d]/u) ?? [];
	// The code tells a letter O from a zero, and letters of other scripts from those that look the same.
	if (character) {
		const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
		return `This is not a phone number: it holds ${quoted(character)} (U+${code})`;
	}
	if (hasCountryCode(typed)) return 'This is not a phone number';
	return defaultCountryCode
		? `The number does not fit the country code +${defaultCountryCode}, or could be read in two ways`
		: 'The number does not begin with + and a country code';
}

/** Whether a number is typed with its country code, be it valid or not. */
export const hasCountryCode = (typed: string): boolean => withoutFormatting(typed).startsWith('+');

/**
 * The entries that the parameters give: from all input items, from JSON, or from fields.
 * @throws Refusal for JSON that is no list, and for a field that no item has.
 */
export function readRecipients(item: Item, items: Item[]): IDataObject[] {
	switch (item.choice('recipientsFrom')) {
		case 'json':
			return readJsonList(
				item.value('recipientsJson'),
				item.label('recipientsJson'),
				'[{ "phone_number": "+14155550123", "name": "Ada" }]',
			);
		case 'fields':
			return item
				.rows('recipients')
				.map((row) => ({ phone_number: row.value('phone_number'), name: row.value('name') }) as IDataObject);
		default:
			return entriesOfItems(item, items);
	}
}

function entriesOfItems(first: Item, items: Item[]): IDataObject[] {
	const numberField = fieldName(first, 'phoneNumberField');
	const nameField = fieldName(first, 'nameField');
	if (numberField === '')
		throw new InvalidParameterError(
			'Phone Number Field is empty',
			`Enter the name of a field. ${fieldsOf(items)}`,
		);
	const entries = items.map(({ json }) => ({
		phone_number: fieldOf(json, numberField) as string,
		name: fieldOf(json, nameField) as string,
	}));
	if (entries.some((entry) => entry.phone_number !== undefined)) return entries;
	if (e164(numberField)) {
		throw new InvalidParameterError(
			`Phone Number Field ${quoted(numberField)} is a phone number`,
			`Enter the name of the field that holds the numbers. ${fieldsOf(items)} Nobody was called.`,
		);
	}
	throw new InvalidParameterError(
		`The items have no field ${quoted(numberField)}`,
		`${fieldsOf(items)} Set Phone Number Field. Nobody was called.`,
	);
}

/** `={{ $json.phone }}`, which the editor writes when a field is dragged onto an expression. */
const DRAGGED = /^=\s*\{\{\s*\$json((?:\.[\p{L}\p{N}_$]+|\[\d+\]|\['[^']*'\]|\["[^"]*"\])+)\s*\}\}\s*$/u;

/** The name or path of a field; a field that was dragged as an expression means itself and not its value. */
function fieldName(item: Item, parameter: string): string {
	const typed = item.context.getNode().parameters[parameter];
	const dragged = typeof typed === 'string' ? DRAGGED.exec(typed)?.[1]?.replace(/^\./, '') : undefined;
	return dragged ?? item.text(parameter);
}

/** Which fields the items have, for a message. */
function fieldsOf(items: Item[]): string {
	const names = new Set(items.slice(0, 20).flatMap(({ json }) => Object.keys(json)));
	return names.size === 0 ? 'They have no fields.' : `They have: ${[...names].slice(0, 20).join(', ')}.`;
}

/** A field by its name, which may contain dots itself, or by its path. */
const fieldOf = (json: IDataObject, path: string): unknown =>
	Object.hasOwn(json, path) ? json[path] : valueAt(json, path);
