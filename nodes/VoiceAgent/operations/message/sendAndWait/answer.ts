import type { IDataObject } from 'n8n-workflow';

import { hasQuestionMark, isStruckOut } from '../../../../shared/text/words';
import { canAlsoBeAnswer, readOptOut } from '../../../../shared/text/optOut';
import { namedInFull, findChoice } from './choice';
import { vocabularyInReplyTo } from './messageLanguage';
import { knownWords, type OwnWords, phraseKey, type Vocabulary, withOwnWords } from './vocabulary';
import type { Role } from './words/language';

/** The answers that a question takes. */
export type Expected =
	/** Anything. */
	| { kind: 'freeText' }
	| ({ kind: 'approval' } & YesOrNo)
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
 * Reads a person's text as an answer.
 * @param message That it replies to, as the person has read it; empty if that is not known.
 */
export function readAnswer(expected: Expected, text: string, message = ''): Answer {
	const answer = readExpected(expected, text, message);
	return optsOut(expected, text, answer)
		? { isClear: true, data: { optedOut: true, text, clear: true } }
		: answer;
}

/** Tells if a person asks not to be written to any more, in a word that the question does not take for an answer. */
function optsOut(expected: Expected, text: string, { isClear }: Answer): boolean {
	if (readOptOut(text) !== 'out') return false;
	return canAlsoBeAnswer(text) ? !isClear : !isOfferedAsAnswer(expected, text);
}

/** Tells if the workflow itself has this text among the answers. */
function isOfferedAsAnswer(expected: Expected, text: string): boolean {
	if (expected.kind === 'freeText') return false;
	if (expected.kind === 'choice') return namedInFull(text, expected.choices).length > 0;
	return [...expected.approve, ...expected.decline].some((own) => phraseKey(own) === phraseKey(text));
}

function readExpected(expected: Expected, text: string, message: string): Answer {
	switch (expected.kind) {
		case 'freeText':
			return { isClear: true, data: { text, clear: true } };
		case 'choice': {
			const choice = findChoice(text, expected.choices);
			const isClear = choice !== undefined;
			return { isClear, data: { text, ...(isClear && { choice }), clear: isClear } };
		}
		case 'approval': {
			const { approved, isPlain } = readYesOrNo(text, expected, message);
			const isClear = approved !== undefined;
			// n8n gives the field of this name to an AI agent as the reason why its tool must not run.
			const isReason = !approved && !isPlain && text.trim() !== '';
			return {
				isClear,
				data: { text, ...(isClear && { approved }), clear: isClear, ...(isReason && { chatInput: text }) },
			};
		}
	}
}

/** The settings by which replies to a question for yes or no are read. */
interface YesOrNo extends OwnWords {
	/** True if a reply with an unknown word never approves, for questions where a yes lets an AI agent act. */
	isStrict: boolean;
}

/**
 * The meaning of a reply. `approved` is undefined if that is not clear,
 * `isPlain` is true if the reply says nothing else.
 */
type Reading = { approved: boolean; isPlain: boolean } | { approved: undefined; isPlain: false };

const UNCLEAR: Reading = { approved: undefined, isPlain: false };

/** The most words of a reply: a longer one says more than yes or no. */
const MAX_WORDS = 12;

/** The most unknown words of a reply that approves: more of them may take the yes back. */
const MAX_UNKNOWN_WORDS = 3;

/**
 * Reads a reply. Its first word that is no filler decides, if nothing takes that back: a negation or a doubt
 * never approves, wherever it stands, and a second answer of the other kind leaves it open.
 */
function readYesOrNo(text: string, { isStrict, ...own }: YesOrNo, message: string): Reading {
	const words = knownWords(text);
	const isShort = words.length > 0 && words.length <= MAX_WORDS;
	if (!isShort || hasQuestionMark(text) || isStruckOut(text)) return UNCLEAR;
	const roles = rolesIn(words, withOwnWords(vocabularyInReplyTo(message, isStrict), own)).filter(
		(role) => role !== 'filler',
	);
	const isPlain = !roles.includes('unknown');
	if (approves(roles, isPlain, isStrict)) return { approved: true, isPlain };
	return declines(roles, isPlain) ? { approved: false, isPlain } : UNCLEAR;
}

type RoleInText = Role | 'unknown';

function approves(roles: RoleInText[], isPlain: boolean, isStrict: boolean): boolean {
	if (includesAny(roles, ['no', 'declines', 'objection', 'doubt'])) return false;
	if (roles.includes('yesOrIf')) return roles.every((role) => role === 'yesOrIf');
	if (isPlain) return roles.length > 0;
	return !isStrict && roles[0] === 'yes' && countUnknown(roles) <= MAX_UNKNOWN_WORDS;
}

function declines(roles: RoleInText[], isPlain: boolean): boolean {
	if (includesAny(roles, ['yes', 'agrees', 'yesOrIf', 'doubt'])) return false;
	return roles[0] === 'no' || (isPlain && roles[0] === 'declines');
}

const countUnknown = (roles: RoleInText[]): number => roles.filter((role) => role === 'unknown').length;

const includesAny = (roles: RoleInText[], some: RoleInText[]): boolean =>
	roles.some((role) => some.includes(role));

/** Gives the roles of the words, one for each phrase; the longest phrase counts. */
function rolesIn(words: string[], vocabulary: Vocabulary): RoleInText[] {
	const roles: RoleInText[] = [];
	for (let start = 0; start < words.length;) {
		let end = words.length;
		while (end > start + 1 && !vocabulary.get(words.slice(start, end).join(' '))) end--;
		roles.push(vocabulary.get(words.slice(start, end).join(' ')) ?? 'unknown');
		start = end;
	}
	return roles;
}
