import type { Result } from '../text/result';
import { toAsciiDigits, escapeInvisible, removeInvisible } from '../text/strings';

/** The digits of a phone number, as they were written. */
export interface WrittenNumber {
	/** The sign that a country code follows; empty for none. */
	prefix: (typeof PREFIXES)[number] | '';
	/** All digits without the prefix. */
	digits: string;
	/** The digits between the separators. */
	groups: readonly string[];
}

/** Digits alone. Recognizing them first saves time in lists of many thousands. */
const UNFORMATTED = /^\+?\d+$/;

/** `.0`, which spreadsheets and their libraries add to a whole number. */
const CELL_DECIMALS = /^([^.]*)\.0+$/;

/** Brackets around the area or country code, with a separator or none on each side. */
const BRACKETS = /^(.*?)[ .-]?\((\+?\d+(?:[ .-]\d+)*)\)[ .-]?(?=.)(.*)$/s;

/** Groups of digits with one separator between two. */
const GROUPS = /^(?:\+ ?)?\d+(?:[ .-]\d+)*$/;

/**
 * Parses a phone number as people and spreadsheets write it, by this grammar:
 *
 *     number    = [ "+" | "00" ] group { separator group }
 *     group     = two digits or more; brackets may stand around the area or country code
 *     separator = one space, hyphen or dot, or one of the brackets
 *
 * A group of one digit is the country code or trunk prefix in front, a trunk zero behind it, or one area code or mobile
 * prefix; it is never the last group. A line break, a letter or a slash is in no number, and a date, a decimal and an IP
 * address are none.
 * @returns The digits, which may be a number of the chat app, without a plus, or the ID of a business number; or the
 * problem, as a sentence without a full stop.
 */
export function parseWrittenNumber(typed: string): Result<WrittenNumber> {
	if (UNFORMATTED.test(typed)) return { ok: true, value: toWrittenNumber(typed) };
	const text = removeInvisible(toAsciiDigits(typed).replace(/\p{Zs}/gu, ' '))
		.replace(/\p{Pd}/gu, '-')
		.trim()
		.replace(CELL_DECIMALS, '$1');
	const number = text.replace(BRACKETS, (_, before: string, inside: string, behind: string) =>
		`${before} ${inside} ${behind}`.trim(),
	);
	if (!GROUPS.test(number)) return { ok: false, problem: describeMalformed(text) };
	const value = toWrittenNumber(number);
	const problem = describeOtherMeaning(text) ?? describeSingleDigits(value.groups);
	return problem === undefined ? { ok: true, value } : { ok: false, problem };
}

/** The signs that a country code follows. */
const PREFIXES = ['+', '00'] as const;

/** @param number Digits with separators, behind a prefix or none. */
function toWrittenNumber(number: string): WrittenNumber {
	const prefix = PREFIXES.find((sign) => number.startsWith(sign)) ?? '';
	const groups = number.slice(prefix.length).match(/\d+/g) ?? [];
	return { prefix, digits: groups.join(''), groups };
}

function describeSingleDigits(groups: readonly string[]): string | undefined {
	if (groups.length === 1) return undefined;
	if (groups.at(-1)?.length === 1) return 'It ends with a single digit, which looks like an extension';
	const singles = groups
		.slice(1)
		.filter((group, index) => group.length === 1 && !(group === '0' && index === 0));
	return singles.length > 1 ? 'Its groups have single digits: write two digits or more in each' : undefined;
}

const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0[1-9]|1[0-2])';
const DAY = '(?:0[1-9]|[12]\\d|3[01])';

const DATE = new RegExp(
	`^(?:${YEAR}([ .-])${MONTH}\\1${DAY}|${DAY}([ .-])${DAY}\\2${YEAR}|${DAY}([.-])${MONTH}\\3\\d\\d)$`,
);

/** A single dot with few digits behind it, or more before it than a country or area code has. */
const DECIMAL = /^(?:\+?\d+\.\d{1,3}|\+?\d{6,}\.\d+)$/;

const IP_ADDRESS = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

function describeOtherMeaning(text: string): string | undefined {
	if (DATE.test(text)) return 'It looks like a date';
	if (DECIMAL.test(text)) return 'It looks like a number with decimals';
	return IP_ADDRESS.test(text) ? 'It looks like an IP address' : undefined;
}

/** Says why a string is not a single number. */
function describeMalformed(text: string): string {
	if (text === '') return 'The phone number is missing';
	if (!/\d/.test(text)) return 'This is not a phone number';
	if (/^[\d.,]+e\+?\d+$/i.test(text)) {
		return 'A spreadsheet has shortened this number: format the column as text, and enter it again';
	}
	if (/[/,;|&\n\v\f\r\u0085\u2028\u2029]|\d\s*\+|\bor\b/i.test(text)) {
		return 'It looks like two numbers: give one';
	}
	if (/\d\s*(?:x|ext|#)|\)$/i.test(text)) return 'It has an extension, which cannot be dialed';
	if (/[ .-]{2}/.test(text)) return 'It has two separators in a row: write one space, hyphen or dot';
	// The code tells a letter O from a zero, and letters of other scripts from those that look the same.
	const [character] = /[^+\d ().-]/u.exec(text) ?? [];
	if (character === undefined) return 'This is not a phone number';
	const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
	return `This is not a phone number: it contains "${escapeInvisible(character)}" (U+${code})`;
}
