import type { IDataObject } from 'n8n-workflow';

/** What a person may answer. */
export type Expected =
	/** Anything. */
	| { kind: 'freeText' }
	/** Words and phrases. */
	| { kind: 'approval'; approve: string[]; decline: string[] }
	/** One of these, by its number, which starts at 1, or by its text. */
	| { kind: 'choice'; choices: string[] };

/** What an answer means. */
export interface Answer {
	/** Whether it is one of those that were asked for. */
	isClear: boolean;
	/** What the node puts out as `data`. */
	data: IDataObject;
}

/** Marks that change how a character looks: emoji style, key caps, skin tones, joiners. */
const LOOKS = /\p{Variation_Selector}|\p{Emoji_Modifier}|\u20e3|\u200d/gu;

/** Anything but letters with their marks, digits and emoji. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}]+/gu;

/** The words of a text, each emoji one of them, without case and punctuation. */
export const wordsOf = (text: string): string[] =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(LOOKS, '')
		.replace(PUNCTUATION, ' ')
		.replace(/\p{Extended_Pictographic}/gu, ' $& ')
		.split(' ')
		.filter((word) => word !== '');

const sameWords = (a: string[], b: string[]): boolean =>
	a.length === b.length && a.every((word, index) => word === b[index]);

/** A longer text than this says more than yes or no. */
const MOST_WORDS = 10;

/** Whether a text consists of these phrases and nothing else, as "Yes, yes 👍" consists of "yes" and "👍". */
function consistsOf(words: string[], phrases: string[][]): boolean {
	if (words.length === 0 || words.length > MOST_WORDS) return false;
	const ends = [0];
	for (const end of ends) {
		for (const phrase of phrases) {
			const next = end + phrase.length;
			if (ends.includes(next) || !sameWords(words.slice(end, next), phrase)) continue;
			ends.push(next);
		}
	}
	return ends.includes(words.length);
}

const phrasesOf = (texts: string[]): string[][] => texts.map(wordsOf).filter(({ length }) => length > 0);

/** What a person's text means as an answer. Nothing but a clear yes approves. */
export function answerTo(expected: Expected, text: string): Answer {
	const words = wordsOf(text);
	if (expected.kind === 'freeText') return { isClear: true, data: { text } };
	if (expected.kind === 'choice') {
		const choice = choiceOf(expected.choices, words);
		return { isClear: choice !== undefined, data: { text, ...(choice !== undefined && { choice }) } };
	}
	const declined = consistsOf(words, phrasesOf(expected.decline));
	const approved = !declined && consistsOf(words, phrasesOf(expected.approve));
	const isClear = approved || declined;
	// What is neither yes nor no is a reason, which n8n hands to an AI agent under this name.
	return { isClear, data: { text, approved, ...(!isClear && text.trim() !== '' && { chatInput: text }) } };
}

/** The choice that a text names; undefined when it names none, or one by its number and another by its text. */
function choiceOf(choices: string[], words: string[]): string | undefined {
	const [number = ''] = words;
	const named = new Set([
		...choices.filter((choice) => sameWords(wordsOf(choice), words)),
		...choices.filter((_, index) => words.length === 1 && number === String(index + 1)),
	]);
	return named.size === 1 ? [...named][0] : undefined;
}
