import { readQuestionWords, splitIntoSentences, type QuestionWords } from './questionWords';
import { matchesWholly, FILLERS, NO, STOP, STOP_ALONE, YES } from './phrases';
import { hasQuestionMark, isStruckOut, readPhrases, splitIntoWords } from '../text/words';

/** Words with which a person opts in again. */
const OPT_IN = readPhrases('start( again|), unstop, opt (me |)in, optin, resume, (re|)subscribe');

/** The most characters of a message that can be a request to stop: a longer one says more. */
const MAX_OPT_OUT_CHARACTERS = 100;

/**
 * Tells whether a message asks us not to call or write any more (`out`), or to do so again (`in`). The message must say
 * nothing else, and a word that answers the question is not such a request.
 * @param text The message as the person wrote it.
 * @param question Our message that came before it within a day; empty for none.
 */
export function readOptOut(text: string, question = ''): 'out' | 'in' | undefined {
	if (!isReadable(text)) return undefined;
	const word = readOptOutWord(text, NOTHING_ASKED);
	// A question can only take away the meaning of a word.
	return word && question !== '' ? readOptOutWord(text, readOptOutQuestion(question)) : word;
}

const NOTHING_ASKED = readQuestionWords('');

function readOptOutWord(text: string, asked: QuestionWords): 'out' | 'in' | undefined {
	const words = splitIntoWords(text);
	const phrase = words.join(' ');
	if (readStopRequest(text, asked)) return 'out';
	if (STOP_ALONE.has(phrase) && !asked.isAskedAbout(phrase)) return 'out';
	const isOptIn = (one: string) => OPT_IN.has(one) && !asked.isAskedAbout(one);
	return matchesWholly(words, isOptIn, isFiller) ? 'in' : undefined;
}

/** A request to stop. */
interface StopRequest {
	/** True if it comes with another answer that does not mean yes, as in "No. Stop." */
	declines: boolean;
}

/**
 * Reads a reply to a question that waits for it as a request to stop. Words that are usual answers as well, such as
 * "cancel" and "end", do not count.
 * @param question The question, with all the words that it offers as answers.
 */
export const readStop = (text: string, question: string): StopRequest | undefined =>
	isReadable(text) ? readStopRequest(text, readOptOutQuestion(question)) : undefined;

function readStopRequest(text: string, asked: QuestionWords): StopRequest | undefined {
	const kinds = text
		.split(PART_END)
		.map(splitIntoWords)
		.filter((words) => words.length > 0)
		.map((words) => readPart(words, asked));
	if (!kinds.includes('stop') || kinds.includes('other')) return undefined;
	return { declines: kinds.includes('answer') };
}

const isReadable = (text: string): boolean =>
	text.length <= MAX_OPT_OUT_CHARACTERS && !hasQuestionMark(text) && !isStruckOut(text);

const PART_END = /(?<![.,;:!…])[.,;:!…]+(?=\s|$)|\n|\s[-–—]+\s/u;

/** A year or a number, which many write behind STOP. */
const LONG_NUMBER = /^\d{4,}$/;

const isFiller = (phrase: string): boolean => FILLERS.has(phrase) || LONG_NUMBER.test(phrase);

function readPart(words: string[], { isAskedAbout }: QuestionWords): 'stop' | 'answer' | 'filler' | 'other' {
	if (matchesWholly(words, (phrase) => STOP.has(phrase) && !isAskedAbout(phrase), isFiller)) return 'stop';
	// An "ok" agrees to nothing beside a request to stop.
	if (
		matchesWholly(words, (phrase) => NO.has(phrase) || (YES.has(phrase) && FILLERS.has(phrase)), isFiller)
	) {
		return 'answer';
	}
	return matchesWholly(words, isFiller, isFiller) ? 'filler' : 'other';
}

/** A sentence that says how to get no more messages, in the languages of most accounts. */
const OFFERS_OPT_OUT = /messag|mensa[jg]|nachricht|bericht|meddel|melding|wiadomo|сообщ|unsub|opt.?out/iu;

/** The keyword in capitals, as carriers ask for it. */
const NAMES_KEYWORD = /\bSTOP\b/;

/** Reads a question without the sentences that say how to opt out. */
function readOptOutQuestion(question: string): QuestionWords {
	const sentences = splitIntoSentences(question).filter((sentence) => !OFFERS_OPT_OUT.test(sentence));
	const isAnswer = (sentence: string) =>
		sentence === sentence.toUpperCase() ||
		!NAMES_KEYWORD.test(sentence) ||
		offersBesideAnother(readQuestionWords(sentence));
	return readQuestionWords(sentences.filter(isAnswer).join('\n'));
}

const offersBesideAnother = ({ offeredAsNo, offeredAsYes }: QuestionWords): boolean =>
	offeredAsNo.has('stop') || offeredAsYes.has('stop');
