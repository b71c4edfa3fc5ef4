import { findCountry } from '../numbers/countries';
import { normalizeNumber, removeFormatting } from '../numbers/normalizeNumber';
import { parsePhoneNumber, type PhoneNumberRules } from '../numbers/parsePhoneNumber';
import { InvalidParameterError, quote } from './invalidParameterError';
import { readText, readTextField } from './readers';

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
	const { number, problem } = parsePhoneNumber(typed, rules);
	if (number !== undefined) return number;
	throw new InvalidParameterError(
		`${label} ${quote(typed)} is not a phone number with its country code`,
		`${problem}. ${advice}`,
	);
}

/**
 * Reads a number in the form in which the service lists it; it may also be the ID of a chat-app business number.
 * @throws InvalidParameterError if it is not a number.
 */
export function readPhoneNumberOrId(
	value: unknown,
	label: string,
	advice = 'Enter a number like +14155550123, or digits alone for a number of the chat app.',
): string {
	const typed = readTextField(value, label);
	const number = normalizeNumber(typed);
	if (number !== undefined) return number;
	throw new InvalidParameterError(
		typed === '' ? `${label} is empty` : `${label} ${quote(typed)} is not a phone number`,
		advice,
	);
}

/**
 * Reads a country calling code such as `+44`, `0044` or `44` and returns its digits.
 * @throws InvalidParameterError for anything else.
 */
export function readCallingCode(value: unknown, label: string): string {
	const code = /^(?:\+|00)?([1-9]\d{0,2})$/.exec(removeFormatting(readText(value)))?.[1];
	if (code !== undefined && findCountry(code)) return code;
	throw new InvalidParameterError(
		`${label} ${quote(value)} is not a country code`,
		'Enter a country code, e.g. +44.',
	);
}
