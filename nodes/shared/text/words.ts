/** Signs that change only how other characters look: emoji style, skin, key caps. */
const LOOKS = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u20e3/gu;

/**
 * Characters without width that are no spaces, such as soft hyphens and marks of direction, but not those that
 * make another emoji of several: the joiner, and the letters of a flag.
 */
const IGNORABLE = /(?![\u200d\u{e0020}-\u{e007f}])\p{Default_Ignorable_Code_Point}/gu;

/** What tells emoji of the same kind apart: joiners, gender, the letters of a flag. */
const VARIANTS = /\p{Default_Ignorable_Code_Point}|\u2640|\u2642/gu;

/** Bold and italics of chat apps, which stand around whole words. */
const EMPHASIS = /(?<![\p{L}\p{M}\p{N}])([*_])(\S(?:.*?\S)?)\1(?![\p{L}\p{M}\p{N}])/gu;

const APOSTROPHES = /['’‘`´]/gu;

/** Anything but letters with their marks, digits and emoji. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu;

const SENTENCE_MARKS = `.,;:!?¿¡…"'“”„«»‘’()[\\]{}•`;
const AROUND_A_WORD = new RegExp(`^[${SENTENCE_MARKS}]+|[${SENTENCE_MARKS}]+$`, 'gu');

/** A dash between words. */
const DASH = /^[-–—]*$/;

/** A letter that is drawn out, as in "yesss". */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

/** What stands between two spaces of a text, or an emoji. */
export interface Token {
	/** With the signs that tell "A+" from "A-" and "$10" from "€10"; empty for nothing but sentence marks. */
	signed: string;
	/** The words in it, without any sign: "don't" is "dont", "d'accord" is "daccord", "10:00" is "10" and "00". */
	words: string[];
}

/**
 * Reads a text as tokens. Case, full-width forms, skin tones and
 * bold type do not matter; in the words also drawn-out letters do not.
 */
export const tokenize = (text: string): Token[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(LOOKS, '')
		.replace(/\u200b/g, ' ')
		.replace(IGNORABLE, '')
		.replace(EMPHASIS, '$2')
		.replace(/\p{Extended_Pictographic}/gu, ' $& ')
		.split(/\s+/)
		.map((chunk) => ({ signed: readSignedForm(chunk), words: wordsIn(chunk) }));

function readSignedForm(chunk: string): string {
	const signed = chunk.replace(AROUND_A_WORD, '');
	return DASH.test(signed) ? '' : signed;
}

const wordsIn = (chunk: string): string[] =>
	chunk
		.replace(VARIANTS, '')
		.replace(APOSTROPHES, '')
		.replace(PUNCTUATION, ' ')
		.replace(DRAWN_OUT, '$1')
		.split(' ')
		.filter((word) => word !== '');

/** The words of a text, with their accents, each emoji one of them. */
export const splitIntoWords = (text: string): string[] => tokenize(text).flatMap(({ words }) => words);

/** Accents, the vowel signs, hamzas and the stretching mark of Arabic, the dot below of Hindi. */
const ACCENTS = /[\u0300-\u036f]|\u0640|[\u064b-\u065f]|\u0670|\u093c/gu;

/** Letters that many write as others, since their keyboard or their haste has it so. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ı: 'i',
	ł: 'l',
	ø: 'o',
	æ: 'ae',
	ى: 'ي',
	ة: 'ه',
	'\u0901': '\u0902',
};
const SPECIAL_LETTERS = new RegExp(Object.keys(PLAIN_LETTERS).join('|'), 'gu');

/** A text in small letters without accents and special letters: "déjà" as "deja", "całość" as "calosc". */
export const withoutAccents = (text: string): string =>
	text
		.normalize('NFKD')
		.replace(ACCENTS, '')
		.normalize('NFKC')
		.replace(SPECIAL_LETTERS, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** A question mark of any script, or an emoji of one. */
const QUESTION_MARK = /[?¿\u037e\u061f\u203d\u2753\u2754]/u;

export const hasQuestionMark = (text: string): boolean => QUESTION_MARK.test(text.normalize('NFKC'));

/** Struck out by the marks of chat apps, or by characters that lie over others. */
const STRUCK_OUT = /~[^~]+~|[\u0334-\u0338]/u;

export const isStruckOut = (text: string): boolean => STRUCK_OUT.test(text.normalize('NFD'));
