/** How the replies of the tests and CLDR's words for yes and no are read: for the tests and for the documents. */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { type ExpectedReply, readAnswer } from '../../../../../nodes/VoiceAgent/sendAndWait/answer';
import {
	composeQuestion,
	addReplyInstructions,
} from '../../../../../nodes/VoiceAgent/sendAndWait/expectedReply';
import { LATER_REPLIES } from './laterReplies.ts';
import { REPLIES } from './replies.ts';

export { FIRST_COUNT } from './laterReplies.ts';

/** An approval as a workflow asks for it. */
export const approvalOf = ({
	approveWords = '',
	declineWords = '',
	onlyThese = false,
} = {}): ExpectedReply => {
	const words = (list: string) => list.split(',').filter((word) => word.trim() !== '');
	return { kind: 'approval', approve: words(approveWords), decline: words(declineWords), onlyThese };
};

/** The meaning of a reply: an answer, `stop` for an opt-out, the number of a choice, or `unclear`. */
export type Meaning = 'yes' | 'no' | 'stop' | 'unclear' | '1' | '2' | '3';

/** Returns the meaning that the node reads in a reply to a message. */
export function meaningOf(expected: ExpectedReply, text: string, message: string): Meaning {
	const { approved, optedOut, choice } = readAnswer(expected, text, message).data;
	if (optedOut) return 'stop';
	if (expected.kind === 'choice') {
		const index = expected.choices.indexOf(String(choice));
		return index < 0 ? 'unclear' : (String(index + 1) as Meaning);
	}
	return approved === undefined ? 'unclear' : approved ? 'yes' : 'no';
}

const MEANINGS: Meaning[] = ['yes', 'no', 'stop', 'unclear', '1', '2', '3'];

/** A reply to a question as the node asks it. */
export interface Reply {
	language: string;
	expected: ExpectedReply;
	message: string;
	text: string;
	meaning: Meaning;
}

/** A question with its replies by meaning, separated by `|`. It is one for approval unless it has choices. */
type RepliesByMeaning = { message: string; choices?: string[] } & Partial<Record<Meaning, string>>;

/** Replies to a question; those to one for approval are of one meaning. */
export type Replies = RepliesByMeaning | [message: string, meaning: Meaning, texts: string];

/** Lists the replies, to messages with the node's reply instructions. */
const listReplies = (byLanguage: Record<string, Replies[]>): Reply[] =>
	Object.entries(byLanguage).flatMap(([language, all]) =>
		all.flatMap((replies) => {
			const question: RepliesByMeaning = Array.isArray(replies)
				? { message: replies[0], [replies[1]]: replies[2] }
				: replies;
			const { choices } = question;
			const expected: ExpectedReply = choices ? { kind: 'choice', choices } : approvalOf();
			const message = addReplyInstructions(composeQuestion(question.message, expected), expected);
			return MEANINGS.flatMap((meaning) =>
				(question[meaning]?.split('|') ?? []).map((text) => ({
					language,
					expected,
					message,
					text: text.trim(),
					meaning,
				})),
			);
		}),
	);

/** The replies of `replies.ts`. */
export const replies: Reply[] = listReplies(REPLIES);

/** The replies of `laterReplies.ts`. */
export const laterReplies: Reply[] = listReplies(LATER_REPLIES);

/** How many replies were read rightly, as unclear though they are not, and wrongly. */
export interface Score {
	tried: number;
	right: number;
	unclear: number;
	wrong: number;
	/** The wrong ones that approve. */
	falseApprovals: number;
}

export const scoreReplies = (some: Reply[]): Score => {
	const readings = some.map(({ meaning, expected, text, message }) => ({
		is: meaning,
		readAs: meaningOf(expected, text, message),
	}));
	const wrong = readings.filter(({ is, readAs }) => readAs !== is && readAs !== 'unclear');
	return {
		tried: readings.length,
		right: readings.filter(({ is, readAs }) => readAs === is).length,
		unclear: readings.filter(({ is, readAs }) => readAs !== is && readAs === 'unclear').length,
		wrong: wrong.length,
		falseApprovals: wrong.filter(({ readAs }) => readAs === 'yes').length,
	};
};

/** The score of each language. */
export const scoreLanguages = (): Array<[language: string, Score]> =>
	Object.keys(REPLIES).map((language) => [
		language,
		scoreReplies(replies.filter((one) => one.language === language)),
	]);

const CLDR = join(dirname(createRequire(import.meta.url).resolve('cldr-misc-full/package.json')), 'main');

/** CLDR's `posix.yesstr` and `posix.nostr` of all locales, each a word and most also a letter, as replies to a message. */
export const cldrReplies = (message = ''): Reply[] =>
	readdirSync(CLDR).flatMap((language) => {
		const file = JSON.parse(readFileSync(join(CLDR, language, 'posix.json'), 'utf8')) as {
			main: Record<string, { posix: { messages: { yesstr: string; nostr: string } } }>;
		};
		const { yesstr = '', nostr = '' } = file.main[language]?.posix.messages ?? {};
		const list = (texts: string, meaning: Meaning) =>
			texts
				.split(':')
				.filter((text) => text !== '')
				.map((text) => ({ language, expected: approvalOf(), message, text, meaning }));
		return [...list(yesstr, 'yes'), ...list(nostr, 'no')];
	});
