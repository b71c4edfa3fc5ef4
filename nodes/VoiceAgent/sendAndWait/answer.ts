import type { IDataObject } from 'n8n-workflow';

import { readStop } from '../../words/optOut';
import { readQuestionWords } from '../../words/questionWords';
import {
	AGREEMENT,
	ALREADY,
	FILLERS,
	LETTERS,
	matchesWholly,
	NO,
	PLAIN_NO,
	PLAIN_YES,
	YES,
	findNumberPhrases,
} from '../../words/phrases';
import { hasQuestionMark, isStruckOut, splitIntoWords, toPhrase } from '../../text/words';
import { isSameText, normalForm } from '../../text/normalForm';

/** The most words of a reply that names a choice: a longer one says more. */
const MAX_CHOICE_WORDS = 12;

/** Returns a choice as the message shows it. @param index Starts at 0. */
export const formatChoice = (choice: string, index: number): string => `${index + 1}. ${choice}`;

/** Matches punctuation and brackets around a string. */
const SENTENCE_MARKS = /^[\s.,;:!?¿¡"'“”„«»()]+|(?<![\s.,;:!?"'“”„«»()])[\s.,;:!?"'“”„«»()]+$/gu;

/** Tells whether two choices look the same to a reader; "A+" and "A-" do not. */
export const isSameChoice = (one: string, other: string): boolean =>
	isSameText(one.replace(SENTENCE_MARKS, ''), other.replace(SENTENCE_MARKS, ''));

/** Tells whether a choice consists of punctuation only, so that no reply could name it. */
export const isEmptyChoice = (choice: string): boolean =>
	normalForm(choice.replace(SENTENCE_MARKS, '')) === '';

/**
 * Finds the choice that a reply names, by its text, a part of its text or its number; undefined if it names none or
 * several.
 */
function findChoice(text: string, choices: string[]): string | undefined {
	if (isStruckOut(text)) return undefined;
	const isNamedInFull = (choice: string, index: number) =>
		[choice, formatChoice(choice, index)].some((shown) => isSameChoice(shown, text));
	const inFull = choices.filter(isNamedInFull);
	const byNumber = choices.filter((_, index) => isSameChoice(text, String(index + 1)));
	const named = new Set(inFull.length > 0 ? [...inFull, ...byNumber] : findInPart(text, choices));
	const [choice] = named;
	if (named.size !== 1 || choice === undefined) return undefined;
	return hasQuestionMark(text) && !hasQuestionMark(choice) ? undefined : choice;
}

/** Finds the choices whose words or number make up the whole reply, with fillers. */
function findInPart(text: string, choices: string[]): string[] {
	const words = splitIntoWords(text);
	if (words.length > MAX_CHOICE_WORDS) return [];
	const isFiller = (phrase: string) => FILLERS.has(phrase) || YES.has(phrase);
	return choices.filter((choice, index) => {
		const own = new Set([...splitIntoWords(choice).filter((word) => !FILLERS.has(word)), toPhrase(choice)]);
		const numbers = findNumberPhrases(index + 1).add(String(index + 1));
		return matchesWholly(words, (phrase) => own.has(phrase) || numbers.has(phrase), isFiller);
	});
}

/** The words and phrases that the workflow defines. They take precedence over the built-in ones. */
export interface OwnWords {
	approve: string[];
	decline: string[];
	/** True if only these approve and decline. */
	onlyThese: boolean;
}

/** The most words of a reply that says yes or no: a longer one says more. */
const MAX_WORDS = 12;

/**
 * Reads a reply to a question for yes or no.
 * @param message The message that it replies to, as the person has read it; empty if it is not known.
 * @returns undefined unless the whole reply says yes, or the whole reply says no.
 */
function readYesOrNo(text: string, own: OwnWords, message: string): boolean | undefined {
	const words = splitIntoWords(text);
	if (words.length > MAX_WORDS || hasQuestionMark(text) || isStruckOut(text)) return undefined;
	const question = readQuestionWords(message);
	const letters = LETTERS.filter(
		({ yes, no }) => question.words.includes(yes) && question.words.includes(no),
	);
	const approve = new Set(own.approve.map(toPhrase));
	const decline = new Set(own.decline.map(toPhrase));
	const isOwn = (phrase: string) => approve.has(phrase) || decline.has(phrase);
	const isAlwaysAnswer = (phrase: string) =>
		[PLAIN_YES, PLAIN_NO, AGREEMENT, FILLERS].some((phrases) => phrases.has(phrase));
	// "Cancel" is not an answer to "Shall I cancel your order?".
	const isAnswerHere = (phrase: string) =>
		!own.onlyThese && !isOwn(phrase) && (isAlwaysAnswer(phrase) || !question.isAskedAbout(phrase));
	const isYes = (phrase: string) =>
		approve.has(phrase) ||
		(YES.has(phrase) && isAnswerHere(phrase)) ||
		(!own.onlyThese && (question.offeredAsYes.has(phrase) || letters.some(({ yes }) => yes === phrase)));
	const isNo = (phrase: string) =>
		decline.has(phrase) ||
		(NO.has(phrase) && isAnswerHere(phrase)) ||
		(!own.onlyThese && (question.offeredAsNo.has(phrase) || letters.some(({ no }) => no === phrase)));
	// "Ya cancelé" does not mean yes to "¿Quiere cancelar?".
	const inOtherForm = !words.some((word) => ALREADY.has(word));
	const isFillerBeside = (others: ReadonlySet<string>) => (phrase: string) =>
		!isOwn(phrase) &&
		(FILLERS.has(phrase) || (question.isRepeated(phrase, inOtherForm) && !others.has(phrase)));
	const saysYes = matchesWholly(words, isYes, isFillerBeside(NO));
	const saysNo = matchesWholly(words, isNo, isFillerBeside(YES));
	return saysYes === saysNo ? undefined : saysYes;
}

/** Tells whether a message names both answers, as in "Ja oder nein?", so that it says how to reply. */
export function mentionsBothAnswers(message: string, { approve, decline, onlyThese }: OwnWords): boolean {
	const { words } = readQuestionWords(message);
	const names = (own: string[], builtIn: ReadonlySet<string>) =>
		own.some((phrase) => ` ${words.join(' ')} `.includes(` ${toPhrase(phrase)} `)) ||
		(!onlyThese && words.some((word) => builtIn.has(word)));
	return names(approve, PLAIN_YES) && names(decline, PLAIN_NO);
}

/** The answers that a question takes. */
export type ExpectedReply =
	/** Anything. */
	| { kind: 'freeText' }
	/** A yes or a no. */
	| ({ kind: 'approval' } & OwnWords)
	/** One of these. */
	| { kind: 'choice'; choices: string[] };

/** A reply, read as an answer. */
export interface Answer {
	/** True if it is one of the answers that the question takes. */
	isClear: boolean;
	/** The field `data` of the node's output. */
	data: IDataObject;
}

/**
 * Reads a person's text as an answer. An opt-out answers every question, unless the question itself contains that word.
 * @param message The message that it replies to, as the person has read it; empty if it is not known.
 */
export function readAnswer(expected: ExpectedReply, text: string, message = ''): Answer {
	const stop = readStop(text, [message, ...offeredAnswers(expected)].join('\n'));
	if (stop) {
		const declines = stop.declines && expected.kind === 'approval';
		return {
			isClear: true,
			data: { ...(declines && { approved: false }), optedOut: true, text, clear: true },
		};
	}
	const answer = readExpected(expected, text, message);
	const isClear = answer !== undefined;
	const isReason = answer?.approved !== true && saysMoreThanNo(expected, text);
	// Human review gives the field of this name to an AI agent as the reason why its tool does not run.
	return { isClear, data: { text, ...answer, clear: isClear, ...(isReason && { chatInput: text }) } };
}

/** Tells whether a reply to an approval says more than a plain no, such as "no, call me". */
const saysMoreThanNo = (expected: ExpectedReply, text: string): boolean =>
	expected.kind === 'approval' && text.trim() !== '' && readYesOrNo(text, expected, '') !== false;

function offeredAnswers(expected: ExpectedReply): string[] {
	if (expected.kind === 'freeText') return [];
	return expected.kind === 'choice' ? expected.choices : [...expected.approve, ...expected.decline];
}

/** Returns the fields that hold the answer; undefined if the text is not one of the answers that the question takes. */
function readExpected(expected: ExpectedReply, text: string, message: string): IDataObject | undefined {
	switch (expected.kind) {
		case 'freeText':
			return {};
		case 'choice': {
			const choice = findChoice(text, expected.choices);
			return choice === undefined ? undefined : { choice };
		}
		case 'approval': {
			const approved = readYesOrNo(text, expected, message);
			return approved === undefined ? undefined : { approved };
		}
	}
}
