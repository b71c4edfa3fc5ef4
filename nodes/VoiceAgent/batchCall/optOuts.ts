import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import type { Message } from '../../messages/message';
import { MessageList } from '../../messages/messageList';
import { comparableNumber } from '../../numbers/spellings';
import { ServiceError } from '../../service/failure';
import type { Send } from '../../service/request';
import { toResult } from '../../text/result';
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

const DAY_MS = 86_400_000;

/**
 * If more pages were requested at a time, more would be read for nothing, since their messages are too old to count.
 */
const MAX_PAGES_AT_A_TIME = 5;

/** The messages of each person by which they opt out or in, the newest first. */
type RequestsByPerson = ReadonlyMap<string, readonly Message[]>;

/** The requests that each execution of the node has read, by the number of days back. All its batch calls share them. */
const optOutsByRun = new WeakMap<IExecuteFunctions, Map<number, Promise<RequestsByPerson>>>();

/**
 * Reads the messages of the account and returns the rule that skips people who have opted out; undefined without the
 * option.
 * @throws InvalidParameterError for a number of days that cannot be read; ServiceError if the service does not list all
 * messages.
 */
export async function fetchOptOuts({ context, options }: Item, send: Send): Promise<SkipRule | undefined> {
	if (!options.isAdded('leaveOutOptOuts')) return undefined;
	const days = options.integer('leaveOutOptOuts');
	const ofRun = optOutsByRun.get(context) ?? new Map<number, Promise<RequestsByPerson>>();
	optOutsByRun.set(context, ofRun);
	const fetching = ofRun.get(days) ?? fetchRequests(send, days * DAY_MS);
	ofRun.set(days, fetching);
	const requests = await toResult(fetching, ServiceError);
	if (!requests.ok) {
		throw requests.problem.withAdvice(
			`It is not known who has opted out, so no calls were made. Try again later, or remove '${optOutOption.displayName}' from the options.`,
		);
	}
	return ({ person }) => describeOptOut(requests.value.get(comparableNumber(person.phone_number)) ?? []);
}

/**
 * Fetches the messages by which people opt out or in, by the comparable number of the person.
 * @param maxAgeMs The age up to which a message counts, by the service's clock.
 */
async function fetchRequests(send: Send, maxAgeMs: number): Promise<RequestsByPerson> {
	const list = new MessageList(
		{ fields: { direction: 'inbound' }, maxInFlight: MAX_PAGES_AT_A_TIME },
		({ record: _, ...message }) => (message.optOut ? message : undefined),
	);
	const isTooOld = ({ at = Infinity }: Message) => at < list.now - maxAgeMs;
	await list.fetchUntil(send, ({ added }) => {
		// All messages further below are older, except that some may be late.
		const isEnough = added.length > 0 && added.every(isTooOld);
		if (isEnough && isOldestFirst(added)) throw OLDEST_FIRST;
		return isEnough;
	});
	if (list.isEndUnsure) throw REPEATED_PAGE;
	const byPerson = new Map<string, Message[]>();
	for (const message of list.messages) {
		if (!message.contact || isTooOld(message)) continue;
		const { comparable } = message.contact;
		const requests = byPerson.get(comparable) ?? [];
		requests.push(message);
		byPerson.set(comparable, requests);
	}
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

/**
 * Says why a person must not be called, or may not want to be. An opt-in ends what the person wrote before it; one
 * without a time ends nothing.
 * @param requests The messages of the person by which they opt out or in, the newest first.
 */
function describeOptOut(requests: readonly Message[]): SkipDetails | undefined {
	const optInTimes = requests.map(({ optOut, at }) => (optOut === 'in' && at !== undefined ? at : -Infinity));
	const optedInAt = Math.max(...optInTimes);
	const open = requests.filter(({ optOut, at = Infinity }) => optOut !== 'in' && at >= optedInAt);
	const found = open.find(({ optOut }) => optOut === 'out') ?? open[0];
	if (!found) return undefined;
	const { optOut, text, at } = found;
	const writtenAt = at === undefined ? undefined : formatTime(at);
	return optOut === 'out'
		? { reason: 'optedOut', ...(writtenAt && { opted_out_at: writtenAt }) }
		: { reason: 'mayHaveOptedOut', text, ...(writtenAt && { written_at: writtenAt }) };
}
