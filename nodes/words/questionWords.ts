import { LANGUAGES } from './languages';
import { FILLERS, NO, OR, PLAIN_NO, PLAIN_YES } from './phrases';
import { splitIntoWords } from '../text/words';

/** The words of a question that matter for reading the reply. */
export interface QuestionWords {
	/** Tells whether a phrase says what the question asks about, so that it is not an answer by itself. */
	isAskedAbout: (phrase: string) => boolean;
	/**
	 * Tells whether a word only repeats the question, so that it adds nothing to an answer.
	 * @param inOtherForm Also in another form, as "cancelled" for "cancel".
	 */
	isRepeated: (word: string, inOtherForm: boolean) => boolean;
	/** The words that the question offers beside a plain no or a plain yes, as in "Reply GO or NO". */
	offeredAsYes: ReadonlySet<string>;
	offeredAsNo: ReadonlySet<string>;
	/** All of its words. */
	words: readonly string[];
}

/** Reads the names of days or months in all languages. @param times One in each, in milliseconds since 1970. */
const readNames = (format: Intl.DateTimeFormatOptions, times: number[]): ReadonlySet<string> =>
	new Set(
		LANGUAGES.flatMap(({ code }) => {
			if (code === undefined) return [];
			const { format: name } = new Intl.DateTimeFormat(code, { ...format, timeZone: 'UTC' });
			return times.flatMap((time) => splitIntoWords(name(time)));
		}),
	);

const DAYS = readNames(
	{ weekday: 'long' },
	Array.from({ length: 7 }, (_, day) => Date.UTC(2024, 0, day + 1)),
);
const MONTHS = readNames(
	{ month: 'long' },
	Array.from({ length: 12 }, (_, month) => Date.UTC(2024, month)),
);

const isNumber = (word: string): boolean => /\p{N}/u.test(word);

/** Kinds of words of which a question may offer several to choose from, as in "Monday or Tuesday". */
const CHOICE_KINDS = [isNumber, (word: string) => DAYS.has(word), (word: string) => MONTHS.has(word)];

const SENTENCE_END = /(?<![.!?…])[.!?…]+(?=\s|$)|[\n;¿¡؟।]/u;

export const splitIntoSentences = (text: string): string[] => text.split(SENTENCE_END);

/**
 * Reads the words of a question. A reply that repeats one adds nothing, unless the question offers it as a choice: by an
 * "or" before it, or as one of several numbers, days or months.
 */
export function readQuestionWords(question: string): QuestionWords {
	const sentences = splitIntoSentences(question).map((sentence) =>
		splitIntoWords(sentence.replace(/\//g, ' or ')),
	);
	const words = sentences.flat();
	const repeatable = sentences.flatMap((sentence) => sentence.slice(0, findOr(sentence)));
	const hasSeveral = (isOfKind: (word: string) => boolean) => new Set(words.filter(isOfKind)).size > 1;
	const kindsToChooseFrom = CHOICE_KINDS.filter(hasSeveral);
	const pairs = sentences.flatMap(findPairs);
	const offeredBeside = (plain: ReadonlySet<string>) =>
		new Set(pairs.filter(([, other]) => plain.has(other)).map(([word]) => word));
	return {
		isAskedAbout(phrase) {
			const telling = phrase.split(' ').filter((word) => !FILLERS.has(word) && !NO.has(word));
			return telling.length > 0 && telling.every((word) => words.some((asked) => beginAlike(asked, word)));
		},
		isRepeated: (word, inOtherForm) =>
			!kindsToChooseFrom.some((isOfKind) => isOfKind(word)) &&
			repeatable.some((asked) => asked === word || (inOtherForm && areFormsAlike(asked, word))),
		offeredAsYes: offeredBeside(PLAIN_NO),
		offeredAsNo: offeredBeside(PLAIN_YES),
		words,
	};
}

function findOr(sentence: string[]): number {
	const place = sentence.findIndex((word) => OR.has(word));
	return place < 0 ? sentence.length : place;
}

/** Finds the words on both sides of each "or", in both orders. */
const findPairs = (sentence: string[]): Array<[word: string, other: string]> =>
	sentence.flatMap((or, place): Array<[string, string]> => {
		const [before, after] = [sentence[place - 1], sentence[place + 1]];
		if (!OR.has(or) || before === undefined || after === undefined) return [];
		return [
			[before, after],
			[after, before],
		];
	});

/** Counts the letters with which both words begin. */
function countSameLetters(one: string, other: string): number {
	let same = 0;
	while (same < one.length && one[same] === other[same]) same++;
	return same;
}

/** Tells whether two words may be forms of one. It takes unrelated words for forms rather than miss one. */
function beginAlike(one: string, other: string): boolean {
	const same = countSameLetters(one, other);
	if (one === other || same >= 4) return true;
	// "Pay" and "paying" may be forms of one, "per" and "perfetto" not.
	return same === 3 && Math.min(one.length, other.length) === 3 && Math.max(one.length, other.length) <= 6;
}

/** Tells whether two words are forms of one, such as "cancel" and "cancelled". */
function areFormsAlike(one: string, other: string): boolean {
	const same = countSameLetters(one, other);
	const isOneWord = !isNumber(other) && !other.includes(' ');
	return isOneWord && same >= 5 && one.length + other.length - 2 * same <= 4;
}
