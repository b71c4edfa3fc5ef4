import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { InvalidParameterError, quoted } from '../../../shared/parameters/invalidParameterError';
import {
	e164,
	findLeadingCode,
	possibleNumbers,
	toDialledNumber,
} from '../../../shared/parameters/phoneNumber';
import { isTextual, readBoolean, readText } from '../../../shared/parameters/readers';
import { isRecord } from '../../../shared/text/json';
import type { Item } from '../../parameters/item';
import { describeFields, findDraggedField, readField } from './itemFields';
import type { Campaign, Exclusion, RecipientList } from './recipientList';

const LABEL = "'Do Not Call'";

const DO_NOT_CALL_ADVICE =
	'Enter the name of a field of the input items that has true or false, or numbers separated by commas, or use an expression that gives a list of numbers. No calls were made.';

/** The option that names the people who are not to be called. */
export const doNotCallOption: INodeProperties = {
	displayName: 'Do Not Call',
	name: 'doNotCall',
	type: 'string',
	default: '',
	placeholder: 'e.g. do_not_call',
	description:
		"The people not to call: the name of a field of the input items that has true or false, or a list of numbers, such as {{ $('Do Not Call List').all() }}. A number without a country code leaves out everybody whose number it can be.",
};

/**
 * Reads who is not to be called and returns what leaves them out; undefined if the option was not added.
 * @throws InvalidParameterError for what cannot be read, so that nobody is called by mistake.
 */
export function readDoNotCall(item: Item, campaign: Campaign): Exclusion | undefined {
	if (!item.options.isAdded('doNotCall')) return undefined;
	const numbers = new Set([...readNumbers(item, campaign)].map(toDialledNumber));
	return (phoneNumber) => (numbers.has(toDialledNumber(phoneNumber)) ? { reason: 'doNotCall' } : undefined);
}

function readNumbers(item: Item, campaign: Campaign): Iterable<string> {
	const value = item.options.value('doNotCall');
	if (Array.isArray(value)) return numbersIn(readList(item, value), campaign.list);
	const text = readFieldOrText(item, value);
	if (text === '') {
		throw new InvalidParameterError(
			readText(value) === ''
				? `${LABEL} is empty`
				: `${LABEL} ${quoted(value)} is neither a field nor a list`,
			DO_NOT_CALL_ADVICE,
		);
	}
	return NUMBERS.test(text) ? numbersIn(text.split(SEPARATOR), campaign.list) : markedNumbers(text, campaign);
}

/** A field that was dragged in as an expression stands for its name, not for its value. Empty for what is no text. */
function readFieldOrText(item: Item, value: unknown): string {
	const { options } = item.context.getNode().parameters;
	const dragged = isRecord(options) ? findDraggedField((options as IDataObject).doNotCall) : undefined;
	return dragged ?? (isTextual(value) && typeof value !== 'boolean' ? readText(value) : '');
}

const SEPARATOR = /[,;\n]/;

/** Numbers as people type them, separated. */
const NUMBERS = /^[\s,;]*\+?[\d\s().\p{Pd}/\p{Cf}]*\d[\d\s().\p{Pd}/\p{Cf},;+]*$/u;

/** Reads a list as an expression gives it: of numbers, of objects with a number each, or of the items of another node. */
function readList(item: Item, list: unknown[]): string[] {
	const own =
		item.parameters.choice('recipientsFrom') === 'items' ? [item.parameters.text('phoneNumberField')] : [];
	const rows = list.map((entry) => (isRecord(entry) && isRecord(entry.json) ? entry.json : entry));
	const objects = rows.filter(isRecord) as IDataObject[];
	const field = [...own, 'phone_number'].find((name) =>
		objects.some((row) => readField(row, name) !== undefined),
	);
	if (field === undefined && objects.some((row) => Object.keys(row).length > 0)) {
		throw new InvalidParameterError(
			`The entries of ${LABEL} have no field 'phone_number'`,
			`${describeFields(objects)} Give a list of numbers instead, e.g. {{ $('Do Not Call List').all().map((item) => item.json.number) }}. No calls were made.`,
		);
	}
	return rows.map((row) => readText(isRecord(row) ? readField(row as IDataObject, field ?? '') : row));
}

/**
 * Returns the numbers of a list, in each way in which they can be read. Empty entries are passed over.
 * @throws InvalidParameterError for an entry that cannot be read.
 */
function numbersIn(list: string[], { recipients }: RecipientList): Set<string> {
	// The first three digits tell the country code.
	const beginnings = new Set(recipients.map(({ phoneNumber }) => phoneNumber.slice(1, 4)));
	const codes = new Set([...beginnings].map(findLeadingCode).filter((code) => code !== undefined));
	const numbers = new Set<string>();
	for (const [index, entry] of list.entries()) {
		if (entry.trim() === '') continue;
		const possible = possibleNumbers(entry, codes);
		if (!possible) {
			throw new InvalidParameterError(
				`Entry ${index + 1} of ${LABEL}, ${quoted(entry.trim())}, cannot be read as a phone number`,
				'Correct it, or write it with + and the country code. No calls were made.',
			);
		}
		for (const number of possible) numbers.add(number);
	}
	return numbers;
}

/**
 * Returns the numbers of the entries that a field marks.
 * @throws InvalidParameterError if none has the field, or for a value that is neither true nor false.
 */
function markedNumbers(field: string, { entries, readSources, rules }: Campaign): Set<string> {
	const sources = readSources();
	if (sources.length > 0 && sources.every((source) => readField(source, field) === undefined)) {
		throw new InvalidParameterError(
			`${LABEL} ${quoted(field)} is neither a field of the items nor a list of numbers`,
			`${describeFields(sources)} ${DO_NOT_CALL_ADVICE}`,
		);
	}
	const isMarked = (_: IDataObject, index: number) => {
		const mark = readField(sources[index] ?? {}, field);
		if (typeof mark === 'boolean') return mark;
		return readText(mark) !== '' && readBoolean(mark, `${LABEL} of recipient ${index + 1}`);
	};
	const numbers = entries.filter(isMarked).map((entry) => e164(readText(entry.phone_number), rules));
	return new Set(numbers.filter((number) => number !== undefined));
}
