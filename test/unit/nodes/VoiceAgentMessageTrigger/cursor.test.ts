import {
	advance,
	BEGINNING,
	isNew,
	MOST_REMEMBERED,
	oldestFirst,
	OVERLAP,
	startAfter,
	timeOf,
} from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { readCursor, writeCursor } from '../../../../nodes/VoiceAgentMessageTrigger/state';
import { messageAt } from './support';

describe('cursor', () => {
	it('takes everything as new at the beginning', () => {
		expect(isNew(BEGINNING, messageAt(0))).toBe(true);
		expect(startAfter([], true)).toEqual(BEGINNING);
	});

	it('knows what was handed over, and takes others of the same time', () => {
		const cursor = advance(BEGINNING, [messageAt(5, 'a')]);
		expect(isNew(cursor, messageAt(5, 'a'))).toBe(false);
		expect(isNew(cursor, messageAt(5, 'b'))).toBe(true);
	});

	it('takes late messages within the overlap, and none beyond it', () => {
		const cursor = advance(BEGINNING, [messageAt(OVERLAP * 2)]);
		expect(isNew(cursor, messageAt(OVERLAP))).toBe(true);
		expect(isNew(cursor, messageAt(OVERLAP - 1))).toBe(false);
	});

	it('remembers a bounded number, and takes nothing older than the oldest of them', () => {
		const messages = Array.from({ length: MOST_REMEMBERED + 10 }, (_, index) => messageAt(index));
		const cursor = advance(BEGINNING, messages);
		expect(cursor.seen.size).toBe(MOST_REMEMBERED);
		expect(messages.filter((message) => isNew(cursor, message))).toEqual([]);
	});

	it('remembers all of the newest time, however many', () => {
		const messages = Array.from({ length: MOST_REMEMBERED + 10 }, (_, index) => messageAt(7, `m${index}`));
		const cursor = advance(BEGINNING, messages);
		expect(cursor.seen.size).toBe(MOST_REMEMBERED + 10);
		expect(isNew(cursor, messageAt(7, 'another'))).toBe(true);
	});

	it('never moves back', () => {
		const cursor = advance(BEGINNING, [messageAt(OVERLAP * 2)]);
		expect(advance(cursor, [messageAt(OVERLAP)]).floor).toBe(cursor.floor);
		expect(advance(cursor, [])).toEqual(cursor);
	});

	it('starts after what is there, also when only part of it was read', () => {
		const messages = [messageAt(300), messageAt(200, 'b'), messageAt(200, 'a')];
		const { floor, seen } = startAfter(messages, false);
		expect(floor).toBe(timeOf(messageAt(201)));
		expect([...seen.keys()]).toEqual(['at-300']);
		expect(startAfter(messages, true).seen.size).toBe(3);
	});

	it('orders by time, and the same time as the list does, reversed', () => {
		const list = [messageAt(9), messageAt(5, 'later'), messageAt(5, 'earlier'), messageAt(7)];
		expect(oldestFirst(list).map(({ id }) => id)).toEqual(['earlier', 'later', 'at-7', 'at-9']);
	});

	it('is stored for its owner alone', () => {
		const stored = {};
		const cursor = advance(BEGINNING, [messageAt(5), messageAt(6)]);
		writeCursor(stored, 'a', cursor);
		const read = JSON.parse(JSON.stringify(stored));
		expect(readCursor(read, 'a')).toEqual(cursor);
		expect(readCursor(read, 'b')).toBeUndefined();
		expect(readCursor({}, 'a')).toBeUndefined();
		expect(readCursor({ cursor: { of: 'a' } }, 'a')).toBeUndefined();
	});
});
