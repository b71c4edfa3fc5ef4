import {
	ARRIVED_MS,
	Arrivals,
	DECIDED_MS,
	ExpiringKeys,
	MAX_ARRIVED,
	MAX_DECIDED,
} from '../../../../nodes/VoiceAgentTrigger/arrivals';
import { mockedClock } from '../../../support/mocked-clock';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('ExpiringKeys', () => {
	it('knows a key until its time is up', () => {
		const keys = new ExpiringKeys(1_000, mockedClock);
		keys.add('a', 10);
		jest.advanceTimersByTime(999);
		expect([keys.has('a'), keys.has('b'), keys.size]).toEqual([true, false, 1]);
		jest.advanceTimersByTime(1);
		expect([keys.has('a'), keys.size]).toEqual([false, 0]);
	});

	it('counts the time from when a key was last added', () => {
		const keys = new ExpiringKeys(1_000, mockedClock);
		keys.add('a', 10);
		jest.advanceTimersByTime(600);
		keys.add('b', 10);
		keys.add('a', 10);
		jest.advanceTimersByTime(600);
		expect([keys.has('a'), keys.has('b')]).toEqual([true, true]);
		expect(keys.size).toBe(2);
	});

	it('knows no more keys than it may, the newest', () => {
		const keys = new ExpiringKeys(1_000, mockedClock);
		for (const key of ['a', 'b', 'a', 'c']) keys.add(key, 2);
		expect(['a', 'b', 'c'].map((key) => keys.has(key))).toEqual([true, false, true]);
		keys.add('d', 1);
		expect(keys.size).toBe(1);
	});
});

describe('Arrivals', () => {
	it('know an event that has come in, for a minute', () => {
		const arrivals = new Arrivals(mockedClock);
		expect([arrivals.has('a'), arrivals.isEmpty]).toEqual([false, true]);
		arrivals.note('a');
		jest.advanceTimersByTime(ARRIVED_MS - 1);
		expect([arrivals.has('a'), arrivals.isEmpty]).toEqual([true, false]);
		jest.advanceTimersByTime(1);
		expect([arrivals.has('a'), arrivals.isEmpty]).toEqual([false, true]);
	});

	it('know no more than ten thousand', () => {
		const arrivals = new Arrivals(mockedClock);
		for (let event = 0; event <= MAX_ARRIVED; event++) arrivals.note(String(event));
		expect([arrivals.has('0'), arrivals.has('1'), arrivals.has(String(MAX_ARRIVED))]).toEqual([
			false,
			true,
			true,
		]);
	});

	it('leave the decision to the first of several copies, for ten seconds', () => {
		const arrivals = new Arrivals(mockedClock);
		expect([arrivals.take('a', 1_000), arrivals.take('a', 1_000), arrivals.take('b', 1_000)]).toEqual([
			true,
			false,
			true,
		]);
		jest.advanceTimersByTime(DECIDED_MS - 1);
		expect(arrivals.take('a', 1_000)).toBe(false);
		jest.advanceTimersByTime(1);
		expect(arrivals.isEmpty).toBe(true);
		expect(arrivals.take('a', 1_000)).toBe(true);
	});

	it.each([
		['the window', 2, 2],
		['a thousand', 100_000, MAX_DECIDED],
	])('know copies of no more events than %s', (_, window, most) => {
		const arrivals = new Arrivals(mockedClock);
		for (let event = 0; event <= most; event++) arrivals.take(String(event), window);
		expect(arrivals.take('1', window)).toBe(false);
		expect(arrivals.take('0', window)).toBe(true);
	});
});
