import { withoutInvisible } from '../text/invisible';
import { listedNumber, withoutFormatting } from '../wire/listedNumber';
import { InvalidParameterError, quoted } from './invalidParameterError';
import { NUMBERING_PLANS } from './numberingPlans';
import { readText, readTextField } from './readers';

/** A number with its country code: 7 to 15 digits, none of them a leading zero (E.164). */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/** A number in E.164 as it is: most of those in a long list are. */
const E164 = /^\+[1-9]\d{6,14}$/;

/** The zero in `+44 (0)20 ...` is dialled inside the country only, so that the number is ambiguous. */
const OPTIONAL_ZERO = /\(\s*0\s*\)/;

/** The digits before the first blank or other formatting of a number that begins with a digit. */
const FIRST_GROUP = /^(\d+)\D/;

/** The digits of a number of North America without its country code, of which three name the region. */
const NORTH_AMERICAN_LENGTH = 10;

/**
 * Forms that national numbers had before their country changed its numbering plan, by country calling code. The chat
 * app goes on writing them: the numbers of Mexico with a 1 in front, and the shorter ones of Ivory Coast and Benin.
 */
const FORMER_PATTERNS: Readonly<Record<string, RegExp>> = { 52: /^1\d{10}$/, 225: /^\d{8}$/, 229: /^\d{8}$/ };

/** Rules for numbers without `+`. */
export interface PhoneNumberRules {
	/**
	 * Accepts instead of the `+`: `00`, digits alone, as the chat app writes numbers, and a country code that stands
	 * apart, as in `49 151 23456789`. Forms from before a change of the numbering plan count as well.
	 */
	withoutPlus?: boolean;
	/** The country code of numbers that have none, e.g. `44`. */
	defaultCountryCode?: string;
}

/**
 * Returns a number in E.164; undefined if it is not one, or one that its country cannot have. It may be typed with
 * any formatting. A country code is never guessed: 415 555 0123 could be Swiss.
 */
export function e164(
	typed: string,
	{ withoutPlus, defaultCountryCode }: PhoneNumberRules = {},
): string | undefined {
	if (E164.test(typed)) return isImpossible(typed.slice(1), withoutPlus) ? undefined : typed;
	if (OPTIONAL_ZERO.test(typed)) return undefined;
	const number = withoutFormatting(typed);
	const accepted = (digits = ''): string | undefined =>
		INTERNATIONAL.test(digits) && !isImpossible(digits, withoutPlus) ? `+${digits}` : undefined;
	if (number.startsWith('+')) return accepted(number.slice(1));
	if (number.startsWith('00')) return withoutPlus ? accepted(number.slice(2)) : undefined;
	if (defaultCountryCode) return accepted(nationalNumber(number, defaultCountryCode));
	return withoutPlus && hasCountryCodeFirst(typed) ? accepted(number) : undefined;
}

/**
 * Tells of the digits of a number with its country code that the country cannot have such a number. Codes that
 * belong to no country, as of satellite phones, have no plan that decides it.
 */
function isImpossible(digits: string, mayBeFormer = false): boolean {
	const code = findLeadingCode(digits);
	if (code === undefined) return false;
	const national = digits.slice(code.length);
	const isFormer = mayBeFormer && FORMER_PATTERNS[code]?.test(national) === true;
	return !isFormer && NUMBERING_PLANS[code]?.pattern.test(national) !== true;
}

/**
 * Returns the country code with which the digits of a number begin; undefined if no country has it. No code is the
 * beginning of another.
 */
export function findLeadingCode(digits: string): string | undefined {
	for (let length = 1; length <= 3; length++) {
		const code = digits.slice(0, length);
		if (Object.hasOwn(NUMBERING_PLANS, code)) return code;
	}
	return undefined;
}

/**
 * Returns the country code, as digits, of a number that is typed with a plus but that the country cannot have;
 * undefined for all others.
 */
export function findViolatedPlan(typed: string): string | undefined {
	if (OPTIONAL_ZERO.test(typed)) return undefined;
	const number = withoutFormatting(typed);
	const digits = number.slice(1);
	return /^\+[1-9]\d+$/.test(number) && isImpossible(digits) ? findLeadingCode(digits) : undefined;
}

/**
 * Tells whether a number without `+` begins with a country code: digits alone do on the chat app; in others the
 * code stands apart. 501 555 0123 could be of Belize (501) or of Arkansas.
 */
function hasCountryCodeFirst(typed: string): boolean {
	const visible = withoutInvisible(typed).trim();
	const [, group] = FIRST_GROUP.exec(visible) ?? [];
	if (group === undefined) return /^\d/.test(visible);
	const number = withoutFormatting(visible);
	const mayBeRegion = group.length === 3 && number.length === NORTH_AMERICAN_LENGTH;
	return group === findCountryCode(number) && !mayBeRegion;
}

/**
 * Returns a number of one country with the country code in front; undefined if it is not a number of that
 * country, or can be read in several ways: a wrong guess would call a stranger.
 */
function nationalNumber(typed: string, countryCode: string): string | undefined {
	const plan = NUMBERING_PLANS[countryCode];
	if (!plan || !/^\d+$/.test(typed) || plan.internationalPrefix?.test(typed)) return undefined;
	const { trunkPrefix = /^/, pattern, lengths } = plan;
	const [prefix = '', ...captured] = trunkPrefix.exec(typed) ?? [];
	if (captured.some((group) => group !== undefined)) return undefined;
	const withoutPrefix = typed.slice(prefix.length);
	const [national, ...others] = new Set([typed, withoutPrefix].filter((digits) => pattern.test(digits)));
	if (national === undefined || others.length > 0 || !lengths.includes(national.length)) return undefined;
	// Spreadsheets drop the plus: 4915112345678 may have its country code already.
	const withoutCode = typed.startsWith(countryCode) ? typed.slice(countryCode.length) : '';
	const mayHaveCode = withoutCode !== national && pattern.test(withoutCode);
	return mayHaveCode ? undefined : `${countryCode}${national}`;
}

/** Returns the country code of a number in E.164, as digits; undefined if the number fits no country. */
export function findCountryCode(number: string): string | undefined {
	const digits = number.replace('+', '');
	const code = findLeadingCode(digits);
	return code !== undefined && NUMBERING_PLANS[code]?.pattern.test(digits.slice(code.length))
		? code
		: undefined;
}

/**
 * Returns all numbers, in E.164, that a text may stand for among those of some countries, so that none of them is
 * taken for another. Without a plus it may have a country code or none, and the prefix that is dialled inside
 * the country or none.
 * @param countryCodes As digits.
 * @returns undefined if it cannot be read.
 */
export function possibleNumbers(typed: string, countryCodes: Iterable<string>): string[] | undefined {
	const number = withoutFormatting(typed.replace(OPTIONAL_ZERO, ''));
	if (!/^\+?\d{5,}$/.test(number)) return undefined;
	if (number.startsWith('+')) return [number];
	const numbers = [`+${number.replace(/^00/, '')}`];
	for (const code of countryCodes) {
		const { trunkPrefix, internationalPrefix } = NUMBERING_PLANS[code] ?? {};
		const [prefix = '', ...captured] = trunkPrefix?.exec(number) ?? [];
		if (captured.some((group) => group !== undefined)) return undefined;
		numbers.push(`+${code}${number}`, `+${code}${number.slice(prefix.length)}`);
		if (internationalPrefix) numbers.push(number.replace(internationalPrefix, '+'));
	}
	return numbers;
}

/**
 * The forms in which the chat app writes numbers of people whom a phone reaches by another number, from before the
 * numbering plans of Mexico, Brazil and Benin changed, with what the number is now.
 */
const CHAT_APP_FORMS = [
	{ form: /^\+521(\d{10})$/, number: '+52$1' },
	{ form: /^\+55(\d{2})([6-9]\d{7})$/, number: '+55$19$2' },
	{ form: /^\+229(\d{8})$/, number: '+22901$1' },
];

/** The numbers of these countries, so that those of all others take no time. */
const MAY_HAVE_CHAT_APP_FORM = /^\+(?:52|55|229)/;

/** Returns the number (E.164) by which a phone reaches the person whom the chat app knows by this one. */
export function toDialledNumber(number: string): string {
	if (!MAY_HAVE_CHAT_APP_FORM.test(number)) return number;
	const found = CHAT_APP_FORMS.find(({ form }) => form.test(number));
	return found ? number.replace(found.form, found.number) : number;
}

/**
 * Reads a phone number and returns it in E.164.
 * @param example A number in the form that the field takes.
 * @throws InvalidParameterError if it is not a phone number with its country code.
 */
export function readPhoneNumber(
	value: unknown,
	label: string,
	example: string,
	rules?: PhoneNumberRules,
): string {
	const typed = readText(value);
	const advice = `Enter the number with its country code, e.g. ${example}.`;
	if (typed === '') throw new InvalidParameterError(`${label} is empty`, advice);
	const number = e164(typed, rules);
	if (number) return number;
	const code = findViolatedPlan(typed);
	throw new InvalidParameterError(
		code === undefined
			? `${label} ${quoted(typed)} is not a phone number with its country code`
			: `${label} ${quoted(typed)} is not a phone number of the country with the code +${code}`,
		advice,
	);
}

/**
 * Reads a number as list-messages takes it (interface section 4): also the ID of a business number of the chat app.
 * @throws InvalidParameterError if it is not a number.
 */
export function readListedNumber(
	value: unknown,
	label: string,
	advice = 'Enter a number like +14155550123, or digits alone for a number of the chat app.',
): string {
	const typed = readTextField(value, label);
	const number = listedNumber(typed);
	if (number !== undefined) return number;
	throw new InvalidParameterError(
		typed === '' ? `${label} is empty` : `${label} ${quoted(typed)} is not a phone number`,
		advice,
	);
}

/**
 * Reads a country code such as `+44`, `0044` or `44` and returns its digits.
 * @throws InvalidParameterError for anything else.
 */
export function readCountryCode(value: unknown, label: string): string {
	const code = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(withoutFormatting(readText(value)))?.[1];
	if (code && Object.hasOwn(NUMBERING_PLANS, code)) return code;
	throw new InvalidParameterError(
		`${label} ${quoted(value)} is not a country code`,
		'Enter a country code, e.g. +44.',
	);
}
