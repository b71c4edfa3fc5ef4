import type { NodeState } from '../n8n/polling';
import { computeBurstEnd, groupByConversation, type MessageGroup } from '../messages/burst';
import {
	MAX_ITEMS,
	type PollRun,
	type DatedMessage,
	findNewestTime,
	fetchBackTo,
	toOldestFirst,
	type Cursor,
	rememberNewest,
	type State,
	addTimes,
} from './messageSearch';
import { areSameFilters, matchesFilters, matchesPreviousFilters } from './settings';

/**
 * How late the service may list a message: its time may be this much before that of one handed over earlier, in
 * milliseconds.
 */
export const OVERLAP_MS = 300_000;

/** The most that a message may be dated later than the service's clock, in milliseconds, if a pause follows from it. */
const CLOCK_SKEW_MS = 60_000;

/** The facts that decide which conversations wait. Times are in milliseconds, those of the service since 1970. */
interface PauseRule {
	/** The time for which the person must not have written. */
	pauseMs: number;
	/** There are no other messages up to this time of the service. */
	completeUntil: number;
	/** The latest time that the service's clock may show. */
	now: number;
}

/**
 * Returns the conversations in which the person has paused, in the given order; the others wait, ten times the pause
 * at most.
 */
export const selectPaused = (
	conversations: Array<MessageGroup<DatedMessage>>,
	rule: PauseRule,
): Array<MessageGroup<DatedMessage>> =>
	conversations.filter((conversation) => !isWaiting(conversation, rule));

/** Tells whether the last pause of the person was too short, and the longest wait is not over. */
function isWaiting(
	conversation: MessageGroup<DatedMessage>,
	{ pauseMs, completeUntil, now }: PauseRule,
): boolean {
	const written = conversation.filter(
		({ direction, at }) => direction === 'inbound' && at <= now + CLOCK_SKEW_MS,
	);
	const [oldest, ...others] = written;
	// An opt-out or opt-in is a group of its own, and nothing may hold it back.
	if (!oldest || oldest.optOut) return false;
	return completeUntil < computeBurstEnd([oldest, ...others], pauseMs);
}

/** Tells whether a message is still to be handed over. */
export const isNew = ({ floor, seen }: Cursor, { id, at }: DatedMessage): boolean =>
	at >= floor && !Object.hasOwn(seen, id);

/**
 * Returns the cursor after further messages are done. Its floor is a few minutes before the newest of them, or later
 * if there are more messages between them than can be remembered.
 * @param maxTime The latest time that counts, in milliseconds since 1970: that of the first message not done yet, or now.
 */
export function moveCursor({ floor, seen }: Cursor, done: readonly DatedMessage[], maxTime: number): Cursor {
	const all = addTimes(seen, done);
	const newest = Object.values(all).reduce((latest, time) => Math.max(latest, Math.min(time, maxTime)), 0);
	return rememberNewest(all, Math.max(floor, newest - OVERLAP_MS), maxTime);
}

/**
 * Finds the messages since the last poll, oldest first. The first poll hands over nothing: the workflow starts with
 * messages that arrive after it. The state is written last, once the messages have been read.
 * @throws ServiceError if the list could not be read so far.
 */
export async function findNewMessages(poll: PollRun, state: NodeState<State>): Promise<DatedMessage[]> {
	const { account, reading, log } = poll;
	const { filters, pauseMs } = poll.settings;
	const stored = state.find();
	const before = stored && 'cursor' in stored ? stored : undefined;
	await fetchBackTo(poll, () => before?.cursor.floor ?? findNewestTime(reading) - OVERLAP_MS);
	const rows = toOldestFirst(reading);
	const { requestedAt: completeUntil = 0, latest: now = 0 } = reading.firstAnswer ?? {};
	const isOtherAccount =
		before && account !== before.account && !rows.some(({ id }) => Object.hasOwn(before.cursor.seen, id));
	if (isOtherAccount) {
		log('warn', 'The credential leads to another account now. Polling starts with messages from now on.');
	}
	if (!before || isOtherAccount) {
		const cursor = moveCursor({ floor: 0, seen: {} }, rows, now);
		state.write({ account, filters, cursor }, false);
		return [];
	}
	const { cursor } = before;
	const fresh = rows.filter((row) => isNew(cursor, row));
	// Messages from before a change of the filters have to pass the previous ones too.
	const isChanged = !areSameFilters(before.filters, filters);
	const wanted = fresh.filter(
		(message) =>
			matchesFilters(filters, message) && (!isChanged || matchesPreviousFilters(before.filters, message)),
	);
	const chosen =
		pauseMs === undefined
			? wanted.slice(0, MAX_ITEMS)
			: selectPaused(groupByConversation(wanted), { pauseMs, completeUntil, now }).slice(0, MAX_ITEMS).flat();
	const isChosen = new Set(chosen);
	const left = wanted.filter((row) => !isChosen.has(row));
	const isLeft = new Set(left);
	const done = fresh.filter((row) => !isLeft.has(row));
	if (done.length > 0 || isChanged || account !== before.account) {
		const limit = Math.min(now, left[0]?.at ?? Infinity);
		state.write({ account, filters, cursor: moveCursor(cursor, done, limit) }, chosen.length > 0);
	}
	return chosen;
}
