import { escapeInvisible, removeInvisibleAndTrim } from '../text/strings';
import { toAsciiDigits } from '../text/digits';
import { toDialedNumber, normalizeNumber } from './spellings';
import {
	describeCountry,
	describeLengths,
	findCountry,
	findLeadingCountry,
	hasLongerDoubleZero,
	isPossible,
	readNational,
	readWithinCountry,
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

/** A number in E.164, or the reason why a string is not one, as a sentence without a full stop. */
type ParsedPhoneNumber = { number: string; problem?: never } | { number?: never; problem: string };

/** The number of digits of a North American number without its country code. The first three name the region. */
const NORTH_AMERICAN_LENGTH = 10;

/**
 * Reads a phone number with its country code, as people and spreadsheets write it. A country code is never guessed:
 * 415 555 0123 could be Swiss. A number is read if its country has numbers of that length; whether it is in use is
 * for the service to say.
 */
export function parsePhoneNumber(input: string, rules: PhoneNumberRules = {}): ParsedPhoneNumber {
	const normalized = normalizeNumber(input);
	if (normalized === undefined)
		return { problem: describeMalformedNumber(toAsciiDigits(removeInvisibleAndTrim(input))) };
	const country = findCountry(rules.defaultCountryCode ?? '');
	if (normalized.startsWith('+')) {
		const isDoubleZero = !input.includes('+') && !normalized.startsWith(`+${country?.code}`);
		if (isDoubleZero && country && hasLongerDoubleZero(country)) {
			return {
				problem: `In ${describeCountry(country)} 00 is not dialed alone: write + and the country code`,
			};
		}
		return parseInternational(normalized.slice(1), rules);
	}
	if (country) return parseDomestic(normalized, country, rules);
	return rules.acceptsMissingPlus && hasCountryCodeFirst(input, normalized)
		? parseInternational(normalized, rules)
		: { problem: 'The number does not begin with + and a country code' };
}

/** @param digits A number with its country code. */
function parseInternational(digits: string, { acceptsMissingPlus }: PhoneNumberRules): ParsedPhoneNumber {
	const country = findLeadingCountry(digits);
	if (!country) return { problem: 'It does not begin with the code of a country' };
	const national = removeTrunkZero(country, digits.slice(country.code.length));
	const number = `+${country.code}${national}`;
	const dialed = toDialedNumber(number);
	if (dialed === number && !isPossible(country, national)) {
		return { problem: describeWrongLength(country, national) };
	}
	return { number: acceptsMissingPlus ? number : dialed };
}

function parseDomestic(digits: string, country: Country, rules: PhoneNumberRules): ParsedPhoneNumber {
	const [number, other] = readWithinCountry(country, digits);
	if (number === undefined) {
		return { problem: describeWrongLength(country, digits, 'the default country code') };
	}
	if (other === undefined) return parseInternational(number, rules);
	return { problem: `It can be read in two ways, as +${number} and as +${other}: write it with +` };
}

/**
 * Tells whether a number without `+` begins with a country code: digits alone do, since the chat app
 * writes numbers that way; otherwise the code must be set apart. 501 555 0123 could be of Belize (501) or of Arkansas.
 */
function hasCountryCodeFirst(input: string, digits: string): boolean {
	const [group = ''] = toAsciiDigits(removeInvisibleAndTrim(input)).split(/\D/);
	if (group === digits) return true;
	return (
		group === findLeadingCountry(digits)?.code &&
		!(group.length === 3 && digits.length === NORTH_AMERICAN_LENGTH)
	);
}

/**
 * Returns all numbers, in E.164, that the input may mean in any of the given countries, so that none is missed.
 * Without a plus it may have a country code or none.
 * @param countryCodes As digits.
 * @returns An empty list if the input cannot be a number.
 */
export function findPossibleNumbers(input: string, countryCodes: Iterable<string>): string[] {
	const normalized = normalizeNumber(input);
	if (normalized === undefined) return [];
	const { number } = parseInternational(normalized.replace('+', ''), {});
	const numbers = new Set(number === undefined ? [] : [number]);
	if (normalized.startsWith('+')) return [...numbers];
	// In North America and Japan, the code of another country is dialed after these digits.
	const { number: abroad } = parseInternational(normalized.replace(/^01[01]/, ''), {});
	if (abroad !== undefined && /^01[01]/.test(normalized)) numbers.add(abroad);
	for (const country of [...countryCodes].map(findCountry)) {
		for (const national of country ? readNational(country, normalized) : []) {
			numbers.add(toDialedNumber(`+${country?.code ?? ''}${national}`));
		}
	}
	return [...numbers];
}

/** Says what is wrong with the number of digits; `codeSource` says where the country code comes from. */
function describeWrongLength(country: Country, national: string, codeSource = ''): string {
	const [least = 0] = country.lengths;
	const problem = national.length < least ? 'too short' : 'too long';
	const isBetween = national.length > least && national.length < (country.lengths.at(-1) ?? 0);
	return `It is ${isBetween ? 'of no length that a number has' : problem} for ${describeCountry(country)}${codeSource && `, ${codeSource}`}: ${national.length} digits after the code instead of ${describeLengths(country)}`;
}

/** Says why a string is not a single number. */
function describeMalformedNumber(text: string): string {
	if (text === '') return 'The phone number is missing';
	if (!/\d/.test(text)) return 'This is not a phone number';
	if (/^[\d.,]+e\+?\d+$/i.test(text)) {
		return 'A spreadsheet has shortened this number: format the column as text, and enter it again';
	}
	if (/[/,;|&]|\d\s*\+|\bor\b/i.test(text)) return 'It looks like two numbers: give one';
	if (/\d\s*(?:x|ext|#)|\)$/i.test(text)) return 'It has an extension, which cannot be dialed';
	// The code tells a letter O from a zero, and letters of other scripts from those that look the same.
	const [character] = /[^+\d\s().\p{Pd}]/u.exec(text) ?? [];
	if (character === undefined) return 'This is not a phone number';
	const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	return `This is not a phone number: it contains "${escapeInvisible(character)}" (U+${code})`;
}
