import { createHash } from 'crypto';

import type { VoiceAgentClient } from '../service/request';
import { identifyAccount } from '../service/credentials';
import { isRecord } from '../text/json';
import type { DatedMessage } from './messageReading';
import type { Filters } from './settings';

/**
 * How late the service may list a message: its time may be this much before that of one handed over earlier, in
 * milliseconds.
 */
export const OVERLAP_MS = 300_000;

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
	 * The last complete search covered the messages from this time on: each of them that has failed and is not `seen` is
	 * due. An older message is due if it has failed since `searchedAt`. Undefined before the first search is complete.
	 */
	coveredFrom?: number;
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

/** Tells whether a message is still to be handed over. */
export const isNew = ({ floor, seen }: Cursor, { id, at }: DatedMessage): boolean =>
	at >= floor && !Object.hasOwn(seen, id);

/**
 * Returns the cursor after further messages are done. Its floor is a few minutes before the newest of them, or later
 * if there are more messages between them than can be remembered.
 * @param maxTime The latest time that counts, in milliseconds since 1970: that of the first message not done yet, or now.
 */
export function moveCursor({ floor, seen }: Cursor, done: readonly DatedMessage[], maxTime: number): Cursor {
	const all = withTimes(seen, done);
	const newest = Object.values(all).reduce((latest, time) => Math.max(latest, Math.min(time, maxTime)), 0);
	return rememberNewest(all, Math.max(floor, newest - OVERLAP_MS), maxTime);
}

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
export const withTimes = (times: TimesById, rows: readonly DatedMessage[]): TimesById => ({
	...times,
	...Object.fromEntries(rows.map(({ id, at }) => [id, at])),
});

/**
 * Reads a state from JSON.
 * @returns undefined for anything but a state as this version stores it.
 */
export function readState(stored: unknown): State | undefined {
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
