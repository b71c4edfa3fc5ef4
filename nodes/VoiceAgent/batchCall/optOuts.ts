import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Message } from '../../messages/message';
import { MessageList } from '../../messages/messageList';
import type { OptOut } from '../../messages/optOut';
import { comparableNumber } from '../../numbers/spellings';
import { ServiceError } from '../../service/failure';
import { toResult } from '../../text/result';
import type { Send } from '../../service/request';
import { SharedWork } from '../../service/concurrency';
import { formatTime } from '../../text/time';
import type { Item } from '../fields/item';
import type { SkipDetails, SkipRule } from './recipients';

export const optOutOption: INodeProperties = {
	displayName: 'Skip Opt-Outs',
	name: 'leaveOutOptOuts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 3_650 },
	default: 365,
	description:
		'Skip people who have asked by SMS or chat app not to be contacted, such as with STOP, or may have, and have not opted in again. How many days back to read the messages of your account. If they cannot be read, nobody is called.',
};

/**
 * If more pages were requested at a time, more would be read for nothing, since their messages are too old to count.
 */
const MAX_PAGES_AT_A_TIME = 5;

const DAY_MS = 86_400_000;

/** The messages that runs of the node have read, by the number of days: all batch calls of a run share them. */
const optOutsByRun = new WeakMap<IExecuteFunctions, SharedWork<Map<string, LatestWords>>>();

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
	const found = await toResult(ofRun.share(String(days), fetch), ServiceError);
	if (!found.ok) {
		throw found.problem.withAdvice(
			`It is not known who has opted out, so no calls were made. Try again later, or remove '${optOutOption.displayName}' from the options.`,
		);
	}
	return ({ phoneNumber }) => describeOptOut(found.value.get(comparableNumber(phoneNumber)) ?? {});
}

/** The latest message of a person of each kind. */
type LatestWords = Partial<Record<OptOut, Words>>;

interface Words {
	text: string;
	/** In milliseconds since 1970; Infinity for a message without a time, which counts as the latest. */
	time: number;
}

/** Says why a person must not be called, or may not want to be; an opt-in ends both. */
function describeOptOut({ out, unclear, in: optIn }: LatestWords): SkipDetails | undefined {
	const isOpen = (words: Words | undefined): words is Words =>
		words !== undefined && words.time >= (optIn?.time ?? -Infinity);
	if (isOpen(out)) return { reason: 'optedOut', ...formatWhen('opted_out_at', out) };
	if (!isOpen(unclear)) return undefined;
	return { reason: 'mayHaveOptedOut', text: unclear.text, ...formatWhen('written_at', unclear) };
}

const formatWhen = (field: string, { time }: Words): IDataObject =>
	time === Infinity ? {} : { [field]: formatTime(time) };

/**
 * Reads the messages from which opt-outs follow, by the comparable number of the person. All others are let go.
 * @param since The time of the oldest messages that count, in milliseconds since 1970.
 */
async function fetchMessages(send: Send, since: number): Promise<Map<string, LatestWords>> {
	const byPerson = new Map<string, LatestWords>();
	const list = new MessageList({ maxInFlight: MAX_PAGES_AT_A_TIME }, () => undefined);
	await list.fetchUntil(send, ({ added }) => {
		for (const message of added) noteOptOut(byPerson, message, since);
		// All messages further below are older, except that some may be late.
		const isEnough = added.length > 0 && added.every(({ at = Infinity }) => at < since);
		if (isEnough && isOldestFirst(added)) throw OLDEST_FIRST;
		return isEnough;
	});
	if (list.isEndUnsure) throw REPEATED_PAGE;
	return byPerson;
}

/** Tells whether most messages of a page are newer than the one above them: reading would end before those that count. */
function isOldestFirst(page: readonly Message[]): boolean {
	const times = page.flatMap(({ at }) => at ?? []);
	const steps = times.slice(1).map((at, index) => Math.sign(at - (times[index] ?? at)));
	return steps.reduce((sum, step) => sum + step, 0) > steps.length / 2;
}

const OLDEST_FIRST = new ServiceError({
	message: 'The service lists the oldest messages first',
	description: 'The newest ones are needed first, so that not all that count would be read.',
});

const REPEATED_PAGE = new ServiceError({
	message: 'The service gives the same messages again and again',
	description: 'Its list of messages does not go on, so that not all of them can be read.',
});

/** Notes a message if it is the latest of its kind. An opt-in without a time does not count. */
function noteOptOut(
	byPerson: Map<string, LatestWords>,
	{ contact, optOut, text, at }: Message,
	since: number,
): void {
	if (!contact || !optOut || (at === undefined ? optOut === 'in' : at < since)) return;
	const words = byPerson.get(contact.comparable) ?? {};
	const time = at ?? Infinity;
	if (time >= (words[optOut]?.time ?? -Infinity)) words[optOut] = { text, time };
	byPerson.set(contact.comparable, words);
}
