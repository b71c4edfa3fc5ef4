import type { ListedMessage } from '../shared/wire/records';

/** How far behind the newest message late ones are still found, in milliseconds of the records' own times. */
export const OVERLAP = 300_000;

/** The most messages that are remembered by ID, unless more than that have the time of the newest one. */
export const MOST_REMEMBERED = 1_000;

/**
 * How far the messages have been handed over. Of those from `floor` on, `seen` holds every one that was, so that what it does not
 * hold is new, wherever in the list it turns up; what is older than `floor` is past.
 */
export interface Cursor {
	/** Milliseconds since 1970; the bound itself still counts. */
	floor: number;
	/** Times by ID, in milliseconds since 1970. */
	seen: ReadonlyMap<string, number>;
}

/** Everything is new. */
export const BEGINNING: Cursor = { floor: 0, seen: new Map() };

/** The message's own time, in milliseconds since 1970; NaN for a record without one. */
export const timeOf = ({ created_at: time }: ListedMessage): number => Date.parse(time);

export const isNew = ({ floor, seen }: Cursor, message: ListedMessage): boolean =>
	timeOf(message) >= floor && !seen.has(message.id);

/**
 * The cursor after these messages too. Its floor follows the newest message at a distance, and closer where more messages lie between
 * than can be remembered. It never passes the newest one: others with the same time may come.
 */
export function advance({ floor, seen }: Cursor, messages: ListedMessage[]): Cursor {
	const all = new Map(seen);
	for (const message of messages) all.set(message.id, timeOf(message));
	const times = [...all.values()].sort((a, b) => b - a);
	const newest = times[0];
	if (newest === undefined) return { floor, seen };
	const firstForgotten = times[MOST_REMEMBERED];
	const closest = firstForgotten === undefined ? floor : Math.min(newest, firstForgotten + 1);
	return withFloor(Math.max(floor, newest - OVERLAP, closest), all);
}

/** The cursor of a trigger that starts now: what is there already is past. */
export function startAfter(messages: ListedMessage[], isWholeList: boolean): Cursor {
	const { floor, seen } = advance(BEGINNING, messages);
	const oldest = Math.min(...messages.map(timeOf));
	// Further messages of the same time may stand behind the last one.
	return isWholeList || messages.length === 0
		? { floor, seen }
		: withFloor(Math.max(floor, oldest + 1), seen);
}

const withFloor = (floor: number, seen: ReadonlyMap<string, number>): Cursor => ({
	floor,
	seen: new Map([...seen].filter(([, time]) => time >= floor)),
});

/** Oldest first. The list has the newest first; messages of the same time keep its order, reversed. */
export const oldestFirst = (messages: ListedMessage[]): ListedMessage[] =>
	[...messages].reverse().sort((a, b) => timeOf(a) - timeOf(b));
