import {
	advance,
	BEGINNING,
	isNew,
	isPast,
	MAX_REMEMBERED_MESSAGES,
	oldestFirst,
	OVERLAP_MS,
	startAfter,
	type Cursor,
} from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import type { ListedRow } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';
import { rowAt, START } from '../../../support/listed-rows';

const NOW = START + 86_400_000;
const after = (rows: ListedRow[], cursor: Cursor = BEGINNING) => advance(cursor, rows, NOW);

describe('cursor', () => {
	it('takes everything as new at the beginning', () => {
		expect(isNew(BEGINNING, rowAt(0))).toBe(true);
		for (const isWholeList of [true, false]) expect(startAfter([], isWholeList, NOW)).toEqual(BEGINNING);
	});

	it('knows what was handed over, and takes others of the same time', () => {
		const cursor = after([rowAt(5, 'a')]);
		expect(isNew(cursor, rowAt(5, 'a'))).toBe(false);
		expect(isNew(cursor, rowAt(5, 'b'))).toBe(true);
	});

	it('ends at what was handed over, but not at others of the same time', () => {
		const cursor = after([rowAt(5, 'a')]);
		expect(isPast(cursor, rowAt(6))).toBe(false);
		expect(isPast(cursor, rowAt(5, 'b'))).toBe(false);
		expect(isPast(cursor, rowAt(5, 'a'))).toBe(true);
		expect(isPast(cursor, rowAt(4))).toBe(true);
	});

	it('takes late messages within the overlap, and none beyond it', () => {
		const cursor = after([rowAt(OVERLAP_MS * 2)]);
		expect(isNew(cursor, rowAt(OVERLAP_MS))).toBe(true);
		expect(isNew(cursor, rowAt(OVERLAP_MS - 1))).toBe(false);
	});

	it('remembers a bounded number, and takes nothing older than the oldest of them', () => {
		const rows = Array.from({ length: MAX_REMEMBERED_MESSAGES + 10 }, (_, index) => rowAt(index));
		const cursor = after(rows);
		expect(Object.keys(cursor.seen)).toHaveLength(MAX_REMEMBERED_MESSAGES);
		expect(rows.filter((row) => isNew(cursor, row))).toEqual([]);
	});

	it('remembers all of the newest time, however many', () => {
		const rows = Array.from({ length: MAX_REMEMBERED_MESSAGES + 10 }, (_, index) => rowAt(7, `m${index}`));
		const cursor = after(rows);
		expect(Object.keys(cursor.seen)).toHaveLength(MAX_REMEMBERED_MESSAGES + 10);
		expect(isNew(cursor, rowAt(7, 'another'))).toBe(true);
	});

	it('never moves back', () => {
		const cursor = after([rowAt(OVERLAP_MS * 2)]);
		expect(after([rowAt(OVERLAP_MS)], cursor)).toMatchObject({ floor: cursor.floor, newest: cursor.newest });
		expect(after([], cursor)).toEqual(cursor);
	});

	it('starts after what is there, also when only part of it was read', () => {
		const rows = [rowAt(300), rowAt(200, 'b'), rowAt(200, 'a')];
		const { floor, seen } = startAfter(rows, false, NOW);
		expect(floor).toBe(START + 201);
		expect(Object.keys(seen)).toEqual(['at-300']);
		expect(Object.keys(startAfter(rows, true, NOW).seen)).toHaveLength(3);
	});

	it('starts after further messages of the same time as the last one that was read, also at the floor', () => {
		const rows = [rowAt(OVERLAP_MS * 2), rowAt(OVERLAP_MS, 'read')];
		const cursor = startAfter(rows, false, NOW);
		expect(isNew(cursor, rowAt(OVERLAP_MS, 'below'))).toBe(false);
		expect(isNew(cursor, rowAt(OVERLAP_MS + 1))).toBe(true);
	});

	it('starts at the floor where the rows that were read go below it', () => {
		const cursor = startAfter([rowAt(OVERLAP_MS * 2), rowAt(OVERLAP_MS - 1)], false, NOW);
		expect(isNew(cursor, rowAt(OVERLAP_MS, 'late'))).toBe(true);
	});

	it('starts after a page of one time', () => {
		const rows = [rowAt(5, 'b'), rowAt(5, 'a')];
		const cursor = startAfter(rows, false, NOW);
		for (const row of rows) {
			expect(isNew(cursor, row)).toBe(false);
			expect(isPast(cursor, row)).toBe(true);
		}
	});

	it('is not moved into the future by a message that is dated there, and knows it all the same', () => {
		const tomorrow = rowAt(86_400_000, 'tomorrow');
		const now = START + 1_000;
		const cursor = advance(BEGINNING, [rowAt(0), tomorrow], now);
		expect(cursor.newest).toBe(now);
		expect(isNew(cursor, rowAt(1_001))).toBe(true);
		const later = advance(cursor, [rowAt(OVERLAP_MS * 3)], START + OVERLAP_MS * 3);
		expect(isNew(later, tomorrow)).toBe(false);
		expect(isPast(later, tomorrow)).toBe(false);
	});

	it('stays before a message that is left, and knows all that was handed over since, however many', () => {
		const rows = Array.from({ length: 3 * MAX_REMEMBERED_MESSAGES }, (_, index) => rowAt(500 + index));
		const cursor = advance(BEGINNING, rows, START + 400);
		expect(cursor).toMatchObject({ newest: START + 400, floor: START + 400 });
		expect(isNew(cursor, rowAt(400))).toBe(true);
		expect(rows.filter((row) => isNew(cursor, row) || isPast(cursor, row))).toEqual([]);
		const later = advance(cursor, [rowAt(400)], NOW);
		expect(later.newest).toBe(rows.at(-1)?.time);
		expect(Object.keys(later.seen)).toHaveLength(MAX_REMEMBERED_MESSAGES);
	});

	it('moves back to a late message that is left, but not its floor', () => {
		const cursor = after([rowAt(OVERLAP_MS * 2)]);
		const next = advance(cursor, [rowAt(OVERLAP_MS * 3)], START + OVERLAP_MS + 5);
		expect(next).toMatchObject({ floor: START + OVERLAP_MS, newest: START + OVERLAP_MS + 5 });
		expect(isNew(next, rowAt(OVERLAP_MS + 5))).toBe(true);
	});

	it('orders by time, and the same time as the list does, reversed', () => {
		const list = [rowAt(9), rowAt(5, 'later'), rowAt(5, 'earlier'), rowAt(7)];
		expect(oldestFirst(list).map(({ id }) => id)).toEqual(['earlier', 'later', 'at-7', 'at-9']);
	});
});
