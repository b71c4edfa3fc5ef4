import type { ListedRow } from './messagePages';

/**
 * The distance behind the newest message at which late ones are still found,
 * in milliseconds of the records' own times.
 */
export const OVERLAP_MS = 300_000;

/** The most messages that are remembered by ID, unless more than that have the time of the newest one. */
export const MAX_REMEMBERED_MESSAGES = 1_000;

/** Times by the ID of a message, in milliseconds since 1970. */
export type TimesById = Readonly<Record<string, number>>;

/** The place in a list up to which messages have been handed over. Times are in milliseconds since 1970. */
export interface Cursor {
	/**
	 * Of the messages from this time on, `seen` holds every one that was handed
	 * over. Older ones do not start the workflow.
	 */
	floor: number;
	/** The latest time that was handed over, but never later than it was then. */
	newest: number;
	/** A record that is dated too late keeps its own time here. */
	seen: TimesById;
	/**
	 * The number of `seen` that the list no longer had when it was last read down to `floor`; negative if it
	 * had others that are set aside.
	 */
	missing: number;
	/**
	 * An estimate of the number of messages above those that were handed over; 0 after a poll that left none.
	 */
	ahead: number;
}

/** Everything is new. */
export const BEGINNING: Cursor = { floor: 0, newest: 0, seen: {}, missing: 0, ahead: 0 };

/** The most that a message may be dated later than the service's clock without a warning, in milliseconds. */
const CLOCK_SKEW_MS = 60_000;

/** Tells if the message is still to be handed over. */
export const isNew = ({ floor, seen }: Cursor, { id, time }: ListedRow): boolean =>
	time >= floor && !Object.hasOwn(seen, id);

/**
 * Tells if the messages from here on down the list were handed over or are late. A record dated later than
 * the newest one says nothing about those below it, even if it was handed over.
 */
export const isPast = ({ newest, seen }: Cursor, { id, time }: ListedRow): boolean =>
	time < newest || (time === newest && Object.hasOwn(seen, id));

/**
 * Tells if the time of the message cannot be right, since it is later than the service's clock.
 * @param now The latest time that the clock may show, in milliseconds since 1970.
 */
export const isDatedAhead = ({ time }: ListedRow, now: number): boolean => time > now + CLOCK_SKEW_MS;

/**
 * The cursor after these messages too. Its floor follows the newest message at a distance, and
 * closer where more messages lie between than can be remembered. It never passes the newest
 * one: others with the same time may come.
 * @param limit The latest time that counts, in milliseconds since 1970: that of the first message that is still to be
 * handed over, to which the newest one moves back if need be; never later than now, so that a record dated too late
 * does not make those after it past.
 */
export function advance(cursor: Cursor, rows: ListedRow[], limit: number): Cursor {
	const seen = withTimes(cursor.seen, rows);
	const times = Object.values(seen)
		.map((time) => Math.min(time, limit))
		.sort((a, b) => b - a);
	const newest = Math.min(limit, Math.max(cursor.newest, times[0] ?? 0));
	const firstForgotten = times[MAX_REMEMBERED_MESSAGES];
	const closest = firstForgotten === undefined ? 0 : Math.min(newest, firstForgotten + 1);
	const floor = Math.max(cursor.floor, Math.min(limit, Math.max(newest - OVERLAP_MS, closest)));
	return withFloor({ ...cursor, newest, seen }, floor);
}

/**
 * The cursor of a trigger that starts now. Existing messages do not start the workflow.
 * @param isWholeList True if nothing stands below the rows.
 */
export function startAfter(rows: ListedRow[], isWholeList: boolean, now: number): Cursor {
	if (rows.length === 0) return BEGINNING;
	const cursor = advance(BEGINNING, rows, now);
	if (isWholeList) return cursor;
	const oldest = Math.min(...rows.map(({ time }) => time));
	// Further messages of the same time may stand below the last one.
	return withFloor(cursor, Math.max(cursor.floor, oldest + 1));
}

const withFloor = (cursor: Cursor, floor: number): Cursor => ({
	...cursor,
	floor,
	newest: Math.max(cursor.newest, floor),
	seen: keepSince(floor, cursor.seen),
});

/** The times with those of the rows. */
export const withTimes = (times: TimesById, rows: ListedRow[]): TimesById => ({
	...times,
	...Object.fromEntries(rows.map(({ id, time }) => [id, time])),
});

/** The times from one on. */
export const keepSince = (start: number, times: TimesById): TimesById =>
	Object.fromEntries(Object.entries(times).filter(([, time]) => time >= start));

/** Oldest first. The list has the newest first; messages of the same time keep its order, reversed. */
export const oldestFirst = (rows: ListedRow[]): ListedRow[] =>
	[...rows].reverse().sort((a, b) => a.time - b.time);
