import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Message } from '../../messages/message';
import { MessageList } from '../../messages/messageList';
import { comparableNumber } from '../../numbers/spellings';
import { asServiceError, ServiceError } from '../../service/errors';
import type { Send } from '../../service/send';
import { SharedWork } from '../../service/concurrency';
import { readOptOut } from '../../words/optOut';
import { formatTime } from '../../text/time';
import type { Item } from '../fields/item';
import type { SkipRule } from './recipients';

export const optOutOption: INodeProperties = {
	displayName: 'Skip Opt-Outs',
	name: 'leaveOutOptOuts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3_650 },
	default: 365,
	description:
		'Skip people who have asked by SMS or chat app not to be contacted, such as with STOP, and have not opted in again. How many days back to read the messages of your account. If they cannot be read, nobody is called.',
};

/**
 * If more pages were requested at a time, more would be read for nothing, since their messages are too old to count.
 */
const MAX_PAGES_AT_A_TIME = 5;

const DAY_MS = 86_400_000;

/** The messages that runs of the node have read, by the number of days: all batch calls of a run share them. */
const optOutsByRun = new WeakMap<IExecuteFunctions, SharedWork<Map<string, RelevantMessage[]>>>();

/**
 * Reads the messages of the account and returns the rule that skips people who have opted out.
 * @param days How far back a message counts.
 * @param now The time of the service, in milliseconds since 1970.
 * @throws ServiceError if the service does not list all messages.
 */
export async function fetchOptOuts(
	{ context }: Item,
	send: Send,
	days: number,
	now: number,
): Promise<SkipRule> {
	const ofRun = optOutsByRun.get(context) ?? new SharedWork({ ttlMs: Infinity, maxKeys: Infinity });
	optOutsByRun.set(context, ofRun);
	const fetch = async () => await fetchMessages(send, now - days * DAY_MS);
	const found = await ofRun.share(String(days), fetch).catch(asServiceError);
	if (found instanceof ServiceError) {
		throw found.withAdvice(
			`It is not known who has opted out, so no calls were made. Try again later, or remove '${optOutOption.displayName}' from the options.`,
		);
	}
	return ({ phoneNumber }) => {
		const time = findOptOut(found.get(comparableNumber(phoneNumber)) ?? []);
		if (time === undefined) return undefined;
		return { reason: 'optedOut', ...(time !== Infinity && { opted_out_at: formatTime(time) }) };
	};
}

/** A message that may opt a person out or in, or our message before it. */
interface RelevantMessage {
	kind: 'question' | 'in' | 'out';
	text: string;
	/** In milliseconds since 1970; Infinity for an opt-out without a time. */
	time: number;
}

/**
 * Reads the messages from which opt-outs follow, by the comparable number of the person. All others are let go.
 * @param since The time of the oldest messages that count, in milliseconds since 1970.
 */
async function fetchMessages(send: Send, since: number): Promise<Map<string, RelevantMessage[]>> {
	const byPerson = new Map<string, RelevantMessage[]>();
	const list = new MessageList({ maxInFlight: MAX_PAGES_AT_A_TIME }, () => undefined);
	await list.read(send, ({ added }) => {
		for (const message of added) noteRelevant(byPerson, message, since);
		// All messages further below are older, except that some may be late.
		return added.length > 0 && added.every(({ at = Infinity }) => at < since);
	});
	if (list.isEndUnsure) throw REPEATED_PAGE;
	return byPerson;
}

const REPEATED_PAGE = new ServiceError({
	message: 'The service gives the same messages again and again',
	description: 'Its list of messages does not go on, so that not all of them can be read.',
});

/**
 * Notes a message that opts a person out or in, or that may have asked for it: a reply such as CANCEL is an opt-out
 * only if no message before it offered it as an answer.
 * @param byPerson The messages that the list has above it, which are newer.
 */
function noteRelevant(
	byPerson: Map<string, RelevantMessage[]>,
	{ contact, direction, optOut, text, at }: Message,
	since: number,
): void {
	if (!contact) return;
	const newer = byPerson.get(contact.comparable) ?? [];
	if (direction === 'outbound') {
		const isQuestion = at !== undefined && newer.some((reply) => canAnswer(reply, at));
		if (isQuestion) newer.push({ kind: 'question', text, time: at });
		return;
	}
	if (optOut !== 'out' && optOut !== 'in') return;
	// Without a time, an opt-out counts as the latest, and an opt-in does not count.
	if (at === undefined ? optOut === 'in' : at < since) return;
	byPerson.set(contact.comparable, [...newer, { kind: optOut, text, time: at ?? Infinity }]);
}

/** Tells whether a message may answer one of ours from this time. */
const canAnswer = ({ kind, time }: RelevantMessage, askedAt: number): boolean =>
	kind !== 'question' && time >= askedAt && askedAt > time - DAY_MS;

/** The order of messages of the same time: an opt-out counts as the latest. */
const ORDER_AT_ONE_TIME = ['question', 'in', 'out'] as const;

/**
 * Finds when a person has opted out, unless they opted in again.
 * @returns In milliseconds since 1970; Infinity if the time is not known.
 */
function findOptOut(messages: RelevantMessage[]): number | undefined {
	const inOrder = [...messages].sort((one, other) =>
		one.time === other.time
			? ORDER_AT_ONE_TIME.indexOf(one.kind) - ORDER_AT_ONE_TIME.indexOf(other.kind)
			: one.time - other.time,
	);
	let question: RelevantMessage | undefined;
	let optedOutAt: number | undefined;
	for (const message of inOrder) {
		const { kind, text, time } = message;
		if (kind === 'question') {
			question = message;
			continue;
		}
		const isAnswer = question !== undefined && question.time > time - DAY_MS;
		const word = readOptOut(text, isAnswer ? question?.text : '');
		if (word) optedOutAt = word === 'out' ? time : undefined;
	}
	return optedOutAt;
}
