import {
	MAX_LOOK_BACK_MS,
	selectDueFailures,
	computeSearchStart,
} from '../../../../nodes/VoiceAgentPollingTrigger/failedDeliveries';
import {
	type DatedMessage,
	MAX_ITEMS,
	type FailureSearch,
	MAX_REMEMBERED_MESSAGES,
} from '../../../../nodes/VoiceAgentPollingTrigger/messageSearch';
import { rowFrom, START } from '../../../support/listed-messages';

const WINDOW_MS = 3_600_000;

/** A message of so many milliseconds after the start that has failed then, or at another time. */
const failedAt = (milliseconds: number, error: unknown = {}): DatedMessage => {
	const at = new Date(START + milliseconds).toISOString();
	return rowFrom('+14155550123', milliseconds, {
		status: 'failed',
		delivery_error: { at, ...(error as object) },
	});
};

const complete = (search: FailureSearch, rows: DatedMessage[], now = 0, windowMs = WINDOW_MS) =>
	selectDueFailures(search, rows, { searchedAt: START + now, searchedBackTo: START + now - windowMs });

const first: FailureSearch = { searchedAt: START, seen: {} };

describe('A message that has failed starts the workflow', () => {
	it('once, and not if it failed before the first search', () => {
		const { due, next } = complete(first, [failedAt(-5), failedAt(0), failedAt(5)]);
		expect(due.map(({ at }) => at - START)).toEqual([0, 5]);
		expect(complete(next, [failedAt(-5), failedAt(0), failedAt(5)], 10).due).toEqual([]);
		// A failure without a time counts from when the message was created.
		const untimed = [-5, 5].map((milliseconds) => failedAt(milliseconds, { at: null }));
		expect(complete(first, untimed).due).toEqual(untimed.slice(1));
	});

	it.each([null, 'yesterday'])('after the first search whenever its error says that it was: %j', (at) => {
		const { next } = complete(first, []);
		expect(complete(next, [failedAt(-5, { at })], 10).due).toHaveLength(1);
	});

	it('though the window became longer, which shows older failures that start nothing', () => {
		const { next } = complete(first, []);
		const old = -WINDOW_MS - 1;
		const meanwhile = { at: new Date(START + 1).toISOString() };
		const rows = [failedAt(old), failedAt(old - 1, meanwhile), failedAt(-WINDOW_MS, { at: null })];
		const { due } = complete(next, rows, 10, 2 * WINDOW_MS);
		expect(due).toEqual(rows.slice(1));
	});

	it('of another list only if it failed since the last complete search', () => {
		const { searchedBackTo: _, ...changed } = complete(first, [failedAt(5)], 1_000).next;
		const rows = [failedAt(5), failedAt(500), failedAt(2_000)];
		expect(complete(changed, rows, 3_000).due).toEqual(rows.slice(2));
	});

	it('with the next poll if there are too many for one', () => {
		const rows = Array.from({ length: MAX_ITEMS + 1 }, (_, index) => failedAt(index));
		const { due, next } = complete(first, rows);
		expect(due).toEqual(rows.slice(0, MAX_ITEMS));
		expect(complete(next, rows).due).toEqual(rows.slice(MAX_ITEMS));
	});
});

describe('A search', () => {
	it('begins a window before the last one, and a week ago at most', () => {
		expect(computeSearchStart(undefined, START, WINDOW_MS)).toBe(START - WINDOW_MS);
		const { next } = complete(first, [], 400_000);
		expect(computeSearchStart(next, START + 500_000, WINDOW_MS)).toBe(START + 400_000 - WINDOW_MS);
		// The clock went back.
		expect(computeSearchStart(next, START, WINDOW_MS)).toBe(START - WINDOW_MS);
		expect(computeSearchStart(next, START + 2 * MAX_LOOK_BACK_MS, WINDOW_MS)).toBe(START + MAX_LOOK_BACK_MS);
	});

	it('forgets what is outside the window', () => {
		const { next } = complete(first, [failedAt(0), failedAt(1)]);
		expect(Object.values(complete(next, [], WINDOW_MS + 1).next.seen)).toEqual([START + 1]);
	});

	it('remembers a bounded number, and takes none of those forgotten for a new one', () => {
		let search = complete(first, []).next;
		const row = failedAt(0);
		const rows = Array.from({ length: MAX_REMEMBERED_MESSAGES + 5 }, (_, index) => ({
			...row,
			id: `at-${index}`,
			at: START + index,
			failedAt: START + index,
		}));
		for (let polls = 0; polls < 11; polls++) search = complete(search, rows, 20_000).next;
		expect(Object.keys(search.seen)).toHaveLength(MAX_REMEMBERED_MESSAGES);
		expect(complete(search, rows, 30_000).due).toEqual([]);
	});
});
