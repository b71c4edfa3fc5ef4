import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isExpression } from '../../n8n/expression';
import { comparableNumber, normalizeNumber } from '../../numbers/spellings';
import { findLeadingCountry } from '../../numbers/countries';
import { parsePhoneNumber } from '../../numbers/parsePhoneNumber';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import { hasNoValue, isTextual, toPlainText } from '../../parameters/parseValue';
import { removeInvisible } from '../../text/strings';
import { isRecord } from '../../text/json';
import type { Item } from '../fields/item';
import type { Recipient, SkipRule } from './recipients';
import { describeFields, fieldAt, findNumberField, hasField, readFieldName } from './rows';

export const doNotCallField: INodeProperties = {
	displayName: 'Do Not Call',
	name: 'doNotCall',
	type: 'string',
	default: '',
	placeholder: 'e.g. +14155550123, +442071234567 or do_not_call',
	description:
		"The people not to call: the name of a field of the recipients that marks them with true, yes or x, or a list of numbers, such as {{ $('Do Not Call List').all() }}. A number without a country code is read in 'Default Country Code', or else in the country of the recipients if all have the same.",
	// A field that is dragged here gives its name, not its value.
	requiresDataPath: 'single',
};

const LABEL = `'${doNotCallField.displayName}'`;

const ADVICE =
	'Enter the name of a field that marks people, or numbers separated by commas, or use an expression that gives a list of numbers. No calls were made.';

/** Separates the numbers in a string. */
const SEPARATOR = /[,;\n]/;

/** Matches the beginning of a number, or of a list of numbers. */
const NUMBER_FIRST = /^[\s(+]*\p{Nd}/u;

/** A number that must not be called, as given, and the words with which an error message locates it. */
interface GivenNumber {
	text: string;
	place: string;
}

/**
 * Reads who must not be called and returns the rule that skips them; undefined if nothing is entered.
 * @throws InvalidParameterError if a value cannot be read, so that nobody is called by mistake.
 */
export function readDoNotCall(
	item: Item,
	recipients: readonly Recipient[],
	defaultCountryCode?: string,
): SkipRule | undefined {
	const value = item.parameters.value('doNotCall');
	if (value === '' && !isExpression(item.context.getNode().parameters.doNotCall)) return undefined;
	const given = Array.isArray(value) ? readNumbers(item, value) : readFieldOrText(value, recipients);
	const countryCode = defaultCountryCode ?? findOnlyCountryCode(recipients);
	const numbers = new Set(given.flatMap((one) => parseGivenNumber(one, countryCode)).map(comparableNumber));
	return ({ person }) =>
		numbers.has(comparableNumber(person.phone_number)) ? { reason: 'doNotCall' } : undefined;
}

/** Finds the country code that all recipients have; undefined if they are of several countries. */
function findOnlyCountryCode(recipients: readonly Recipient[]): string | undefined {
	const valid = recipients.filter(({ skipped }) => !skipped);
	const codes = new Set(valid.map(({ person }) => findLeadingCountry(person.phone_number.slice(1))?.code));
	return codes.size === 1 ? [...codes][0] : undefined;
}

/** Digits alone that are long enough to have a country code in front, as the chat app writes numbers. */
const CHAT_APP_NUMBER = /^\d{11,}$/;

/**
 * Returns the number that must not be called, in E.164. A number of the chat app that is also one of the country is
 * returned in both readings, so that nobody is called by mistake.
 * @throws InvalidParameterError if it is no number of the country.
 */
function parseGivenNumber({ text, place }: GivenNumber, defaultCountryCode: string | undefined): string[] {
	const number = parsePhoneNumber(text, { defaultCountryCode });
	const ofChatApp = parsePhoneNumber(text, { acceptsMissingPlus: true });
	if (number.ok || CHAT_APP_NUMBER.test(normalizeNumber(text) ?? '')) {
		const numbers = [number, ofChatApp].flatMap((one) => (one.ok ? one.value : []));
		if (numbers.length > 0) return numbers;
	}
	throw new InvalidParameterError(
		text === ''
			? `The number of ${place} is missing`
			: `The number of ${place} cannot be read: ${quote(text)}`,
		`${text === '' || number.ok ? '' : `${number.problem}. `}Correct it, or write it with + and the country code. No calls were made.`,
	);
}

const describeDoNotCallEntry = (index: number): string => `entry ${index + 1} of ${LABEL}`;

/** Reads the name of a field that marks recipients, or numbers in a string. */
function readFieldOrText(value: unknown, recipients: readonly Recipient[]): GivenNumber[] {
	const text = isTextual(value) && typeof value !== 'boolean' ? toPlainText(value) : '';
	if (text === '') {
		throw new InvalidParameterError(
			hasNoValue(value) || value === ''
				? `${LABEL} is empty`
				: `${LABEL} ${quote(value)} is neither a field nor a list`,
			ADVICE,
		);
	}
	const sources = recipients.map(({ source }) => source);
	if (hasField(sources, text)) return findMarkedNumbers(recipients, text);
	if (NUMBER_FIRST.test(removeInvisible(text))) {
		const parts = text.split(SEPARATOR).map((part) => part.trim());
		return parts.flatMap((part, index) =>
			part === '' ? [] : [{ text: part, place: describeDoNotCallEntry(index) }],
		);
	}
	if (recipients.length === 0) return [];
	throw new InvalidParameterError(
		`${LABEL} ${quote(text)} is neither a field of the recipients nor a list of numbers`,
		`${describeFields(sources)} ${ADVICE}`,
	);
}

/** Reads a list that an expression gives: numbers, objects with a number each, or the items of another node. */
function readNumbers({ options }: Item, values: unknown[]): GivenNumber[] {
	const rows = values.map((entry) => (isRecord(entry) && isRecord(entry.json) ? entry.json : entry));
	const records = rows.filter(isRecord) as IDataObject[];
	const chosenField = readFieldName(options, 'phoneNumberField');
	const field =
		chosenField !== undefined && hasField(records, chosenField) ? chosenField : findNumberField(records);
	return rows.flatMap((row, index) => {
		const place = describeDoNotCallEntry(index);
		if (!isRecord(row)) return [{ text: toPlainText(row), place }];
		// n8n gives one item without fields where a table has no rows.
		if (Object.keys(row).length === 0) return [];
		const value = field === undefined ? undefined : fieldAt(row as IDataObject, field);
		if (value !== undefined) return [{ text: toPlainText(value), place }];
		throw new InvalidParameterError(
			`It is not clear which field of ${place} holds the number`,
			`${describeFields([row as IDataObject])} Name it phone_number, or give a list of numbers, e.g. {{ $('Do Not Call List').all().map((item) => item.json.number) }}. No calls were made.`,
		);
	});
}

/** Matches the marks that people write into tables, and those that mean that a person is not marked. */
const MARKED = /^(?:true|1|yes|y|x)$/i;
const NOT_MARKED = /^(?:false|0|no|n)?$/i;

/** Tells whether a mark says yes. @throws InvalidParameterError if it says neither yes nor no. */
function isMarked(mark: unknown, label: string): boolean {
	const text = toPlainText(mark);
	if (NOT_MARKED.test(text)) return false;
	if (MARKED.test(text)) return true;
	throw new InvalidParameterError(
		`${label} ${quote(mark)} is neither yes nor no`,
		'Write yes or x to mark a person, and no or nothing otherwise. No calls were made.',
	);
}

/**
 * Returns the numbers of the recipients that a field marks.
 * @throws InvalidParameterError for a mark that says neither yes nor no.
 */
const findMarkedNumbers = (recipients: readonly Recipient[], field: string): GivenNumber[] =>
	recipients
		.filter(({ position, source }) => isMarked(fieldAt(source, field), `${LABEL} of recipient ${position}`))
		.map(({ position, person }) => ({
			text: person.phone_number,
			place: `recipient ${position}, marked in ${LABEL},`,
		}));
