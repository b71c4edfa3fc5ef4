/** Joiners and signs that change only how other characters look: emoji style, skin and gender, key caps. */
const LOOKS = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u20e3|\u200d|\u2640|\u2642/gu;

/** Characters without width that are no spaces, such as soft hyphens and marks of direction. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

const APOSTROPHES = /['’‘`´]/gu;

const ACCENTS = /[\u0300-\u036f]/gu;

/** Without their accents these are other words: "if" for the first two, "yes" in other languages for the third. */
const ACCENT_COUNTS: Record<string, string> = { sí: 'sí', sì: 'sí', já: 'já' };

/** Anything but letters with their marks, digits and emoji. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu;

const withoutAccents = (word: string): string =>
	ACCENT_COUNTS[word] ?? word.normalize('NFKD').replace(ACCENTS, '').normalize('NFKC');

/** A letter that is drawn out, as in "yesss". */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

/**
 * The words of a text, each emoji one of them. Case, accents, punctuation, full-width forms, skin tones and drawn-out letters do
 * not matter; "don't" reads as "dont", the way many type it.
 */
export const splitIntoWords = (text: string): string[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(LOOKS, '')
		.replace(/\u200b/g, ' ')
		.replace(INVISIBLE, '')
		.replace(APOSTROPHES, '')
		.replace(PUNCTUATION, ' ')
		.replace(/\p{Extended_Pictographic}/gu, ' $& ')
		.replace(DRAWN_OUT, '$1')
		.split(' ')
		.filter((word) => word !== '')
		.map(withoutAccents);

/** A question mark of any script, or an emoji of one. */
const QUESTION_MARK = /[?¿\u037e\u061f\u203d\u2753\u2754]/u;

export const hasQuestionMark = (text: string): boolean => QUESTION_MARK.test(text.normalize('NFKC'));

/** Struck out by the marks of chat apps, or by characters that lie over others. */
const STRUCK_OUT = /~[^~]+~|[\u0334-\u0338]/u;

export const isStruckOut = (text: string): boolean => STRUCK_OUT.test(text.normalize('NFD'));
