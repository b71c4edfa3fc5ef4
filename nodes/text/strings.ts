/** Invisible characters, such as zero-width spaces, direction marks and variation selectors, for a RegExp class. */
export const ZERO_WIDTH = String.raw`\p{Cf}\p{Default_Ignorable_Code_Point}`;

/** Invisible characters and no-break spaces, which copied text often contains. */
const INVISIBLE = new RegExp(`[${ZERO_WIDTH}\\u00a0\\u2007\\u202f]`, 'gu');

/** Removes invisible characters from numbers, IDs and keys, in which they never mean anything. */
export const removeInvisible = (text: string): string => text.replace(INVISIBLE, '');

/**
 * Returns a string without invisible characters and the whitespace around it, since pasted text often has both; an empty
 * string for anything else.
 */
export const cleanText = (value: unknown): string =>
	typeof value === 'string' ? removeInvisible(value).trim() : '';

/** Control characters, invisible characters and all whitespace; ESCAPES keeps the ordinary space. */
const CHARACTERS_TO_ESCAPE = new RegExp(`[\\p{Cc}\\p{Zl}\\p{Zp}\\p{Zs}${ZERO_WIDTH}]`, 'gu');

const ESCAPES = new Map([
	[' ', ' '],
	['\t', '\\t'],
	['\n', '\\n'],
	['\r', '\\r'],
]);

/** Returns a string in which every character can be seen: a zero-width space becomes `\u200b`. */
export const escapeInvisible = (text: string): string =>
	text.replace(CHARACTERS_TO_ESCAPE, (mark) => ESCAPES.get(mark) ?? toUnicodeEscape(mark));

function toUnicodeEscape(mark: string): string {
	const code = (mark.codePointAt(0) ?? 0).toString(16).padStart(4, '0');
	return code.length > 4 ? `\\u{${code}}` : `\\u${code}`;
}

/** Tells whether a value has a plain form as text: a string, a number or a boolean. */
export const isScalar = (value: unknown): value is string | number | boolean | bigint =>
	['string', 'number', 'boolean', 'bigint'].includes(typeof value);

/** Returns a text without the full stop and the whitespace at its end, so that a sentence can go on. */
export const removeFullStop = (text: string): string => text.replace(/(?<![.\s])[.\s]+$/, '');

const CHARACTERS = new Intl.Segmenter();

/** The longest character that is not cut, in code units: an emoji of a family with skin tones has about 20. */
const MAX_CHARACTER_LENGTH = 40;

/**
 * Shortens a string to at most this many code units, with `...` after them. An emoji or a letter with its accents is
 * never cut in two.
 */
export function truncate(text: string, maxLength: number): string {
	if (text.length <= maxLength) return text;
	const beginning = text.slice(0, maxLength + MAX_CHARACTER_LENGTH);
	const end = CHARACTERS.segment(beginning).containing(maxLength)?.index ?? maxLength;
	return `${text.slice(0, end)}...`;
}

/** Returns a string without the whitespace around it, which people copy by accident; an empty one for anything else. */
export const trimText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const OTHER_DIGIT = /(?!\d)\p{Nd}/gu;

const isDigit = (code: number): boolean => code >= 0 && /^\p{Nd}$/u.test(String.fromCodePoint(code));

/** Returns the value of a digit of any script: Unicode has the ten of each script in order, without a gap. */
function toAsciiDigit(digit: string): string {
	const code = digit.codePointAt(0) ?? 0;
	let first = code;
	while (isDigit(first - 1)) first--;
	return String((code - first) % 10);
}

/** Writes the digits of all scripts, such as `٢`, `۲` and `२`, as 0 to 9: keyboards of many languages type their own. */
export const toAsciiDigits = (text: string): string => text.replace(OTHER_DIGIT, toAsciiDigit);
