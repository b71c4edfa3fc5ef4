import { toAsciiDigits, ZERO_WIDTH } from './strings';

/** All line breaks that Unicode knows. */
export const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** Control characters other than whitespace, invisible characters, skin tones and key caps. */
const WITHOUT_MEANING = new RegExp(`(?!\\s)[\\p{Cc}${ZERO_WIDTH}\\p{Emoji_Modifier}\\u20e3]`, 'gu');

/** The gender signs that turn the emoji before them into a woman or a man. */
const GENDER = /(?<=\p{Extended_Pictographic})[\u2640\u2642]/gu;

/**
 * Accents of Latin and Greek letters, vowel signs and the stretching mark of Arabic, and the dot below of Hindi. A
 * mark of another letter, as of the Cyrillic й, makes a letter of its own and stays. The first group is the letter that
 * the accents are on.
 */
const ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+|\u0640|[\u064b-\u065f]|\u0670|\u093c/gu;

/** Letters that many write as others, because their keyboard lacks them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ı: 'i',
	ł: 'l',
	ø: 'o',
	đ: 'd',
	æ: 'ae',
	œ: 'oe',
	ß: 'ss',
	ё: 'е',
	ى: 'ي',
	ة: 'ه',
	'\u0901': '\u0902',
};
const SPECIAL_LETTERS = new RegExp(Object.keys(PLAIN_LETTERS).join('|'), 'gu');

/**
 * Returns a string without what only its typing decides: case, the width of letters, the script of digits, skin tones,
 * invisible characters and line ends. Runs of whitespace become one space. Accents stay.
 */
export const caselessForm = (text: string): string =>
	toAsciiDigits(text)
		.replace(LINE_BREAK, '\n')
		.normalize('NFKC')
		.replace(WITHOUT_MEANING, '')
		.replace(GENDER, '')
		.toLowerCase()
		.normalize('NFC')
		.replace(/\s+/gu, ' ')
		.trim();

/** Returns a string without accents, and with plain letters for those that many keyboards lack. */
export const removeAccents = (text: string): string =>
	text
		.normalize('NFD')
		.replace(ACCENTS, '$1')
		.normalize('NFC')
		.replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** Returns the form in which strings are compared: {@link caselessForm} without accents. */
export const normalForm = (text: string): string => removeAccents(caselessForm(text));

/** Tells whether two strings say the same, however they are typed and however a service has stored them. */
export const isSameText = (one: string, other: string): boolean => normalForm(one) === normalForm(other);
