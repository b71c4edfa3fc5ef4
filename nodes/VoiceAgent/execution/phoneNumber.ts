/** A number with its country code: 7 to 15 digits, none of them a leading zero (E.164). */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/** What people put between digits to read a number more easily. */
const FORMATTING = /[\s().\-/]/g;

/** A number as typed, without the formatting between its digits. */
export const withoutFormatting = (typed: string): string => typed.replace(FORMATTING, '');

/**
 * The digits of an international number, typed with or without `+` and formatting; undefined when it is none.
 * For fields that take digits alone, so that a missing `+` says nothing.
 */
export function internationalDigits(typed: string): string | undefined {
	const digits = withoutFormatting(typed).replace(/^\+/, '');
	return INTERNATIONAL.test(digits) ? digits : undefined;
}

/**
 * A number in E.164, typed with `+`, country code and any formatting; undefined when it is none. The country code is never
 * guessed: without `+`, 415 555 0123 might as well be Swiss.
 */
export function e164(typed: string): string | undefined {
	const number = withoutFormatting(typed);
	return number.startsWith('+') && INTERNATIONAL.test(number.slice(1)) ? number : undefined;
}
