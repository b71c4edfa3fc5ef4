import type { IDataObject } from 'n8n-workflow';

import { withoutFormatting } from '../../../shared/wire/listedNumber';
import { quoted } from '../../../shared/parameters/invalidParameterError';
import { e164, findViolatedPlan, type PhoneNumberRules } from '../../../shared/parameters/phoneNumber';
import { isTextual, readText } from '../../../shared/parameters/readers';

export interface Recipient extends IDataObject {
	/** E.164. */
	phone_number: string;
	name?: string;
}

/** A recipient who cannot be called, and why. */
export interface Rejected extends IDataObject {
	/** The place in the list, counted from 1. */
	position: number;
	phone_number: string;
	name?: string;
	reason: string;
}

export interface RecipientList {
	recipients: Recipient[];
	rejected: Rejected[];
	duplicates: number;
}

/**
 * Returns the recipients with their numbers in E.164, each once, in the order
 * given. The first entry of a number counts.
 * @param entries With the fields `phone_number` and, optionally, `name`.
 */
export function normalizeRecipients(entries: IDataObject[], rules: PhoneNumberRules = {}): RecipientList {
	const byNumber = new Map<string, Recipient>();
	const rejected: Rejected[] = [];
	let duplicates = 0;
	for (const [index, entry] of entries.entries()) {
		const typed = readText(entry.phone_number);
		const number = e164(typed, rules);
		const name = isTextual(entry.name) ? readText(entry.name) : undefined;
		if (!number || name === undefined) {
			const reason = number
				? `The name ${quoted(entry.name)} is not a text`
				: describeRejection(typed, rules);
			rejected.push({ position: index + 1, phone_number: typed, ...(name && { name }), reason });
		} else if (byNumber.has(number)) {
			duplicates++;
		} else {
			byNumber.set(number, { phone_number: number, ...(name && { name }) });
		}
	}
	return { recipients: [...byNumber.values()], rejected, duplicates };
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
