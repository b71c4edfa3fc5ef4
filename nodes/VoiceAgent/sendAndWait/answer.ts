import type { IDataObject, IWebhookFunctions } from 'n8n-workflow';

import { parseOptOut } from '../../messages/optOut';
import { isHumanReview } from '../../n8n/node';
import { normalForm } from '../../text/normalForm';
import { toPhrase } from '../../text/words';
import { askModel } from './model';
import { ARTICLES, isLabel, type OwnWords, parseYesOrNo, toPlainReply } from './words';

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

/** The meaning of a reply for the workflow's question. */
type Meaning = { approved: boolean } | { choice: string } | { optedOut: true };

/**
 * Returns the number of a choice; its letter if any of the choices holds a digit, since "2" could otherwise be both the
 * second one and "2 people".
 * @param index Starts at 0.
 */
export function getChoiceMark(index: number, choices: readonly string[]): string {
	if (!choices.some((choice) => /\p{N}/u.test(choice))) return String(index + 1);
	const before = index >= 26 ? getChoiceMark(Math.floor(index / 26) - 1, choices) : '';
	return `${before}${String.fromCharCode(65 + (index % 26))}`;
}

/** Returns a choice as the message shows it. */
export const formatChoice = (choice: string, index: number, choices: readonly string[]): string =>
	`${getChoiceMark(index, choices)}. ${choice}`;

/** Finds the choice that a reply names by its text, its number or letter, or by words that no other choice has. */
function findChoice(text: string, choices: string[]): string | undefined {
	const isNamed = (choice: string, index: number) =>
		isLabel(text, choice) || isLabel(text, formatChoice(choice, index, choices));
	const inFull = choices.filter(isNamed);
	const reply = toPlainReply(text);
	const core = reply?.emoji.every((emoji) => emoji === '👍') ? normalForm(reply.core) : '';
	const isMarked = (_: string, index: number) => normalForm(getChoiceMark(index, choices)) === core;
	const byWords = inFull.length > 0 ? [] : findByWords(core, choices);
	const named = new Set([...inFull, ...choices.filter(isMarked), ...byWords]);
	return named.size === 1 ? [...named][0] : undefined;
}

/** Finds the choices that have all words of a reply. A bare number or an article names none. */
function findByWords(core: string, choices: string[]): string[] {
	const choiceWords = new Map(choices.map((choice) => [choice, toPhrase(choice).split(' ')]));
	const words = core.split(' ');
	const contentWords = words.filter((word) => !ARTICLES.has(word));
	if (contentWords.every((word) => /^\p{N}*$/u.test(word))) return [];
	const isInAnyChoice = (word: string) => [...choiceWords.values()].some((own) => own.includes(word));
	const required = words.filter((word) => !ARTICLES.has(word) || isInAnyChoice(word));
	return choices.filter((choice) => required.every((word) => choiceWords.get(choice)?.includes(word)));
}

/** Reads a reply by certain words alone; undefined if they do not make it certain. */
export function parseAnswer(expected: ExpectedReply, text: string, message: string): Meaning | undefined {
	if (expected.kind === 'approval') {
		const approved = parseYesOrNo(text, expected, message);
		if (approved !== undefined) return { approved };
	} else if (expected.kind === 'choice') {
		const choice = findChoice(text, expected.choices);
		if (choice !== undefined) return { choice };
	}
	// A label that the question offers comes first, such as "Stop the delivery".
	return parseOptOut(text) === 'out' ? { optedOut: true } : undefined;
}

/** Returns the answers from which a model chooses what a reply means, by their codes. */
function toModelAnswers(
	expected: Exclude<ExpectedReply, { kind: 'freeText' }>,
): Map<string, { text: string; meaning: Meaning }> {
	if (expected.kind === 'choice') {
		const { choices } = expected;
		return new Map(
			choices.map((choice, index) => [getChoiceMark(index, choices), { text: choice, meaning: { choice } }]),
		);
	}
	const toText = (word: string, own: string[]) => [word, ...own].join(', ');
	return new Map([
		['yes', { text: toText('Yes', expected.approve), meaning: { approved: true } }],
		['no', { text: toText('No', expected.decline), meaning: { approved: false } }],
	]);
}

/**
 * Reads a person's reply: by certain words, else by the chat model that is connected to the node. In human review words
 * alone decide, since a model must not approve what a model does.
 * @param message The question as the person has read it.
 */
export async function understandReply(
	context: IWebhookFunctions,
	expected: ExpectedReply,
	text: string,
	message: string,
): Promise<Answer> {
	const meaning = parseAnswer(expected, text, message);
	const isCertain = meaning !== undefined || expected.kind === 'freeText' || text.trim() === '';
	if (isCertain || isHumanReview(context.getNode())) return toAnswerOutput(expected, text, meaning, 'words');
	const answers = toModelAnswers(expected);
	const offered = Object.fromEntries([...answers].map(([code, answer]) => [code, answer.text]));
	const code = await askModel(context, { question: message, answers: offered, reply: text });
	if (code === undefined) return toAnswerOutput(expected, text, undefined, 'words');
	const byModel = code === 'stop' ? { optedOut: true as const } : answers.get(code)?.meaning;
	return toAnswerOutput(expected, text, byModel, 'model');
}

/** Returns the output for a reply. */
export function toAnswerOutput(
	{ kind }: ExpectedReply,
	text: string,
	meaning: Meaning | undefined,
	readBy: 'words' | 'model',
): Answer {
	const isClear = meaning !== undefined || kind === 'freeText';
	const optOut = meaning ? undefined : parseOptOut(text);
	const isRefusalInOtherWords =
		readBy === 'model' && meaning !== undefined && 'approved' in meaning && !meaning.approved;
	const isReason = kind === 'approval' && (!meaning || isRefusalInOtherWords) && text.trim() !== '';
	return {
		isClear,
		data: {
			text,
			...meaning,
			clear: isClear,
			...((kind !== 'freeText' || meaning) && { readBy }),
			...(optOut && { optOut }),
			// Human review gives the field of this name to an AI agent as the reason why its tool does not run.
			...(isReason && { chatInput: text }),
		},
	};
}
