import { splitIntoWords, withoutAccents } from '../../../../shared/text/words';
import { LANGUAGES } from './words';
import type { Phrases, Role } from './words/language';

const ACCENTED: ReadonlySet<string> = new Set(
	LANGUAGES.flatMap(({ accented = '' }) => splitIntoWords(accented)),
);

/** A word as the vocabulary has it: without accents, unless it would be another word. */
export const toKnownForm = (word: string): string => (ACCENTED.has(word) ? word : withoutAccents(word));

/** The words of a text as the vocabulary has them. */
export const knownWords = (text: string): string[] => splitIntoWords(text).map(toKnownForm);

/** A phrase as the vocabulary has it: its words, joined by spaces. */
export const phraseKey = (phrase: string): string => knownWords(phrase).join(' ');

/** The keys of phrases that are separated by commas. */
export const splitPhrases = (phrases = ''): string[] =>
	phrases
		.split(',')
		.map(phraseKey)
		.filter((key) => key !== '');

/** The more cautious reading of a phrase wins where languages disagree. */
const ROLES: readonly Role[] = ['yes', 'agrees', 'filler', 'yesOrIf', 'objection', 'declines', 'no', 'doubt'];

/** The role of each phrase, by its {@link phraseKey}. */
export interface Vocabulary {
	get: (key: string) => Role | undefined;
}

function createVocabulary(lists: readonly Phrases[]): ReadonlyMap<string, Role> {
	const vocabulary = new Map<string, Role>();
	for (const role of ROLES) {
		for (const phrases of lists) {
			for (const key of splitPhrases(phrases[role])) vocabulary.set(key, role);
		}
	}
	return vocabulary;
}

/** The phrases of all languages. */
const EVERYWHERE = createVocabulary(LANGUAGES.map(({ phrases }) => phrases));

/** The phrases that count only in reply to some messages. Elsewhere, they are read as a doubt. */
const ELSEWHERE = createVocabulary(
	LANGUAGES.flatMap(({ inReplyToIt = {}, shortForms = {} }) =>
		[inReplyToIt, shortForms].map((phrases) => ({ doubt: Object.values(phrases).join(',') })),
	),
);

/** The phrases of all languages in reply to a message of which the language is not known. */
export const BUILT_IN: Vocabulary = new Map([...ELSEWHERE, ...EVERYWHERE]);

/** The phrases of all languages in reply to a message for which more phrases count. */
export function builtInWith(more: readonly Phrases[]): Vocabulary {
	if (more.length === 0) return BUILT_IN;
	const added = createVocabulary(more);
	return { get: (key) => added.get(key) ?? BUILT_IN.get(key) };
}

/** The words and phrases that a workflow brings. */
export interface OwnWords {
	approve: string[];
	decline: string[];
	/** True if only these approve and decline. */
	onlyThese: boolean;
}

/**
 * A built-in vocabulary with a workflow's own words. Such a word agrees or declines only where all
 * the rest is known, unless it is a built-in one that decides by itself: the word for "but" is not
 * known in a language that is not built in.
 */
export function withOwnWords(builtIn: Vocabulary, { approve, decline, onlyThese }: OwnWords): Vocabulary {
	const own = new Map<string, Role>();
	const add = (phrase: string, decides: Role, counts: Role) => {
		const key = phraseKey(phrase);
		own.set(key, builtIn.get(key) === decides ? decides : counts);
	};
	for (const phrase of approve) add(phrase, 'yes', 'agrees');
	for (const phrase of decline) add(phrase, 'no', 'declines');
	const others = onlyThese ? withoutAnswers(builtIn) : builtIn;
	return { get: (key) => own.get(key) ?? others.get(key) };
}

/** Nothing in it approves or declines, and what would decline still never approves. */
const withoutAnswers = (builtIn: Vocabulary): Vocabulary => ({
	get(key) {
		const role = builtIn.get(key);
		if (role === 'no' || role === 'declines') return 'objection';
		return role === 'yes' || role === 'agrees' || role === 'yesOrIf' ? undefined : role;
	},
});

const listWords = (list: 'numberNouns' | 'choosingWords'): string[] =>
	LANGUAGES.flatMap((language) => knownWords(language[list] ?? ''));

/** Nouns that stand before the number of a choice. */
export const NUMBER_NOUNS: ReadonlySet<string> = new Set(listWords('numberNouns'));

/** Words that go with choosing and do not tell which choice is meant. */
export const CHOOSING_WORDS: ReadonlySet<string> = new Set([...NUMBER_NOUNS, ...listWords('choosingWords')]);

/** Numbers from 1 to 10 by their words. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
	LANGUAGES.flatMap(({ numbers = '' }) =>
		numbers
			.split(',')
			.flatMap((words, index) =>
				knownWords(words).map((word): [string, string] => [word, String(index + 1)]),
			),
	),
);
