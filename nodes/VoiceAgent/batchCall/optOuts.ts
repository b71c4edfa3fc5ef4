import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { toMessage } from '../../conversation/conversation';
import { comparableNumber } from '../../numbers/spellings';
import { asServiceError, ServiceError } from '../../service/errors';
import { readPage, readPages } from '../../service/paging';
import type { ListedMessage } from '../../service/records';
import type { Send } from '../../service/send';
import { post } from '../../service/serviceRequest';
import { SharedWork } from '../../service/concurrency';
import { readOptOut } from '../../words/optOut';
import { formatTime, readTime } from '../../text/time';
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

/** A message that may opt a person out or in, or one of the account that such a message may answer. */
interface RelevantMessage {
	kind: 'question' | 'in' | 'out';
	text: string;
	/** In milliseconds since 1970; Infinity for an opt-out without a time. */
	time: number;
}

/**
 * Reads the messages from which opt-outs follow, by the comparable number of the person. It keeps the messages of the
 * account, too: a reply such as CANCEL is an opt-out only if no message offered it as an answer.
 * @param since The time of the oldest messages that count, in milliseconds since 1970.
 */
async function fetchMessages(send: Send, since: number): Promise<Map<string, RelevantMessage[]>> {
	const byPerson = new Map<string, RelevantMessage[]>();
	let isNewestFirst = true;
	const fetchPage = async (offset: number, limit: number) =>
		(await send(post('list-messages', { limit, offset }), (answer) => readPage(answer, ['messages']))).body;
	for await (const { records, isEndUnsure } of readPages(fetchPage, { maxInFlight: MAX_PAGES_AT_A_TIME })) {
		if (isEndUnsure) throw REPEATED_PAGE;
		for (const record of records) {
			const message = readRelevantMessage(record, since);
			if (!message) continue;
			const person = comparableNumber(message.kind === 'question' ? record.to_number : record.from_number);
			const known = byPerson.get(person);
			if (known) known.push(message);
			else byPerson.set(person, [message]);
		}
		const times = records.map(({ created_at: at }) => readTime(at)).filter((time) => time !== undefined);
		const [first = NaN] = times;
		const last = times.at(-1) ?? NaN;
		isNewestFirst &&= times.every((time, index) => time <= (times[index - 1] ?? Infinity));
		// As long as every page has shown the newest messages first, all further messages are too old.
		if (isNewestFirst && last < first && last < since) break;
	}
	return byPerson;
}

const REPEATED_PAGE = new ServiceError({
	message: 'The service gives the same messages again and again',
	description: 'Its list of messages does not go on, so that not all of them can be read.',
});

function readRelevantMessage(record: IDataObject, since: number): RelevantMessage | undefined {
	const { text } = toMessage(record as ListedMessage);
	const time = readTime(record.created_at);
	if (record.direction === 'outbound')
		return time === undefined ? undefined : { kind: 'question', text, time };
	const kind = readOptOut(text);
	if (!kind || (time !== undefined && time < since)) return undefined;
	// Without a time, an opt-out counts as the latest, and an opt-in does not count.
	return kind === 'in' && time === undefined ? undefined : { kind, text, time: time ?? Infinity };
}

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
