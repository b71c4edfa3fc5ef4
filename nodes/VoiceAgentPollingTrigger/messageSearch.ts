import type { IDataObject } from 'n8n-workflow';
import { createHash } from 'crypto';

import type { ListedMessage, Message } from '../messages/message';
import { MessageList } from '../messages/messageList';
import type { Send, VoiceAgentClient } from '../service/request';
import { ServiceError } from '../service/failure';
import { type Filters, matchesFilters, type Settings } from './settings';
import { identifyAccount } from '../service/credentials';
import { isRecord } from '../text/json';

/** The number of pages that are asked for at the same time. */
const MAX_PAGES_IN_FLIGHT = 5;

/** A message that has an ID and a time; without them, it could not be identified or put in order. */
export interface DatedMessage extends Message {
	id: string;
	at: number;
	/** The record of the service; undefined if the message does not start the workflow. */
	record: IDataObject | undefined;
}

/** The messages from the top of the list down to where there are enough. */
type MessageReading = MessageList<DatedMessage>;

export function createMessageList({ filters, triggersOnFailedDeliveries }: Settings): MessageReading {
	const { direction, phoneNumber } = filters;
	const startsWorkflow = (message: Message) =>
		matchesFilters(filters, message) && (!triggersOnFailedDeliveries || message.failed);
	const keep = ({ record, ...message }: ListedMessage): DatedMessage | undefined => {
		const { id, at } = message;
		if (id === undefined || at === undefined) return undefined;
		return { ...message, id, at, record: startsWorkflow(message) ? record : undefined };
	};
	return new MessageList(
		{
			number: phoneNumber === '' ? undefined : phoneNumber,
			fields: direction === 'any' ? {} : { direction },
			maxInFlight: MAX_PAGES_IN_FLIGHT,
		},
		keep,
	);
}

/** The most messages that a poll looks through. */
const MAX_MESSAGES_PER_POLL = 1_000_000;

/** How long before its end a poll that waits for an answer is out of time, in milliseconds: timers may be early. */
const TIMER_PRECISION_MS = 1_000;

/**
 * Fetches further pages until each list has reached a message from before a time, or ends.
 * @param findEarliest Returns that time, in milliseconds since 1970.
 * @throws ServiceError if the service does not answer, the list cannot be used, or it has more messages than a poll can
 * look through.
 */
export async function fetchBackTo(
	{ reading, send, endAt }: PollRun,
	findEarliest: () => number,
): Promise<void> {
	const fetched = reading.fetchUntil(send, ({ kept, added, count }) => {
		if (added.length > 0 && kept.length === 0) throw NO_ID_OR_TIME_ERROR;
		const oldest = kept.at(-1);
		const isEnough = oldest !== undefined && oldest.at < findEarliest();
		if (!isEnough && count >= MAX_MESSAGES_PER_POLL) throw TOO_MANY_ERROR;
		return isEnough;
	});
	await fetched.catch((error: unknown) => {
		const isOutOfTime = error instanceof ServiceError && error.request?.failure.kind === 'timeout';
		const isAtEnd = endAt - Date.now() < TIMER_PRECISION_MS;
		throw isOutOfTime && isAtEnd && reading.count > 0 ? TOO_MANY_ERROR : error;
	});
}

/** Returns the messages that were read, oldest first; those of the same time are in the reversed order of the list. */
export const toOldestFirst = (reading: MessageReading): DatedMessage[] =>
	reading.messages.toReversed().sort((one, other) => one.at - other.at);

/** Returns the time of the newest message; one that is dated in the future counts as sent now. */
export const findNewestTime = ({ messages, firstAnswer }: MessageReading): number =>
	Math.min(messages[0]?.at ?? 0, firstAnswer?.latest ?? 0);

const NO_ID_OR_TIME_ERROR = new ServiceError({
	message: 'The service lists messages without a readable ID or time',
	description: 'So it is not known which of them are new. Report this to the service.',
});

const TOO_MANY_ERROR = new ServiceError({
	message: 'There are more messages than a poll can look through',
	description:
		'If this comes again, replace this node with a copy of it: the copy starts with messages from now on.',
});

/** The most items that one poll hands over; the next polls hand over the others. */
export const MAX_ITEMS = 1_000;

/** Holds the settings, the account and the messages read so far of one poll. */
export interface PollRun {
	settings: Settings;
	/** The account that the credential leads to. */
	account: string;
	send: Send;
	reading: MessageReading;
	/** The time by which the poll has to end, in milliseconds since 1970. */
	endAt: number;
	log: (level: 'info' | 'warn', text: string) => void;
}

/** The most messages that are remembered by ID. More are, if they have the same time. */
export const MAX_REMEMBERED_MESSAGES = 10_000;

/** Times by the ID of a message, in milliseconds since 1970. */
type TimesById = Readonly<Record<string, number>>;

/** A message is done if it is older than `floor`, in milliseconds since 1970, or one of `seen`. */
export interface Cursor {
	floor: number;
	/** The messages from the floor on that were handed over, or that the filters leave out, with their own times. */
	seen: TimesById;
}

/** The searches of the list for messages that have failed. Times are those of the service, in milliseconds since 1970. */
export interface FailureSearch {
	/** The beginning of the last complete search; of the first one until that is complete. */
	searchedAt: number;
	/**
	 * The last complete search went back to this time: a search at 12:00 with a window of 24 hours to 12:00 of the day
	 * before. Each message from then on that has failed and is not `seen` is due; an older one only if it has failed since
	 * `searchedAt`. Undefined before the first search is complete.
	 */
	searchedBackTo?: number;
	/** The failed messages that do not start the workflow (again). */
	seen: TimesById;
}

/** Says which list a state belongs to. */
interface ListIdentity {
	/** The account whose messages these are, as `hashAccount` names it. */
	account: string;
	/** The filters with which the list was read last. */
	filters: Filters;
}

/** The state that a trigger keeps from one poll to the next, for new messages or for failed deliveries. */
export type State = ListIdentity & ({ cursor: Cursor } | { search: FailureSearch });

/** Remembers the times from the floor on. If these are too many, it raises the floor. */
export function rememberNewest(times: TimesById, floor: number, maxTime = Infinity): Cursor {
	const newestFirst = Object.values(times).sort((a, b) => b - a);
	const start = Math.max(floor, Math.min(newestFirst[MAX_REMEMBERED_MESSAGES - 1] ?? 0, maxTime));
	return {
		floor: start,
		seen: Object.fromEntries(Object.entries(times).filter(([, time]) => time >= start)),
	};
}

/** Adds the times of the rows. */
export const addTimes = (times: TimesById, rows: readonly DatedMessage[]): TimesById => ({
	...times,
	...Object.fromEntries(rows.map(({ id, at }) => [id, at])),
});

/**
 * Parses a state from JSON.
 * @returns undefined for anything but a state as this version stores it.
 */
export function parseState(stored: unknown): State | undefined {
	// This is a copy, since n8n watches the objects that it stores.
	const state = JSON.parse(JSON.stringify(stored)) as Record<string, unknown>;
	const { account, filters, cursor, search } = state;
	const hasTimes = (part: unknown, time: string) =>
		isRecord(part) && isRecord(part.seen) && Number.isFinite(part[time]);
	const isState =
		typeof account === 'string' &&
		isRecord(filters) &&
		(hasTimes(cursor, 'floor') || hasTimes(search, 'searchedAt'));
	return isState ? (state as unknown as State) : undefined;
}

/**
 * Names the account that a credential leads to. A hash, since n8n exports what it stores with a workflow.
 * @param salt A string that makes the name differ from trigger to trigger.
 */
export function hashAccount({ credentialType, credential }: VoiceAgentClient, salt: string): string {
	const account = [salt, ...identifyAccount(credentialType, credential)];
	return createHash('sha256').update(JSON.stringify(account)).digest('hex').slice(0, 32);
}
