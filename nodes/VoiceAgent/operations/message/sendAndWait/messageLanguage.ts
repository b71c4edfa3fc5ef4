import { splitIntoWords } from '../../../../shared/text/words';
import {
	BUILT_IN,
	builtInWith,
	knownWords,
	phraseKey,
	splitPhrases,
	toKnownForm,
	type Vocabulary,
} from './vocabulary';
import { LANGUAGES } from './words';
import type { Language, Phrases, Role } from './words/language';

/** The fewest different words by which a message is known to be in a language, and their share of its words. */
const MIN_MARKS = 2;
const MIN_SHARE = 0.25;

/**
 * Returns the vocabulary for reading a reply to a message. The words "y" and "jo" are a yes in some languages and a
 * no in others, so they count only where the message is in such a language or names them.
 * @param message As the person has read it; empty if that is not known.
 * @param isStrict True if short forms count only where the message names them.
 */
export function vocabularyInReplyTo(message: string, isStrict: boolean): Vocabulary {
	const words = splitIntoWords(message);
	if (words.length === 0) return BUILT_IN;
	const asked = { words, known: words.map(toKnownForm), pairs: pairsIn(message) };
	const more = SPOKEN.flatMap((language): Phrases[] => {
		const isInIt = isWrittenIn(language, asked);
		const counts = ({ form }: ShortForm) =>
			isAskedFor(language, asked, form) ||
			(!isStrict && (isInIt || isInitialOfAnswer(language, asked, form)));
		const shortForms = language.shortForms.filter(counts).map(({ role, form }) => ({ [role]: form }));
		return isInIt ? [language.inReplyToIt, ...shortForms] : shortForms;
	});
	return builtInWith(more);
}

/** The message that a reply answers. */
interface AskingMessage {
	/** Its words as they are written. */
	words: string[];
	/** Its words in the form that the vocabulary uses. */
	known: string[];
	/** Pairs of words that the message may offer as two answers. */
	pairs: string[][];
}

interface ShortForm {
	form: string;
	role: Role;
}

/** A language, prepared for comparing messages with it. */
interface SpokenLanguage {
	marks: ReadonlySet<string>;
	askingFor: string[];
	inReplyToIt: Phrases;
	shortForms: ShortForm[];
	/** The words that approve in this language, and the words that decline. */
	answers: ReadonlyArray<ReadonlySet<string>>;
}

const SPOKEN: readonly SpokenLanguage[] = LANGUAGES.map((language) => ({
	marks: new Set(splitIntoWords(language.marks ?? '')),
	askingFor: splitPhrases(language.askingFor),
	inReplyToIt: language.inReplyToIt ?? {},
	shortForms: Object.entries(language.shortForms ?? {}).flatMap(([role, phrases]) =>
		splitPhrases(phrases).map((form) => ({ form, role: role as Role })),
	),
	answers: [answersIn(language, ['yes', 'agrees']), answersIn(language, ['no', 'declines'])],
}));

function answersIn({ phrases, inReplyToIt = {}, shortForms = {} }: Language, roles: Role[]): Set<string> {
	const lists = [phrases, inReplyToIt, shortForms].flatMap((list) => roles.map((role) => list[role]));
	return new Set(lists.flatMap(splitPhrases));
}

function isWrittenIn({ marks }: SpokenLanguage, { words }: AskingMessage): boolean {
	const written = words.filter((word) => /\p{L}/u.test(word));
	const found = written.filter((word) => marks.has(word));
	return new Set(found).size >= MIN_MARKS && found.length >= written.length * MIN_SHARE;
}

/** Tells if a message asks for an answer in this form, as in "Y/N", "J oder N" and "reply Y". */
function isAskedFor(
	{ askingFor, answers }: SpokenLanguage,
	{ known, pairs }: AskingMessage,
	form: string,
): boolean {
	if (!known.includes(form)) return false;
	const text = ` ${known.join(' ')} `;
	if (askingFor.some((phrase) => text.includes(` ${phrase} ${form} `))) return true;
	const others = answers.find((some) => !some.has(form));
	return pairs.some(
		(pair) => pair.includes(form) && pair.some((word) => others?.has(word) && word.length === form.length),
	);
}

/** Matches two words with a slash between them. */
const SLASHED = /(?<![\p{L}\p{M}\p{N}])(\p{L}+)\s*[/|]\s*(\p{L}+)(?![\p{L}\p{M}\p{N}])/gu;

/** The most letters of a word that means "or". */
const MAX_OR_LETTERS = 4;

/** Returns the pairs of words that have a slash or a short word between them. */
function pairsIn(message: string): string[][] {
	const words = knownWords(message);
	const joined = words.flatMap((word, index) => {
		const [middle = '', other] = words.slice(index + 1);
		return other !== undefined && middle.length <= MAX_OR_LETTERS ? [[word, other]] : [];
	});
	const slashed = [...message.matchAll(SLASHED)].map(([, ...pair]) => pair.map(phraseKey));
	return [...joined, ...slashed];
}

/** Tells if a message names a yes and a no of the language, and one of them begins with this letter. */
function isInitialOfAnswer({ answers }: SpokenLanguage, { known }: AskingMessage, form: string): boolean {
	if (form.length > 1) return false;
	const words = known.filter((word) => word.length > 1);
	const named = answers.map((some) => words.filter((word) => some.has(word)));
	return named.every((some) => some.length > 0) && named.flat().some((word) => word.startsWith(form));
}
