import {
	hasQuestionMark,
	isStruckOut,
	type Token,
	tokenize,
	withoutAccents,
} from '../../../../shared/text/words';
import { BUILT_IN, CHOOSING_WORDS, NUMBER_WORDS, toKnownForm } from './vocabulary';

/** The most words of a reply: a longer one says more than which choice. */
const MAX_CHOICE_WORDS = 12;

/** "no. 2", where "no" is no refusal. */
const NUMBER_SIGN = /\b(?:no|nr|num)\.\s*(?=\d)/gi;

/** The words of a text; those without a sign or letter, such as dashes, are left out. */
const splitIntoChoiceWords = (text: string): Token[] =>
	tokenize(text.normalize('NFKC').replace(NUMBER_SIGN, '')).filter(({ signed }) => signed !== '');

/** The same key for choices that a reader cannot tell apart; empty for a choice without a word. */
export const choiceKey = (choice: string): string =>
	splitIntoChoiceWords(choice)
		.map(({ signed }) => signed)
		.join(' ');

/** A choice as the message shows it. @param index Starts at 0. */
export const numbered = (choice: string, index: number): string => `${index + 1}. ${choice}`;

/**
 * The choice that a reply names, by its text, a part of its text or its
 * number; undefined if it names none or several.
 */
export function findChoice(text: string, choices: string[]): string | undefined {
	if (isStruckOut(text)) return undefined;
	const inFull = namedInFull(text, choices);
	const named = new Set(
		inFull.length > 0 ? [...inFull, ...namedByNumber(text, choices)] : namedInPart(text, choices),
	);
	const [choice] = named;
	if (named.size !== 1 || choice === undefined) return undefined;
	return hasQuestionMark(text) && !hasQuestionMark(choice) ? undefined : choice;
}

/** The choices that a reply names by all of their text. */
export function namedInFull(text: string, choices: string[]): string[] {
	const named = (fold: (key: string) => string) =>
		choices.filter((choice, index) =>
			[choice, numbered(choice, index)].some((shown) => fold(choiceKey(shown)) === fold(choiceKey(text))),
		);
	const exactly = named((key) => key);
	return exactly.length > 0 ? exactly : named(plainForm);
}

const namedByNumber = (text: string, choices: string[]): string[] =>
	choices.filter((_, index) => choiceKey(text) === String(index + 1));

/**
 * The choices that have all words of the reply, but for those that only go with
 * choosing; a choice's number is one of its words.
 */
function namedInPart(text: string, choices: string[]): string[] {
	const wordsOfChoices = choices.map(
		(choice, index) =>
			new Set(splitIntoChoiceWords(numbered(choice, index)).map(({ signed }) => plainForm(signed))),
	);
	const isKnown = (word: string) => wordsOfChoices.some((words) => words.has(word));
	const words = splitIntoChoiceWords(text).map((token) => ({ token, plain: plainForm(token.signed) }));
	if (words.length > MAX_CHOICE_WORDS) return [];
	const naming = words.filter(({ token, plain }) => isKnown(plain) || !isFiller(token));
	// "One" is filler in "the blue one", and a number by itself.
	const chosen = naming.length > 0 ? naming : words.filter(({ plain }) => plain === 'one');
	const telling = chosen.map(({ plain }) => (isKnown(plain) ? plain : numberIn(plain)));
	if (telling.length === 0) return [];
	return choices.filter((_, index) => telling.every((word) => wordsOfChoices[index]?.has(word)));
}

/** A time of day in any of its usual forms: "9:00", "09.00", "9h00". */
const TIME = /(?<![\p{L}\p{N}.,:])0?((?:1?\d|2[0-4]))[.:h]([0-5]\d)(?:h|uhr)?(?![\p{L}\p{N}.,:])/gu;

/** Words without accents, and times in one form. */
const plainForm = (words: string): string => withoutAccents(words).replace(TIME, '$1:$2');

function isFiller({ words: [word, ...more] }: Token): boolean {
	if (word === undefined || more.length > 0) return false;
	const known = toKnownForm(word);
	const role = BUILT_IN.get(known);
	return CHOOSING_WORDS.has(known) || role === 'filler' || role === 'yes' || role === 'agrees';
}

/** "#2", "2nd" and "second" as "2"; other words as they are. */
function numberIn(word: string): string {
	const [, digits] = /^#?([1-9]\d?)(?:st|nd|rd|th|er|re|e|eme|de|ste|te|o|a)?$/.exec(word) ?? [];
	return digits ?? NUMBER_WORDS.get(word) ?? word;
}
