import { groupByConversation } from '../../../../nodes/messages/burst';
import type { DatedMessage } from '../../../../nodes/VoiceAgentPollingTrigger/messageReading';
import { selectPaused } from '../../../../nodes/VoiceAgentPollingTrigger/newMessages';
import { MAX_WAIT_IN_PAUSES } from '../../../../nodes/messages/burst';
import { rowAt, rowFrom, START } from '../../../support/listed-rows';

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

	it('until ten times the pause after its first message, if the person does not pause', () => {
		const rows = Array.from({ length: 60 }, (_, index) => rowAt(index * 1_000));
		const longest = MAX_WAIT_IN_PAUSES * PAUSE_MS;
		const until = (time: number) => rows.filter((row) => row.at <= START + time);
		expect(handedOver(until(longest - 1), longest - 1)).toEqual([]);
		expect(handedOver(until(longest), longest)).toHaveLength(51);
	});

	it.each([
		['2026-05-31T12:00:00', 999],
		['2026-05-31T12:00:00Z', 999],
		['2026-05-31T12:00', 59_999],
		['2026-05-31T12:00:00.0Z', 0],
	])('from the latest time that its timestamp can stand for: %s', (created_at, laterMs) => {
		const rows = [rowFrom('+1', 0, { created_at })];
		// A pause in which the longest wait is not over.
		const pauseMs = 60_000;
		expect(handedOver(rows, pauseMs + laterMs - 1, { pauseMs })).toEqual([]);
		expect(handedOver(rows, pauseMs + laterMs, { pauseMs })).toHaveLength(1);
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
