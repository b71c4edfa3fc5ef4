import type { Result } from '../text/result';
import { parseWrittenNumber, type WrittenNumber } from './numberGrammar';
import { toDialedNumber } from './spellings';
import {
	describeCountry,
	describeLengths,
	findCountry,
	findLeadingCountry,
	hasLongerDoubleZero,
	hasPossibleLength,
	findNumbersInCountry,
	removeTrunkZero,
	type Country,
} from './countries';

/** Rules for numbers without `+`. */
export interface PhoneNumberRules {
	/**
	 * Accepts digits alone, as the chat app writes numbers, and a country code that is set apart, as in
	 * `49 151 23456789`. The number stays in the form in which the chat app writes it.
	 */
	acceptsMissingPlus?: boolean;
	/** The country code of numbers that have none, as digits, e.g. `44`. */
	defaultCountryCode?: string | undefined;
}

/** The number of digits of a North American number without its country code. The first three name the region. */
const NORTH_AMERICAN_LENGTH = 10;

/**
 * Parses a phone number with its country code, as people and spreadsheets write it. A country code is never guessed:
 * 415 555 0123 could be Swiss. A number is read if its country has numbers of that length; whether it is in use is
 * for the service to say.
 * @returns The number in E.164; or the problem, as a sentence without a full stop.
 */
export function parsePhoneNumber(input: string, rules: PhoneNumberRules = {}): Result<string> {
	const written = parseWrittenNumber(input);
	if (!written.ok) return written;
	const { prefix, digits } = written.value;
	const country = findCountry(rules.defaultCountryCode ?? '');
	if (prefix === '00' && country && hasLongerDoubleZero(country) && !digits.startsWith(country.code)) {
		return {
			ok: false,
			problem: `In ${describeCountry(country)} 00 is not dialed alone: write + and the country code`,
		};
	}
	if (prefix !== '') return parseInternational(digits, rules);
	if (country) return parseDomestic(written.value, country, rules);
	return rules.acceptsMissingPlus && hasCountryCodeFirst(written.value)
		? parseInternational(digits, rules)
		: { ok: false, problem: 'The number does not begin with + and a country code' };
}

/** @param digits A number with its country code. */
function parseInternational(digits: string, { acceptsMissingPlus }: PhoneNumberRules): Result<string> {
	const country = findLeadingCountry(digits);
	if (!country) return { ok: false, problem: 'It does not begin with the code of a country' };
	const national = removeTrunkZero(country, digits.slice(country.code.length));
	const number = `+${country.code}${national}`;
	const dialed = toDialedNumber(number);
	if (dialed === number && !hasPossibleLength(country, national)) {
		return { ok: false, problem: describeWrongLength(country, national) };
	}
	return { ok: true, value: acceptsMissingPlus ? number : dialed };
}

function parseDomestic(
	{ digits, groups }: WrittenNumber,
	country: Country,
	rules: PhoneNumberRules,
): Result<string> {
	const [first = ''] = groups;
	if (
		groups.length > 1 &&
		first.length === 1 &&
		first !== country.code &&
		!country.trunkPrefix?.test(first)
	) {
		return {
			ok: false,
			problem: `It begins with a single digit that is not dialed first in ${describeCountry(country)}`,
		};
	}
	const [number, other] = findNumbersInCountry(country, digits);
	if (number === undefined) return { ok: false, problem: describeWrongDomesticLength(country, digits) };
	if (other === undefined) return parseInternational(number, rules);
	return {
		ok: false,
		problem: `It can be read in two ways, as +${number} and as +${other}: write it with +`,
	};
}

/**
 * Tells whether a number without `+` begins with a country code: digits alone do, since the chat app
 * writes numbers that way; otherwise the code must be set apart. 501 555 0123 could be of Belize (501) or of Arkansas.
 */
function hasCountryCodeFirst({ digits, groups: [group = ''] }: WrittenNumber): boolean {
	if (group === digits) return true;
	return (
		group === findLeadingCountry(digits)?.code &&
		!(group.length === 3 && digits.length === NORTH_AMERICAN_LENGTH)
	);
}

/** The most digits of a local number, which is dialed without its area code in the same place only. */
const MAX_LOCAL_DIGITS = 7;

/** Says what is wrong with the number of digits of a number without a country code. */
function describeWrongDomesticLength(country: Country, digits: string): string {
	const isLocal = digits.length <= MAX_LOCAL_DIGITS && country.trunkPrefix?.test(digits) === false;
	return isLocal
		? `It lacks its area code: write it as people dial it in all of ${describeCountry(country)}`
		: describeWrongLength(country, digits);
}

/** Says what is wrong with the number of digits. @param national The digits without the country code. */
function describeWrongLength(country: Country, national: string): string {
	const [least = 0] = country.lengths;
	const problem = national.length < least ? 'too short' : 'too long';
	const isBetween = national.length > least && national.length < (country.lengths.at(-1) ?? 0);
	return `It is ${isBetween ? 'of no length that a number has' : problem} for ${describeCountry(country)}: ${national.length} digits without the country code instead of ${describeLengths(country)}`;
}
