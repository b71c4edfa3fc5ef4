import { vocabularyWith, type OwnWords, type Role, type Vocabulary } from './vocabulary';
import { hasQuestionMark, isStruckOut, splitIntoWords } from './words';

/** How a question for yes or no takes replies. */
export interface YesOrNo extends OwnWords {
	/** Whether nothing approves that has a word which is not known: where a yes lets an AI agent act. */
	isStrict: boolean;
}

/** The meaning of a reply; `approved` is undefined where that is not clear, `isPlain` tells whether it says nothing else. */
export type Reading = { approved: boolean; isPlain: boolean } | { approved: undefined; isPlain: false };

const UNCLEAR: Reading = { approved: undefined, isPlain: false };

/** A longer reply says more than yes or no. */
const MOST_WORDS = 12;

/** More words than that which are not known may take a yes back. */
const MOST_UNKNOWN_WORDS = 3;

/**
 * Reads a reply. Its first word that is no filler decides, if nothing takes that back: a negation or a doubt never approves,
 * wherever it stands, and a second answer of the other kind leaves it open.
 */
export function readYesOrNo(text: string, { isStrict, ...own }: YesOrNo): Reading {
	const words = splitIntoWords(text);
	const isShort = words.length > 0 && words.length <= MOST_WORDS;
	if (!isShort || hasQuestionMark(text) || isStruckOut(text)) return UNCLEAR;
	const roles = rolesIn(words, vocabularyWith(own)).filter((role) => role !== 'filler');
	const isPlain = !roles.includes('unknown');
	if (approves(roles, isPlain, isStrict)) return { approved: true, isPlain };
	return declines(roles, isPlain) ? { approved: false, isPlain } : UNCLEAR;
}

type RoleInText = Role | 'unknown';

function approves(roles: RoleInText[], isPlain: boolean, isStrict: boolean): boolean {
	if (includesAny(roles, ['no', 'declines', 'objection', 'doubt'])) return false;
	if (roles.includes('yesOrIf')) return roles.every((role) => role === 'yesOrIf');
	if (isPlain) return roles.length > 0;
	return !isStrict && roles[0] === 'yes' && countUnknown(roles) <= MOST_UNKNOWN_WORDS;
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
		while (end > start + 1 && !vocabulary.has(words.slice(start, end).join(' '))) end--;
		roles.push(vocabulary.get(words.slice(start, end).join(' ')) ?? 'unknown');
		start = end;
	}
	return roles;
}
