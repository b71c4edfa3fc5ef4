import type { IDataObject } from 'n8n-workflow';

import { e164 } from '../../../shared/parameters/phoneNumber';
import { NOTHING_SENT } from '../../parameters/previewOnly';
import { readText } from '../../../shared/parameters/readers';
import { hasCountryCode, type RecipientList } from './recipientList';
import { dialCost } from './result';
import { describeSkipped, listSkipped, summarizeSkipped } from './skipped';

/** The result of trying a country code on the numbers that have none. */
interface CountryCodeEffect extends IDataObject {
	/** The country code with its plus. */
	code: string;
	/** True if it is the Default Country Code; false if it only shows what that would do. */
	is_set: boolean;
	numbers_without_country_code: number;
	/** The count of those that can be called with the code. */
	callable_with_country_code: number;
}

/** The facts to know about a batch call before it begins. */
export interface BatchCallPreview {
	list: RecipientList;
	/** True if the batch call would not be created, because of recipients that cannot be called. */
	isRefused: boolean;
	/** The sentence on what was read to find who is left out. */
	exclusionHint: string | undefined;
	/** Undefined if there is no code to try. */
	countryCode: CountryCodeEffect | undefined;
}

/** Counts the numbers that a country code makes callable. @param code The code as digits. */
export function testCountryCode(code: string, isSet: boolean, entries: IDataObject[]): CountryCodeEffect {
	const numbers = entries
		.map((entry) => readText(entry.phone_number))
		.filter((typed) => typed !== '' && !hasCountryCode(typed));
	const callable = numbers.filter((typed) => e164(typed, { defaultCountryCode: code }) !== undefined);
	return {
		code: `+${code}`,
		is_set: isSet,
		numbers_without_country_code: numbers.length,
		callable_with_country_code: callable.length,
	};
}

/** Returns the output in place of the batch call. */
export function buildCallPreview(
	{ list, isRefused, countryCode }: BatchCallPreview,
	request: IDataObject,
): IDataObject {
	const { recipients, rejected, leftOut, duplicates } = list;
	return {
		preview: true,
		would_be_created: !isRefused && recipients.length > 0,
		total_recipients: recipients.length,
		recipients_without_name: countUnnamed(list),
		duplicates_removed: duplicates,
		...describeSkipped(isRefused ? leftOut : listSkipped(list)),
		invalid_recipients: isRefused ? rejected : [],
		...(countryCode && { default_country_code: countryCode }),
		dial_cost_estimate_usd: dialCost(recipients.length),
		request,
	};
}

/** The way from a preview to calls. */
export const TO_CALL = "Turn off 'Preview Only' to start calling.";

/** Describes the preview in words, as far as there is something to do. */
export function describePreview({ list, isRefused, exclusionHint, countryCode }: BatchCallPreview): string {
	const unnamed = countUnnamed(list);
	const sentences = [
		NOTHING_SENT,
		describeCreation(list, isRefused),
		summarizeSkipped(isRefused ? list.leftOut : listSkipped(list)),
		exclusionHint,
		unnamed > 0 && `${pluralize(unnamed, 'recipient')} ${unnamed === 1 ? 'has' : 'have'} no name.`,
		countryCode && describeCountryCode(countryCode),
	];
	return sentences.filter(Boolean).join(' ');
}

function describeCreation({ recipients, rejected }: RecipientList, isRefused: boolean): string {
	if (isRefused) {
		return `The batch call would not be created: ${pluralize(rejected.length, 'recipient')} cannot be called, see 'invalid_recipients'. Correct them, or set 'Invalid Numbers' in the options to skip them.`;
	}
	return recipients.length > 0 ? TO_CALL : 'The batch call would not be created: everybody is left out.';
}

function describeCountryCode(effect: CountryCodeEffect): string {
	const { code, is_set: isSet, callable_with_country_code: callable } = effect;
	if (effect.numbers_without_country_code === 0) return '';
	const numbers = pluralize(effect.numbers_without_country_code, 'number');
	return isSet
		? `'Default Country Code' makes ${callable} of ${numbers} without a country code callable.`
		: `With 'Default Country Code' ${code}, the code of 'Call From', ${callable} of ${numbers} without a country code could be called.`;
}

const countUnnamed = ({ recipients }: RecipientList): number =>
	recipients.filter(({ name }) => name === undefined).length;

const pluralize = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
