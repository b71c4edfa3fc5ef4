import { LANGUAGES, type Language } from './languages';
import { normalForm } from '../text/normalForm';

/** The letters that French and Italian join to the next word by an apostrophe, as in "d'accord". */
const ELISION = /(?<![\p{L}\p{M}])([cdjlmnst]|qu)['’‘`´](?=\p{L})/gu;

const APOSTROPHES = /['’‘`´]/gu;

/** A time of day in any of its usual forms: "9:00", "09.00", "9h00", "9h". */
const TIME = /(?<![\p{L}\p{N}.,:])0?(1?\d|2[0-4])(?:[.:h]([0-5]\d)h?|h)(?![\p{L}\p{N}]|[.,:]\p{N})/gu;

/** A number with its signs inside, a word of letters and digits, a flag, or an emoji. */
const WORD =
	/\p{N}+(?:[.,:]\p{N}+)+|[\p{L}\p{M}\p{N}]+|\p{Regional_Indicator}{2}|\p{Extended_Pictographic}/gu;

/** A letter that is repeated for emphasis, as in "yesss". */
const DRAWN_OUT = /(\p{L})\1{2,}/gu;

/**
 * Splits a string in its normal form into words, each emoji one of them: "Don't, YESSS 👍🏽" is "dont", "yes" and "👍".
 * A time on the hour becomes the hour.
 */
export const splitIntoWords = (text: string): string[] =>
	(
		normalForm(text)
			.replace(ELISION, '$1 ')
			.replace(APOSTROPHES, '')
			.replace(TIME, (_, hour: string, minute = '00') => (minute === '00' ? hour : `${hour}:${minute}`))
			.match(WORD) ?? []
	).map((word) => word.replace(DRAWN_OUT, '$1'));

/** A question mark of any script, or an emoji of one. */
const QUESTION_MARK = /[?¿\u037e\u061f\u203d\u2753\u2754]/u;

export const hasQuestionMark = (text: string): boolean => QUESTION_MARK.test(text.normalize('NFKC'));

/** Struck out by the marks of chat apps, or by characters that lie over others. */
const STRUCK_OUT = /~[^~]+~|[\u0334-\u0338]/u;

export const isStruckOut = (text: string): boolean => STRUCK_OUT.test(text.normalize('NFD'));

/** Phrases, each as its words with spaces between them. */
type Phrases = ReadonlySet<string>;

/** Returns the form in which phrases are compared; empty for a string without a word. */
export const toPhrase = (text: string): string => splitIntoWords(text).join(' ');

const ALTERNATIVES = /\(([^()]*)\)/;

/** Expands alternatives: "(sit|stand) up" becomes "sit up" and "stand up". */
function expandAlternatives(text: string): string[] {
	const alternatives = ALTERNATIVES.exec(text)?.[1]?.split('|');
	return alternatives?.flatMap((one) => expandAlternatives(text.replace(ALTERNATIVES, one))) ?? [text];
}

/** Reads phrases that are separated by commas and may have alternatives in brackets. */
export const readPhrases = (list: string): Phrases =>
	new Set(
		list
			.split(',')
			.flatMap(expandAlternatives)
			.map(toPhrase)
			.filter((one) => one !== ''),
	);

type Column = 'yes' | 'agreement' | 'no' | 'fillers' | 'stop' | 'stopAlone' | 'already' | 'or';

const readColumn = (column: Column): Phrases =>
	readPhrases(LANGUAGES.map((language) => language[column] ?? '').join());

/** Reads the first phrase of each language. */
const readFirst = (column: 'yes' | 'no'): Phrases =>
	readPhrases(LANGUAGES.map((language) => language[column].split(',')[0] ?? '').join());

export const AGREEMENT = readColumn('agreement');
export const YES: Phrases = new Set([...readColumn('yes'), ...AGREEMENT]);
export const NO = readColumn('no');
export const FILLERS = readColumn('fillers');
export const STOP = readColumn('stop');
export const STOP_ALONE = readColumn('stopAlone');
export const ALREADY = readColumn('already');
export const OR = readColumn('or');
export const PLAIN_YES = readFirst('yes');
export const PLAIN_NO = readFirst('no');

/** Letters for yes and no that only a question makes clear. */
export const LETTERS = LANGUAGES.flatMap(({ letters = '' }) => letters.split(','))
	.map((pair) => pair.split('/').map(toPhrase))
	.flatMap(([yes = '', no = '']) => (no === '' ? [] : [{ yes, no }]));

const readNumberColumn = ({ numbers }: Language): Phrases[] => numbers.split(/,(?![^(]*\))/).map(readPhrases);

/** Returns the words for the choice with a number; they are known for 1 to 3. */
export const findNumberPhrases = (number: number): Set<string> =>
	new Set(LANGUAGES.flatMap((language) => [...(readNumberColumn(language)[number - 1] ?? [])]));

/** The most words of a phrase. */
const MAX_PHRASE_WORDS = Math.max(
	...[YES, NO, FILLERS, STOP].flatMap((some) => [...some]).map((one) => one.split(' ').length),
);

/**
 * Tells whether words are nothing but phrases of one kind, at least one, and fillers.
 * @param isOfKind Tells whether a phrase is of the kind.
 */
export function matchesWholly(
	words: readonly string[],
	isOfKind: (phrase: string) => boolean,
	isFiller: (phrase: string) => boolean,
): boolean {
	/** The places up to which the words are read, by fillers alone and with a phrase of the kind. */
	const byFillers = new Set([0]);
	const byKind = new Set<number>();
	for (let start = 0; start < words.length; start++) {
		if (!byFillers.has(start) && !byKind.has(start)) continue;
		for (let end = start + 1; end <= Math.min(words.length, start + MAX_PHRASE_WORDS); end++) {
			const phrase = words.slice(start, end).join(' ');
			const fills = isFiller(phrase);
			if (fills && byFillers.has(start)) byFillers.add(end);
			if ((fills && byKind.has(start)) || isOfKind(phrase)) byKind.add(end);
		}
	}
	return byKind.has(words.length);
}
