import type { IDataObject } from 'n8n-workflow';

import { parsePhoneNumber } from '../../numbers/parsePhoneNumber';
import { comparableNumber } from '../../numbers/spellings';
import { InvalidParameterError, quote } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { isTextual, toPlainText } from '../../parameters/parseValue';
import type { Result } from '../../text/result';
import type { Item } from '../fields/item';
import { DEFAULT_MAX_RECIPIENTS, LIST_EXAMPLE } from './recipientFields';
import {
	describeFields,
	fieldAt,
	findField,
	findNumberField,
	hasField,
	readFieldName,
	readRows,
} from './rows';

/** An entry of the list, from reading it to the output. */
export interface Recipient {
	/** The place in the list, counted from 1. */
	position: number;
	/** The person as the service takes them. */
	person: {
		/** E.164; if the entry is invalid, the number as it was given. */
		phone_number: string;
		name?: string;
	};
	/** The input item or the row that the person comes from. Its other fields can say more about them. */
	source: IDataObject;
	/** The reason for skipping the person; undefined if they are to be called. */
	skipped?: SkipDetails;
}

/** The reasons for skipping a recipient, as workflows read them. */
export type SkipReason = 'invalid' | 'doNotCall' | 'optedOut' | 'mayHaveOptedOut' | 'outsideLocalHours';

/** The reason for skipping a recipient, and more about it for the output. */
export interface SkipDetails extends IDataObject {
	/** The output counts the entries that repeat a person, and does not list them. */
	reason: SkipReason | 'duplicate';
	/** Says what is wrong, where the reason alone does not. */
	explanation?: string;
	/** When the person can be called (ISO 8601), if it is only too early or too late now. */
	callable_at?: string;
}

/** Gives the reason for skipping a recipient; undefined if there is none. */
export type SkipRule = (recipient: Recipient) => SkipDetails | undefined;

/** An entry of the list as it was given, and the input item or the row that it comes from. */
interface ListEntry {
	phoneNumber: unknown;
	name: unknown;
	source: IDataObject;
}

/**
 * Reads the list of recipients. An entry that cannot be read is skipped as invalid, and of several entries for a person
 * all but the first as duplicates.
 * @param defaultCountryCode The country code for numbers that have none, as digits.
 * @throws InvalidParameterError for anything that is not a list, and if no field holds the phone numbers.
 */
export function readRecipients(item: Item, items: Item[], defaultCountryCode?: string): Recipient[] {
	const known = new Set<string>();
	return readListEntries(item, items).map((entry, index) => {
		const recipient = parseListEntry(entry, index + 1, defaultCountryCode);
		if (recipient.skipped) return recipient;
		const key = comparableNumber(recipient.person.phone_number);
		if (known.has(key)) return { ...recipient, skipped: { reason: 'duplicate' } };
		known.add(key);
		return recipient;
	});
}

/** Reads the list as it was given: from all input items, from JSON or a table, or from fields. */
function readListEntries({ parameters, options, json }: Item, items: Item[]): ListEntry[] {
	switch (parameters.choice('recipientsFrom')) {
		case 'json':
			return toListEntries(options, readRows(parameters, 'recipientsJson', LIST_EXAMPLE), 'recipients');
		case 'fields':
			return parameters.rows('recipients').map((row) => ({
				phoneNumber: row.value('phone_number'),
				name: row.value('name'),
				source: json,
			}));
		default:
			return toListEntries(
				options,
				items.map((item) => item.json),
				'items',
			);
	}
}

/** Takes the number and the name from each row. @param rowNoun The word for the rows in an error message. */
function toListEntries(options: ParameterGroup, rows: IDataObject[], rowNoun: string): ListEntry[] {
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

function parseListEntry(
	{ phoneNumber, name: givenName, source }: ListEntry,
	position: number,
	defaultCountryCode?: string,
): Recipient {
	const typed = toPlainText(phoneNumber);
	const name = isTextual(givenName) ? toPlainText(givenName) : '';
	const number: Result<string> = isTextual(givenName)
		? parsePhoneNumber(typed, { defaultCountryCode })
		: { ok: false, problem: `The name ${quote(givenName)} is not text` };
	return {
		position,
		person: { phone_number: number.ok ? number.value : typed, ...(name !== '' && { name }) },
		source,
		...(!number.ok && { skipped: { reason: 'invalid', explanation: number.problem } }),
	};
}

/**
 * Returns the error for the entries that are invalid; undefined if there are none, or if the option Invalid Numbers skips
 * them.
 */
export function findInvalidError(
	recipients: readonly Recipient[],
	{ parameters, options }: Item,
): InvalidParameterError | undefined {
	if (options.isAdded('invalidNumbers') && options.choice('invalidNumbers') === 'skip') return undefined;
	const [first, ...others] = recipients.filter(({ skipped }) => skipped?.reason === 'invalid');
	if (!first) return undefined;
	const { position, person, skipped } = first;
	const more = others.length > 0 ? ` (and ${others.length} more)` : '';
	const isFromItems = parameters.choice('recipientsFrom') === 'items';
	return new InvalidParameterError(
		`Recipient ${position} cannot be called: ${quote(person.phone_number)}${more}`,
		`${skipped?.explanation}. ${more && "Turn on 'Preview Only' to list them all. "}${adviseOnInvalid(parameters)} No calls were made.`,
		isFromItems ? position - 1 : undefined,
	);
}

/** Says how to go on with numbers that cannot be called. A country code that is set need not be set again. */
export function adviseOnInvalid(parameters: ParameterGroup): string {
	const setCountryCode = parameters.has('defaultCountryCode') ? '' : "set 'Default Country Code', ";
	return `Enter numbers like +14155550123, ${setCountryCode}or set 'Invalid Numbers' in the options to skip such recipients.`;
}

/**
 * Marks each recipient as skipped that a rule gives a reason to skip. The first such reason counts.
 */
export const skipByRules = (
	recipients: readonly Recipient[],
	rules: ReadonlyArray<SkipRule | undefined>,
): Recipient[] =>
	recipients.map((recipient) => {
		let { skipped } = recipient;
		for (const rule of rules) skipped ??= rule?.(recipient);
		return { ...recipient, ...(skipped && { skipped }) };
	});

/** @throws InvalidParameterError for more people to call than 'Max Recipients' allows. */
export function requireWithinMaximum(count: number, options: ParameterGroup): void {
	const maximum = options.isAdded('maximumRecipients')
		? options.integer('maximumRecipients')
		: DEFAULT_MAX_RECIPIENTS;
	if (count <= maximum) return;
	throw new InvalidParameterError(
		`${count} recipients are more than 'Max Recipients' allows (${maximum})`,
		"Raise 'Max Recipients' in the options if you really want to call that many people. No calls were made.",
	);
}
