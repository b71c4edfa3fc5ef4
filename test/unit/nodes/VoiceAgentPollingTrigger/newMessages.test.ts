import { groupByConversation } from '../../../../nodes/messages/burst';
import {
	type Cursor,
	type DatedMessage,
	MAX_REMEMBERED_MESSAGES,
} from '../../../../nodes/VoiceAgentPollingTrigger/messageSearch';
import {
	isNew,
	moveCursor,
	OVERLAP_MS,
	selectPaused,
} from '../../../../nodes/VoiceAgentPollingTrigger/newMessages';
import { rowAt, rowFrom, START } from '../../../support/listed-messages';

const PAUSE_MS = 5_000;

/** The messages that are handed over at a time after the start, by their IDs. */
function handedOver(rows: DatedMessage[], time: number, { now = time, pauseMs = PAUSE_MS } = {}): string[] {
	const rule = { pauseMs, completeUntil: START + time, now: START + now };
	const ids = new Set(
		selectPaused(groupByConversation(rows), rule).flatMap((one) => one.map(({ id }) => id)),
	);
	return rows.map(({ id }) => id).filter((id) => ids.has(id));
}

const outbound = (milliseconds: number) => rowFrom('+1', milliseconds, { direction: 'outbound' });

describe('A conversation waits', () => {
	it('until its newest message is exactly as old as the pause', () => {
		const rows = [rowAt(0), rowAt(3_000)];
		expect(handedOver(rows, 7_999)).toEqual([]);
		expect(handedOver(rows, 8_000)).toEqual(['at-0', 'at-3000']);
	});

	it('for the messages of the person, and not for those that went out', () => {
		const [asked, answered] = [rowAt(0), { ...outbound(4_900), id: 'answered' }];
		const thread = [asked, answered].map((row) => ({ ...row, threadId: 'a' }));
		expect(handedOver(thread, 4_999)).toEqual([]);
		expect(handedOver(thread, 5_000)).toEqual(['at-0', 'answered']);
		expect(handedOver([outbound(4_999)], 5_000)).toEqual(['at-4999']);
	});

	it('by itself: others are handed over meanwhile', () => {
		const rows = [rowFrom('+1', 0), rowFrom('+2', 1), rowFrom('+1', 4_000)];
		expect(handedOver(rows, 5_001)).toEqual(['at-1']);
		expect(handedOver(rows, 9_000)).toEqual(['at-0', 'at-1', 'at-4000']);
	});

	it.each(['STOP', 'START'])('but for a request like %s, which comes at once, and apart', (body) => {
		const request = rowFrom('+1', 1_000, { body });
		expect(handedOver([rowFrom('+1', 0), request], 1_001)).toEqual([request.id]);
	});

	it('not for a message dated later than the clock by more than a minute', () => {
		const now = 1_000;
		expect(handedOver([rowAt(now + 60_000)], now)).toEqual([]);
		expect(handedOver([rowAt(now + 60_001)], now)).toHaveLength(1);
		expect(handedOver([rowAt(0), rowAt(now + 60_001)], now)).toEqual([]);
		expect(handedOver([rowAt(0), rowAt(5_000 + 60_001)], 5_000)).toHaveLength(2);
	});
});

const BEGINNING: Cursor = { floor: 0, seen: {} };
const after = (rows: DatedMessage[], before = BEGINNING) => moveCursor(before, rows, START + 86_400_000);

describe('A message is new', () => {
	it('if it was not handed over, also with the time of one that was', () => {
		expect(isNew(BEGINNING, rowAt(0))).toBe(true);
		const one = after([rowAt(5, 'a')]);
		expect(isNew(one, rowAt(5, 'a'))).toBe(false);
		expect(isNew(one, rowAt(5, 'b'))).toBe(true);
	});

	it('if it is late by the overlap, and not beyond it', () => {
		const one = after([rowAt(OVERLAP_MS * 2)]);
		expect(isNew(one, rowAt(OVERLAP_MS))).toBe(true);
		expect(isNew(one, rowAt(OVERLAP_MS - 1))).toBe(false);
		// The floor never goes back.
		expect(moveCursor(one, [rowAt(OVERLAP_MS)], START + OVERLAP_MS).floor).toBe(one.floor);
	});

	it('if it comes after one that is dated in the future, which is not new again', () => {
		const tomorrow = rowAt(86_400_000, 'tomorrow');
		const one = moveCursor(BEGINNING, [rowAt(0), tomorrow], START + 1_000);
		expect(isNew(one, rowAt(900))).toBe(true);
		expect(isNew(moveCursor(one, [rowAt(OVERLAP_MS * 3)], START + OVERLAP_MS * 3), tomorrow)).toBe(false);
	});
});

describe('Of more messages than are remembered', () => {
	const COUNT = MAX_REMEMBERED_MESSAGES + 10;
	const rowsFrom = (start: number): DatedMessage[] => {
		const row = rowAt(0);
		return Array.from({ length: COUNT }, (_, index) => ({
			...row,
			id: `at-${start + index}`,
			at: START + start + index,
		}));
	};

	it.each<[string, DatedMessage[], number, number, number]>([
		['the newest are kept', rowsFrom(0), 86_400_000, 11, MAX_REMEMBERED_MESSAGES],
		['all of one time are kept', rowsFrom(0).map((row) => ({ ...row, at: START + 7 })), 86_400_000, 7, COUNT],
		['all are kept that are newer than one that is left', rowsFrom(500), 400, 400, COUNT],
	])('%s, and none is new again', (_, rows, limit, firstNew, kept) => {
		const one = moveCursor(BEGINNING, rows, START + limit);
		expect(Object.keys(one.seen)).toHaveLength(kept);
		expect(rows.filter((row) => isNew(one, row))).toEqual([]);
		expect(isNew(one, rowAt(firstNew, 'another'))).toBe(true);
	});
});
