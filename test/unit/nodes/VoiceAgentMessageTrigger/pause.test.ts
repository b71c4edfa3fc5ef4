import { fc } from '../../../support/fast-check.ts';
import { groupByConversation } from '../../../../nodes/VoiceAgentMessageTrigger/conversations';
import { advance, BEGINNING, isNew, oldestFirst } from '../../../../nodes/VoiceAgentMessageTrigger/cursor';
import { MAX_MESSAGES } from '../../../../nodes/VoiceAgentMessageTrigger/messageList';
import type { ListedRow } from '../../../../nodes/VoiceAgentMessageTrigger/messagePages';
import {
	MAX_REMEMBERED_WHILE_WAITING,
	MAX_WAIT_IN_PAUSES,
	selectPaused,
} from '../../../../nodes/VoiceAgentMessageTrigger/pause';
import { rowAt, rowFrom, START } from '../../../support/listed-rows';

const PAUSE_MS = 5_000;

/** The messages that are handed over at a time after the start, by their IDs. */
function handedOver(
	rows: ListedRow[],
	time: number,
	{ isWhole = true, now = time, seen = {}, isWanted = () => true, pauseMs = PAUSE_MS } = {},
): string[] {
	const selection = selectPaused({ pauseMs, isWanted, seen, now: () => START + now });
	return selection.select(rows, { readUntil: START + time, isWhole }).map(({ id }) => id);
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
		const until = (time: number) => rows.filter((row) => row.time <= START + time);
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
		const thread = [asked, answered].map((row) => ({
			...row,
			message: { ...row.message, thread_id: 'a' },
		}));
		expect(handedOver(thread, 4_999)).toEqual([]);
		expect(handedOver(thread, 5_000)).toEqual(['at-0', 'answered']);
		expect(handedOver([outbound(4_999)], 5_000)).toEqual(['at-4999']);
	});

	it('by itself: others are handed over meanwhile', () => {
		const rows = [rowFrom('+1', 0), rowFrom('+2', 1), rowFrom('+1', 4_000)];
		expect(handedOver(rows, 5_001)).toEqual(['at-1']);
		expect(handedOver(rows, 9_000)).toEqual(['at-0', 'at-1', 'at-4000']);
	});

	it('not for a message that the filters leave out', () => {
		const rows = [rowAt(0), rowFrom('+14155550123', 4_000, { to_number: '10987' })];
		const isWanted = ({ to_number: to }: { to_number: string }) => to.startsWith('+');
		expect(handedOver(rows, 5_000, { isWanted } as object)).toEqual(['at-0', 'at-4000']);
		expect(handedOver(rows, 4_999, { isWanted } as object)).toEqual(['at-4000']);
	});

	it('not for a message dated later than the clock by more than a minute', () => {
		const now = 1_000;
		expect(handedOver([rowAt(now + 60_000)], now)).toEqual([]);
		expect(handedOver([rowAt(now + 60_001)], now)).toHaveLength(1);
		expect(handedOver([rowAt(0), rowAt(now + 60_001)], now)).toEqual([]);
		expect(handedOver([rowAt(0), rowAt(5_000 + 60_001)], 5_000)).toHaveLength(2);
	});
});

describe('Of a list that was read in part', () => {
	const rows = [rowFrom('+1', 0), rowFrom('+2', 6_000), rowFrom('+3', 10_000)];

	it('come the conversations that paused before its newest message, however late it is', () => {
		expect(handedOver(rows, 10_000, { isWhole: false, now: 90_000 })).toEqual(['at-0']);
	});

	it('come those that have waited for longest, if it shows no pause', () => {
		const part = rows.slice(1);
		expect(handedOver(part, 10_000, { isWhole: false, now: 55_999 })).toEqual([]);
		expect(handedOver(part, 10_000, { isWhole: false, now: 56_000 })).toEqual(['at-6000']);
	});
});

describe('A backlog', () => {
	const selection = selectPaused({ pauseMs: PAUSE_MS, isWanted: () => true, seen: {}, now: () => START });
	/** The newest first. */
	const spanning = (count: number, milliseconds: number) =>
		Array.from({ length: count }, (_, index) => rowAt(milliseconds - (index * milliseconds) / (count - 1)));

	it('is read for 10,000 messages, and for ten times the pause', () => {
		expect(selection.isEnough([])).toBe(false);
		expect(selection.isEnough(spanning(9_999, 50_000))).toBe(false);
		expect(selection.isEnough(spanning(10_000, 49_999))).toBe(false);
		expect(selection.isEnough(spanning(10_000, 50_000))).toBe(true);
	});

	it('comes in a thousand conversations at once, those that began first', () => {
		const rows = Array.from({ length: 2 * (MAX_MESSAGES + 5) }, (_, index) =>
			rowFrom(`+${index >> 1}`, index),
		);
		const ids = handedOver(rows, 100_000);
		expect(ids).toEqual(rows.slice(0, 2 * MAX_MESSAGES).map(({ id }) => id));
	});
});

describe('What is remembered while a conversation waits', () => {
	const waiting = rowFrom('+1', 0);
	/** The times of messages after it. */
	const seenAfter = (count: number) =>
		Object.fromEntries(Array.from({ length: count }, (_, index) => [`seen-${index}`, START + index]));

	it('is bounded: with more than 10,000 messages since, it does not wait any longer', () => {
		const seen = { ...seenAfter(MAX_REMEMBERED_WHILE_WAITING), early: START - 1 };
		expect(handedOver([waiting], 4_000, { seen })).toEqual([]);
		const another = { ...seen, another: START };
		expect(handedOver([waiting], 4_000, { seen: another })).toEqual(['at-0']);
	});

	it('counts what is handed over now, and lets only those go that have waited for longest', () => {
		const rows = [waiting, rowFrom('+2', 1), rowFrom('+3', 2, { direction: 'outbound' })];
		const seen = seenAfter(MAX_REMEMBERED_WHILE_WAITING);
		expect(handedOver(rows, 4_000, { seen })).toEqual(['at-0', 'at-2']);
	});

	it('is counted again after each conversation that is handed over', () => {
		const rows = [waiting, rowFrom('+2', 1), rowFrom('+3', 2)];
		// One too many since the first.
		const seen = { ...seenAfter(MAX_REMEMBERED_WHILE_WAITING), another: START + 1 };
		expect(handedOver(rows, 4_000, { seen })).toEqual(['at-0']);
		// And since the second.
		const more = { ...seen, further: START + 1 };
		expect(handedOver(rows, 4_000, { seen: more })).toEqual(['at-0', 'at-1']);
	});

	it('is nothing of those that wait', () => {
		const rows = Array.from({ length: 30_000 }, (_, index) => rowFrom(`+${index}`, index / 10));
		expect(handedOver(rows, 3_000)).toEqual([]);
	});
});

/** What happens: messages at times, of a person or of the account, and the times of the polls, in milliseconds. */
const histories = fc.record({
	people: fc.array(
		fc.array(fc.record({ gapMs: fc.integer({ min: 0, max: 9_000 }), isInbound: fc.boolean() }), {
			minLength: 1,
			maxLength: 25,
		}),
		{ minLength: 1, maxLength: 8 },
	),
	pollGapsMs: fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 60, maxLength: 60 }),
});

it('Any messages come once, and no burst comes in two parts before the longest wait is over', () => {
	fc.assert(
		fc.property(histories, ({ people, pollGapsMs }) => {
			const list = people
				.flatMap((messages, person) => {
					let time = 0;
					return messages.map(({ gapMs, isInbound }, index) => {
						time += gapMs;
						const more = isInbound ? {} : { direction: 'outbound', from_number: '', to_number: '' };
						const row = rowFrom(`+${person}`, time, { thread_id: `${person}`, ...more });
						return { ...row, id: `${person}-${index}` };
					});
				})
				.sort((one, other) => other.time - one.time);
			let cursor = BEGINNING;
			let time = 0;
			/** The poll that handed a message over. */
			const polledBy = new Map<string, number>();
			for (const [poll, gapMs] of pollGapsMs.entries()) {
				time += gapMs;
				const now = START + time;
				const fresh = oldestFirst(list.filter((row) => row.time <= now && isNew(cursor, row)));
				const selection = selectPaused({
					pauseMs: PAUSE_MS,
					isWanted: () => true,
					seen: cursor.seen,
					now: () => now,
				});
				const rows = selection.select(fresh, { readUntil: now, isWhole: true });
				const left = fresh.filter((row) => !rows.includes(row));
				cursor = advance(cursor, rows, Math.min(now, left[0]?.time ?? Infinity));

				for (const { id } of rows) {
					expect(polledBy.has(id)).toBe(false);
					polledBy.set(id, poll);
				}
				const waits = (conversation: ListedRow[]) => {
					const written = conversation.filter(({ message }) => message.direction === 'inbound');
					const [first = now, last = -Infinity] = [written[0]?.time, written.at(-1)?.time];
					return last > now - PAUSE_MS && first > now - MAX_WAIT_IN_PAUSES * PAUSE_MS;
				};
				const conversations = groupByConversation(fresh);
				expect(groupByConversation(left)).toEqual(conversations.filter((one) => waits(one)));
				expect(groupByConversation(rows)).toEqual(conversations.filter((one) => !waits(one)));
			}
			const end = START + time;
			const due = list.filter((row) => row.time <= end - MAX_WAIT_IN_PAUSES * PAUSE_MS);
			expect(due.filter(({ id }) => !polledBy.has(id))).toEqual([]);
		}),
	);
});
