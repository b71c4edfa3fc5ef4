import type { IDataObject } from 'n8n-workflow';

import { withoutFormatting } from '../../../shared/wire/listedNumber';
import { quoted } from '../../../shared/parameters/invalidParameterError';
import { e164, findViolatedPlan, type PhoneNumberRules } from '../../../shared/parameters/phoneNumber';
import { isTextual, readText } from '../../../shared/parameters/readers';

/** A person to call. */
export interface Recipient {
	/** The place in the list as it was given, counted from 1. */
	position: number;
	/** E.164. */
	phoneNumber: string;
	name?: string;
}

/** The reasons for leaving a recipient out, as workflows read them. */
export type SkipReason = 'invalid' | 'doNotCall' | 'optedOut' | 'outsideLocalHours';

/** A person who is not called, and why, as the node puts it out. */
export interface SkippedRecipient extends IDataObject {
	/** The place in the list as it was given, counted from 1. */
	position: number;
	phone_number: string;
	name?: string;
	reason: SkipReason;
	/** The reason in words, where the reason alone does not tell what to do. */
	explanation?: string;
}

export interface RecipientList {
	recipients: Recipient[];
	/** Those whose number or name cannot be read. */
	rejected: SkippedRecipient[];
	/** Those who could be called, but are left out. */
	leftOut: SkippedRecipient[];
	/** The number of entries whose number had come before. */
	duplicates: number;
}

/** The recipients of a batch call, and when it starts. */
export interface Campaign {
	list: RecipientList;
	/** The recipients as they were given, with the field `phone_number`. */
	entries: IDataObject[];
	/** Returns the items or the objects that the entries come from, in the same order. */
	readSources: () => IDataObject[];
	rules: PhoneNumberRules;
	/** In milliseconds since 1970. */
	startsAt: number;
}

/**
 * Returns the recipients with their numbers in E.164, each once, in the order
 * given. The first entry of a number counts.
 * @param entries With the fields `phone_number` and, optionally, `name`.
 */
export function normalizeRecipients(entries: IDataObject[], rules: PhoneNumberRules = {}): RecipientList {
	const numbers = new Set<string>();
	const recipients: Recipient[] = [];
	const rejected: SkippedRecipient[] = [];
	let duplicates = 0;
	for (const [index, entry] of entries.entries()) {
		const position = index + 1;
		const typed = readText(entry.phone_number);
		const number = e164(typed, rules);
		const name = isTextual(entry.name) ? readText(entry.name) : undefined;
		if (!number || name === undefined) {
			const explanation = number
				? `The name ${quoted(entry.name)} is not a text`
				: describeRejection(typed, rules);
			const named = { phone_number: typed, ...(name && { name }) };
			rejected.push({ position, ...named, reason: 'invalid', explanation });
		} else if (numbers.has(number)) {
			duplicates++;
		} else {
			numbers.add(number);
			recipients.push(name ? { position, phoneNumber: number, name } : { position, phoneNumber: number });
		}
	}
	return { recipients, rejected, leftOut: [], duplicates };
}

/** Returns a recipient as the service takes it (interface section 4), and as a second batch call takes it. */
export const writeRecipient = ({
	phoneNumber,
	name,
}: Recipient): Pick<SkippedRecipient, 'phone_number' | 'name'> => ({
	phone_number: phoneNumber,
	...(name !== undefined && { name }),
});

/** The details in the output about a recipient who is left out, beside the name and the number. */
export type Grounds = Pick<SkippedRecipient, 'reason' | 'explanation'> & IDataObject;

/** Returns why a recipient with this number (E.164) is left out; undefined if the recipient may be called. */
export type Exclusion = (phoneNumber: string) => Grounds | undefined;

/** Leaves out all recipients to whom one of the exclusions applies; the first one that does is the reason. */
export function leaveOut(list: RecipientList, exclusions: Exclusion[]): RecipientList {
	const recipients: Recipient[] = [];
	const leftOut: SkippedRecipient[] = [];
	for (const recipient of list.recipients) {
		const grounds = findGrounds(recipient, exclusions);
		if (grounds) leftOut.push({ position: recipient.position, ...writeRecipient(recipient), ...grounds });
		else recipients.push(recipient);
	}
	return { ...list, recipients, leftOut };
}

function findGrounds({ phoneNumber }: Recipient, exclusions: Exclusion[]): Grounds | undefined {
	for (const exclude of exclusions) {
		const grounds = exclude(phoneNumber);
		if (grounds) return grounds;
	}
	return undefined;
}

function describeRejection(typed: string, { defaultCountryCode }: PhoneNumberRules): string {
	if (typed === '') return 'The phone number is missing';
	if (!/\d/.test(typed)) return 'This is not a phone number';
	const [character] = withoutFormatting(typed).match(/[^+\d]/u) ?? [];
	// The code tells a letter O from a zero, and letters of other scripts from those that look the same.
	if (character) {
		const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
		return `This is not a phone number: it contains ${quoted(character)} (U+${code})`;
	}
	const code = findViolatedPlan(typed);
	if (code !== undefined) {
		return `This is not a phone number of the country with the code +${code}: no number there has this form`;
	}
	if (hasCountryCode(typed)) return 'This is not a phone number';
	return defaultCountryCode
		? `The number does not fit the country code +${defaultCountryCode}, or could be read in two ways`
		: 'The number does not begin with + and a country code';
}

/** Returns true if a number is typed with its country code, whether it is valid or not. */
export const hasCountryCode = (typed: string): boolean => withoutFormatting(typed).startsWith('+');
