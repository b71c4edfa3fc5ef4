import { advance, isNew, isPast, oldestFirst, type Cursor } from './cursor';
import type { ListedRow, MessagePage, MessagePages } from './messagePages';

/** The most messages that one poll hands over; what is beyond them follows with the next poll. */
export const MAX_MESSAGES = 1_000;

/**
 * The most pages that are read for one message by hand, and for late ones beyond the pages that are known.
 */
const MAX_PAGES = 10;

/** The most rows that two pages share, which shows that nothing stands between them. */
const SHARED_ROWS = 10;

/** The largest offset: a list that goes on further has no end. */
const MAX_OFFSET = 2 ** 26;

/** The result of reading the list in a poll. */
export interface Finding {
	/** The new messages to hand over, oldest first: all of them, or those that were selected. */
	rows: ListedRow[];
	/** The cursor after them. */
	cursor: Cursor;
	/** True if there are no others. */
	isComplete: boolean;
	/**
	 * True if the list shows a message that was handed over, which that of another account
	 * does not; undefined if this is not known.
	 */
	isFamiliar?: boolean;
}

/** The first page of a list that has the newest messages first; undefined if there is none. */
export async function readNewest(pages: MessagePages): Promise<MessagePage | undefined> {
	const first = await pages.read(0);
	// A list of one page is looked through in full, whatever its order.
	if (!first || !isOldestFirst(first)) return first;
	return (await pages.isEnd(first)) === false ? pages.fail(OLDEST_FIRST) : first;
}

/** Decides which new messages a poll hands over. */
export interface Selection {
	/** Tells if no more new messages need to be read. @param rows Those that were read, the newest first. */
	isEnough(rows: ListedRow[]): boolean;
	/**
	 * The messages to hand over, in the given order; the others are left to the polls that follow.
	 * @param rows The new messages, the oldest first and without a gap.
	 */
	select(rows: ListedRow[], extent: ReadExtent): ListedRow[];
}

/** How far the list was read. */
interface ReadExtent {
	/** There are no other messages up to this time of the service, in milliseconds since 1970. */
	readUntil: number;
	/** True if it was read up to the newest message. */
	isWhole: boolean;
}

/** Hands over the oldest messages, as many as a poll may. */
const OLDEST: Selection = {
	isEnough: (rows) => rows.length >= MAX_MESSAGES,
	select: (rows) => rows.slice(0, MAX_MESSAGES),
};

/**
 * The messages that came since the cursor. When there is no time for all of them, these are the
 * oldest ones without a gap, and the next poll goes on after them. The cursor stays before the first
 * one that the selection leaves. Dates are not asked for, since the interface does not name that filter.
 */
export async function findNew(
	cursor: Cursor,
	pages: MessagePages,
	selection: Selection = OLDEST,
): Promise<Finding> {
	const first = cursor.ahead > 0 ? undefined : await readNewest(pages);
	if (pages.stop) return { rows: [], cursor, isComplete: false };
	const cut = await findCut(cursor, first, pages);
	if (!cut.page) return { rows: [], cursor: { ...cursor, ahead: cut.within }, isComplete: false };
	const shown = [...cut.page.rows, ...(first?.rows ?? [])];
	const isFamiliar = shown.some(({ id, time }) => cursor.seen[id] === time);
	const isEnough = (rows: ListedRow[]) => selection.isEnough(rows.filter((row) => isNew(cursor, row)));
	const above = await readUpwards(isEnough, cut.page, first, pages);
	const below = above.top && (await findLate(cursor, above.rows, above.top, pages));
	const read = new Map([...(below?.rows ?? []), ...above.rows].map((row) => [row.id, row]));
	const fresh = oldestFirst([...read.values()].filter((row) => isNew(cursor, row)));
	const isWhole = above.top !== undefined;
	const readUntil = above.top?.askedAt ?? Math.min(pages.now, above.rows[0]?.time ?? cursor.newest);
	const rows = selection.select(fresh, { readUntil, isWhole });
	const selected = new Set(rows);
	const left = fresh.filter((row) => !selected.has(row));
	const missing = below?.missing ?? cursor.missing;
	const reading = { rows, left, listed: above.rows, within: cut.within, missing, readUntil, isWhole };
	const next = moveCursor(cursor, reading, pages);
	return { rows, cursor: next, isComplete: isWhole && left.length === 0, isFamiliar };
}

/** What a poll has read. */
interface ListReading extends ReadExtent {
	/** The messages that are handed over, the oldest first. */
	rows: ListedRow[];
	/** The new messages that are left, the oldest first. */
	left: ListedRow[];
	/** All messages that were read without a gap, in the order of the list. */
	listed: ListedRow[];
	/** See `findCut`. */
	within: number;
	/** See `Cursor`. */
	missing: number;
}

/** The cursor after a poll; the same one if the poll hands nothing over and has learnt nothing. */
function moveCursor(cursor: Cursor, reading: ListReading, { now, size }: MessagePages): Cursor {
	const { rows, left, listed, within, missing, readUntil, isWhole } = reading;
	const [firstLeft] = left;
	const place = firstLeft?.offset ?? rows.at(-1)?.offset ?? within;
	const isNear = isWhole && (!firstLeft || place < size);
	const ahead = isNear ? 0 : place;
	const isUnchanged = missing === cursor.missing && (firstLeft !== undefined || ahead === cursor.ahead);
	if (rows.length === 0 && isUnchanged) return cursor;
	const latest = Math.max(now, cursor.newest);
	const limit = firstLeft ? timeBefore(firstLeft, left, listed) : isWhole ? latest : readUntil;
	return { ...advance(cursor, rows, Math.min(latest, limit)), missing, ahead };
}

/**
 * The latest time to which a cursor can move so that the messages which are left remain new to it: that of the first
 * of them, or just before it if one of the same time that was handed over stands above it in the list.
 */
function timeBefore(firstLeft: ListedRow, left: ListedRow[], listed: ListedRow[]): number {
	const { time } = firstLeft;
	const sameTime = listed.filter((row) => row.time === time);
	const isBelowOthers = sameTime.slice(0, sameTime.indexOf(firstLeft)).some((row) => !left.includes(row));
	return isBelowOthers ? time - 1 : time;
}

/**
 * Returns the wanted messages of the first page that has some, newest first. The search ends after the pages that one
 * poll may read.
 */
export async function newestMessages(
	isWanted: (row: ListedRow) => boolean,
	pages: MessagePages,
): Promise<ListedRow[]> {
	let page = await readNewest(pages);
	for (let read = 1; page; read++) {
		const found = page.rows.filter(isWanted);
		if (found.length > 0 || page.isLast || read === MAX_PAGES) return found;
		page = await pages.read(page.offset + page.count);
	}
	return [];
}

function isOldestFirst({ rows }: MessagePage): boolean {
	const steps = rows.slice(1).map(({ time }, index) => Math.sign(time - (rows[index]?.time ?? time)));
	return steps.reduce((sum, step) => sum + step, 0) > 0;
}

const sharedRows = ({ size }: MessagePages): number => Math.min(SHARED_ROWS, Math.floor(size / 2));

/**
 * The page on which the new messages end. If it is not found in time, `within` tells how far down the list
 * has none but new ones, so that the next poll can go on from there.
 */
async function findCut(
	cursor: Cursor,
	first: MessagePage | undefined,
	pages: MessagePages,
): Promise<{ page?: MessagePage; within: number }> {
	const isPastRow = (row: ListedRow) => isPast(cursor, row);
	if (first && (first.rows.some(isPastRow) || (await pages.isEnd(first)))) return { page: first, within: 0 };
	let within = first ? first.count : cursor.ahead;
	let beyond = Infinity;
	let leap = 0;
	// Half of the page is for what has come since the last poll.
	let offset = first ? within - sharedRows(pages) : within - Math.floor(pages.size / 2);
	while (within <= MAX_OFFSET) {
		const page = await pages.read(Math.max(0, offset));
		if (!page) return { within };
		const [top] = page.rows;
		if (page.count === 0 || (top && isPastRow(top) && page.offset > 0)) {
			beyond = page.offset;
			// Messages may have been deleted meanwhile, which moves the others up.
			within = Math.min(within, Math.max(0, beyond - pages.size));
		} else if (page.rows.some(isPastRow) || (await pages.isEnd(page))) {
			return { page, within };
		} else {
			within = Math.max(within, page.offset + page.count);
		}
		leap = leap * 2 + pages.size;
		const middle = Math.floor((within + beyond - pages.size) / 2);
		offset = Math.max(within, Math.min(within + leap, middle)) - sharedRows(pages);
	}
	pages.fail(ENDLESS);
	return { within: cursor.ahead };
}

/**
 * The rows from the page with the cut up to the top of the list, newest first, or as far
 * as there is time. Messages that arrive meanwhile move all rows down, so each page has
 * to share some with those that were read; one that does not is followed by one from further down.
 * @param isEnough Tells if no more rows need to be read.
 * @returns `top`: the first page of the list, if they reach it.
 */
async function readUpwards(
	isEnough: (rows: ListedRow[]) => boolean,
	cut: MessagePage,
	first: MessagePage | undefined,
	pages: MessagePages,
): Promise<{ rows: ListedRow[]; top?: MessagePage }> {
	let { rows, offset } = cut;
	let top = cut;
	const ids = new Set(rows.map(({ id }) => id));
	const join = (page: MessagePage): boolean => {
		const joint = page.rows.findIndex(({ id }) => ids.has(id));
		if (joint < 0) return false;
		const added = page.rows.slice(0, joint);
		for (const { id } of added) ids.add(id);
		rows = [...added, ...rows];
		return true;
	};
	while (offset > 0) {
		if (first && join(first)) return { rows, top: first };
		if (isEnough(rows)) break;
		const { size } = pages;
		const step = size - sharedRows(pages);
		const before = rows.length;
		const page = await pages.read(Math.max(0, offset - step));
		if (!page || page.count === 0) break;
		if (join(page)) {
			// The page above it shared nothing with it, and no message has come since: the pages do not fit together.
			if (rows.length === before && page.offset >= top.offset) break;
			offset = page.offset;
			top = page;
		} else if (page.count < size) {
			// Others stand below it, so this is all that the service gives at once.
			pages.size = page.count;
		} else {
			offset += step;
		}
	}
	return offset === 0 ? { rows, top } : { rows };
}

/**
 * The rows from the top down to the cursor's floor, late messages among them, and how many remembered ones
 * are missing there. One request tells whether there are as many as were handed over; only if not, they are
 * read. Undefined if that is not known.
 */
async function findLate(
	{ floor, seen, missing }: Cursor,
	above: ListedRow[],
	first: MessagePage,
	pages: MessagePages,
): Promise<{ rows: ListedRow[]; missing: number } | undefined> {
	const read = new Map([...above, ...first.rows].map((row) => [row.id, row]));
	const countFromFloor = () => {
		const ids = [...read.values()].filter(({ time }) => time >= floor).map(({ id }) => id);
		return new Set([...Object.keys(seen), ...ids]).size;
	};
	/** The offset on the page from which on messages are older than the floor; undefined if there are none. */
	const endOn = (page: MessagePage): number | undefined =>
		page.rows.find(({ time }) => time < floor)?.offset ??
		(page.isLast ? page.offset + page.count : undefined);

	let end = endOn(first);
	const expected = countFromFloor() - missing;
	if (end === undefined) {
		const probe = await pages.read(Math.max(0, expected - 1), 2);
		if (!probe) return undefined;
		const found = probe.count === 1 ? expected : endOn(probe);
		if (found === expected && probe.rows[0]?.offset === expected - 1) return { rows: first.rows, missing };
	}
	let bottom = first.count;
	const most = Math.ceil(expected / (pages.size - sharedRows(pages))) + MAX_PAGES;
	for (let count = 0; end === undefined && count < most; count++) {
		const page = await pages.read(Math.max(0, bottom - sharedRows(pages)));
		if (!page || (await pages.isEnd(page)) === undefined) return undefined;
		const isJoined = page.rows.some(({ id }) => read.has(id));
		// Messages that were deleted meanwhile have moved the others up.
		bottom = isJoined ? page.offset + page.count : Math.max(pages.size, page.offset - pages.size);
		for (const row of page.rows) read.set(row.id, row);
		if (isJoined) end = endOn(page);
	}
	return end === undefined ? undefined : { rows: [...read.values()], missing: countFromFloor() - end };
}

const NEWEST_FIRST_NEEDED =
	"This trigger needs a list that has the newest messages first. Check the 'Base URL' in the credential, and ask the service about the order of its list.";

const OLDEST_FIRST = {
	message: 'The service lists the oldest messages first',
	description: NEWEST_FIRST_NEEDED,
};

const ENDLESS = {
	message: 'The service gives the same messages again and again',
	description:
		'Its list of messages does not end, so that the new ones cannot be told from the others. Ask the service about it.',
};
