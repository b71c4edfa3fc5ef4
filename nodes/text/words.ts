import { caselessForm, withoutAccents } from './normalForm';

/** The letters that French and Italian join to the next word by an apostrophe, as in "d'accord". */
const ELISION = /(?<![\p{L}\p{M}])([cdjlmnst]|qu)['’‘`´](?=\p{L})/gu;

const APOSTROPHES = /['’‘`´]/gu;

/** The scripts whose words have no spaces between them, or where people leave them out, as in Korean. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}`;

/**
 * A number with its signs inside, a character of a script without spaces, a word of letters and digits, a flag, or an
 * emoji.
 */
export const WORD = new RegExp(
	String.raw`\p{N}+(?:[.,:]\p{N}+)+|[${UNSPACED}]|(?:(?![${UNSPACED}])[\p{L}\p{M}\p{N}])+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}`,
	'gu',
);

/** Matches a letter that is repeated for emphasis, as in "yesss". The first letter of a word stays out of it, and so does "AAA". */
const DRAWN_OUT = /(?<=\p{L})(\p{L})\1{2,}/gu;

/**
 * Splits a string into words, each emoji one of them: "Don't, YESSS 👍🏽" is "dont", "yes" and "👍". In Chinese, Japanese
 * and Korean each character is a word. Accents of Latin letters stay; words of other scripts are in their normal form.
 */
export const splitIntoAccentedWords = (text: string): string[] =>
	(withoutApostrophes(caselessForm(text)).match(WORD) ?? []).map((word) =>
		(/\p{Script=Latin}/u.test(word) ? word : withoutAccents(word)).replace(DRAWN_OUT, '$1'),
	);

const withoutApostrophes = (text: string): string => text.replace(ELISION, '$1 ').replace(APOSTROPHES, '');

/** Splits a string into words in their normal form, without accents; else like {@link splitIntoAccentedWords}. */
export const splitIntoWords = (text: string): string[] => splitIntoAccentedWords(text).map(withoutAccents);

/** A question mark of any script, or an emoji of one. */
const QUESTION_MARK = /[?¿\u037e\u061f\u203d\u2753\u2754]/u;

export const hasQuestionMark = (text: string): boolean => QUESTION_MARK.test(text.normalize('NFKC'));

/** Matches text that is struck out by the marks of chat apps, or by characters that lie over others. */
const STRUCK_OUT = /~[^~]+~|[\u0334-\u0338]/u;

export const isStruckOut = (text: string): boolean => STRUCK_OUT.test(text.normalize('NFD'));

/** Returns the form in which phrases are compared; empty for a string without a word. */
export const toPhrase = (text: string): string => splitIntoWords(text).join(' ');

const ALTERNATIVES = /\(([^()]*)\)/;

/** Expands alternatives: "(sit|stand) up" becomes "sit up" and "stand up". */
function expandAlternatives(text: string): string[] {
	const alternatives = ALTERNATIVES.exec(text)?.[1]?.split('|');
	return alternatives?.flatMap((one) => expandAlternatives(text.replace(ALTERNATIVES, one))) ?? [text];
}

/**
 * Parses phrases that are separated by commas and may have alternatives in brackets. The list is brought into its normal
 * form as a whole, since that of each of thousands of phrases would delay the start of n8n.
 */
export const parsePhraseList = (list: string): ReadonlySet<string> =>
	new Set(
		withoutAccents(withoutApostrophes(caselessForm(list)))
			.replace(DRAWN_OUT, '$1')
			.split(',')
			.flatMap(expandAlternatives)
			.map((phrase) => (phrase.match(WORD) ?? []).join(' '))
			.filter((one) => one !== ''),
	);
