import { LANGUAGES, type Language } from './languages';
import { readPhrases, toPhrase } from '../text/words';

/** Phrases, each as its words with spaces between them. */
type Phrases = ReadonlySet<string>;

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
