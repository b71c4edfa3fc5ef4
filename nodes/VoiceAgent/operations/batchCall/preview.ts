import type { IDataObject } from 'n8n-workflow';

import { DIAL_COST } from '../../../shared/wire/limits';
import { e164 } from '../../../shared/parameters/phoneNumber';
import { NOTHING_SENT } from '../../parameters/previewOnly';
import { readText } from '../../../shared/parameters/readers';
import { hasCountryCode, type RecipientList } from './recipientList';

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
	/** True if the batch call would be created as it is. */
	wouldBeCreated: boolean;
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
	{ list, wouldBeCreated, countryCode }: BatchCallPreview,
	request: IDataObject,
): IDataObject {
	const { recipients, rejected, duplicates } = list;
	return {
		preview: true,
		would_be_created: wouldBeCreated,
		total_recipients: recipients.length,
		recipients_without_name: countUnnamed(list),
		duplicates_removed: duplicates,
		skipped_recipients: wouldBeCreated ? rejected : [],
		invalid_recipients: wouldBeCreated ? [] : rejected,
		...(countryCode && { default_country_code: countryCode }),
		dial_cost_estimate_usd: dialCost(recipients.length),
		request,
	};
}

/** The way from a preview to calls. */
export const TO_CALL = "Turn off 'Preview Only' to start calling.";

/** Describes the preview in words, as far as there is something to do. */
export function describePreview({ list, wouldBeCreated, countryCode }: BatchCallPreview): string {
	const unnamed = countUnnamed(list);
	const sentences = [
		NOTHING_SENT,
		wouldBeCreated
			? TO_CALL
			: `The batch call would not be created: ${pluralize(list.rejected.length, 'recipient')} cannot be called, see 'invalid_recipients'. Correct them, or set 'Invalid Numbers' in the options to skip them.`,
		unnamed > 0 && `${pluralize(unnamed, 'recipient')} ${unnamed === 1 ? 'has' : 'have'} no name.`,
		countryCode && describeCountryCode(countryCode),
	];
	return sentences.filter(Boolean).join(' ');
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

/** In USD, rounded to a tenth of a cent, since 0.005 has no exact binary form. */
const dialCost = (count: number): number => Math.round(count * DIAL_COST * 1000) / 1000;

/** Describes what the batch call costs. */
export const describeCost = ({ recipients: { length } }: RecipientList): string =>
	`The batch call calls ${length === 1 ? 'one person' : `${length} people`}. The dials cost ${dialCost(length)} USD, plus the minutes.`;
