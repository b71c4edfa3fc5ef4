import { withoutFormatting } from '../../../shared/wire/listedNumber';
import { Refusal } from '../refusal';
import { readText } from './text';
import { quoted } from './value';

/** A number with its country code: 7 to 15 digits, none of them a leading zero (E.164). */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/** `+44 (0)20 ...`: the zero is dialled inside the country only, and nobody can tell who means which. */
const OPTIONAL_ZERO = /\(\s*0\s*\)/;

/** Country codes whose numbers keep their leading zero: Italy, San Marino, Vatican City, Ivory Coast, Congo. */
const ZERO_BELONGS = new Set(['39', '378', '379', '225', '242']);

/** Digits that may be a whole number of one country. */
const NATIONAL_LENGTH = 8;

/** How numbers without `+` or `00` are read. */
export interface PhoneNumberRules {
	/** `00`, or digits and nothing else, may stand for the `+`: the chat app writes numbers without it. */
	withoutPlus?: boolean;
	/** The country code of numbers that have none, e.g. `44`. */
	defaultCountryCode?: string;
}

/**
 * A number in E.164; undefined when it is none. Typed with `+`, country code and any formatting. A country code is never
 * guessed: 415 555 0123 might as well be Swiss.
 */
export function e164(
	typed: string,
	{ withoutPlus, defaultCountryCode }: PhoneNumberRules = {},
): string | undefined {
	if (OPTIONAL_ZERO.test(typed)) return undefined;
	const number = withoutFormatting(typed);
	if (number.startsWith('+')) return accepted(number.slice(1));
	if (number.startsWith('00')) return withoutPlus ? accepted(number.slice(2)) : undefined;
	if (defaultCountryCode) return accepted(nationalNumber(number, defaultCountryCode));
	return withoutPlus ? accepted(typed.trim()) : undefined;
}

const accepted = (digits: string | undefined): string | undefined =>
	digits !== undefined && INTERNATIONAL.test(digits) ? `+${digits}` : undefined;

/** The digits of a number of one country, with its code; undefined for what cannot be one. */
function nationalNumber(number: string, countryCode: string): string | undefined {
	if (!/^\d+$/.test(number)) return undefined;
	// North American numbers have ten digits, and a 1 in front when they are dialled from another area.
	if (countryCode === '1') return /^1?(\d{10})$/.exec(number)?.[1]?.replace(/^/, '1');
	// Spreadsheets drop the plus: 4915112345678 has its country code already, or so it seems.
	const withCode = number.startsWith(countryCode) && number.length >= countryCode.length + NATIONAL_LENGTH;
	if (withCode) return undefined;
	return `${countryCode}${ZERO_BELONGS.has(countryCode) ? number : number.replace(/^0/, '')}`;
}

/**
 * A phone number in E.164.
 * @param example In the form that the field takes.
 * @throws Refusal for what is none.
 */
export function readPhoneNumber(
	value: unknown,
	label: string,
	example: string,
	rules?: PhoneNumberRules,
): string {
	const typed = readText(value);
	const advice = `Enter the number with its country code, e.g. ${example}.`;
	if (typed === '') throw new Refusal(`${label} is empty`, advice);
	const number = e164(typed, rules);
	if (number) return number;
	throw new Refusal(`${label} ${quoted(typed)} is not a phone number with its country code`, advice);
}

/**
 * A country code such as `+44`, `0044` or `44`, as digits.
 * @throws Refusal for anything else.
 */
export function readCountryCode(value: unknown, label: string): string {
	const code = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(withoutFormatting(readText(value)))?.[1];
	if (code) return code;
	throw new Refusal(`${label} ${quoted(value)} is not a country code`, 'Enter a country code, e.g. +44.');
}
