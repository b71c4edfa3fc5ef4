import type { IDataObject } from 'n8n-workflow';

import { DIAL_COST } from '../../../shared/wire/limits';
import { e164 } from '../../parameters/phoneNumber';
import { readText } from '../../parameters/readers';
import { hasCountryCode, type RecipientList } from './recipients';

/** The numbers without a country code, and how many of them a country code makes callable. */
interface CountryCodeEffect extends IDataObject {
	/** With its plus. */
	code: string;
	/** Whether it is the Default Country Code, or only shows what that would do. */
	is_set: boolean;
	numbers_without_country_code: number;
	/** How many of them can be called with the code. */
	callable_with_country_code: number;
}

/** The facts that a person should know of a campaign before it begins. */
export interface CampaignPreview {
	list: RecipientList;
	/** Whether the campaign would be created as it is. */
	wouldBeCreated: boolean;
	/** Undefined when there is no code to tell about. */
	countryCode: CountryCodeEffect | undefined;
}

/** @param code As digits. */
export function effectOfCountryCode(code: string, isSet: boolean, entries: IDataObject[]): CountryCodeEffect {
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

/** The output in place of the campaign. */
export function previewOutput(
	{ list, wouldBeCreated, countryCode }: CampaignPreview,
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

/** The same in words, as far as there is something to do. */
export function previewHint({ list, wouldBeCreated, countryCode }: CampaignPreview): string {
	const unnamed = countUnnamed(list);
	const sentences = [
		'Preview only: nobody was called.',
		wouldBeCreated
			? "Turn off 'Preview Only' to start calling."
			: `The campaign would not be created: ${counted(list.rejected.length, 'recipient')} cannot be called, see invalid_recipients. Correct them, or set 'Invalid Numbers' in the options to skip them.`,
		unnamed > 0 && `${counted(unnamed, 'recipient')} ${unnamed === 1 ? 'has' : 'have'} no name.`,
		countryCode && countryCodeHint(countryCode),
	];
	return sentences.filter(Boolean).join(' ');
}

function countryCodeHint(effect: CountryCodeEffect): string {
	const { code, is_set: isSet, callable_with_country_code: callable } = effect;
	if (effect.numbers_without_country_code === 0) return '';
	const numbers = counted(effect.numbers_without_country_code, 'number');
	return isSet
		? `'Default Country Code' makes ${callable} of ${numbers} without a country code callable.`
		: `With 'Default Country Code' ${code}, the code of 'Caller ID', ${callable} of ${numbers} without a country code could be called.`;
}

const countUnnamed = ({ recipients }: RecipientList): number =>
	recipients.filter(({ name }) => name === undefined).length;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** In USD, rounded to a tenth of a cent, since 0.005 has no exact binary form. */
const dialCost = (count: number): number => Math.round(count * DIAL_COST * 1000) / 1000;

/** The facts to know of a campaign that begins. */
export const costHint = ({ recipients: { length } }: RecipientList): string =>
	`The campaign calls ${length === 1 ? 'one person' : `${length} people`}. The dials cost ${dialCost(length)} USD, plus the minutes.`;
