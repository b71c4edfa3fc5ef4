import {
	ENTRIES_PER_EVENT,
	buildEntries,
	KeyRow,
	LOOKUP_TIMEOUT_MS,
	LookupTimeoutError,
} from '../../../../nodes/VoiceAgentTrigger/keyRow';
import { mockedClock } from '../../../support/mocked-clock';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

/** A row of n8n's, each call of which reads, takes its time, and writes. */
function start(takesMs = 10) {
	const n8n = {
		keys: [] as string[],
		calls: [] as string[][],
		limits: [] as number[],
		takesMs,
		isDown: false,
	};
	const row = new KeyRow(mockedClock);
	row.use(async (entries, limit) => {
		n8n.calls.push(entries);
		n8n.limits.push(limit);
		const read = [...n8n.keys];
		await new Promise((resolve) => setTimeout(resolve, n8n.takesMs));
		if (n8n.isDown) throw new Error('no database');
		const fresh = entries.filter((entry) => !read.includes(entry));
		n8n.keys = [...read, ...fresh];
		return fresh;
	}, 5);
	return { n8n, row };
}

it('has room for all entries of as many events as the window says', async () => {
	const { n8n, row } = start();
	const { key, ...others } = buildEntries('a', 'me');
	expect(key).toBe('a');
	expect(Object.values(others)).toHaveLength(ENTRIES_PER_EVENT - 1);
	void row.record([key]);
	await pass(10);
	expect(n8n.limits).toEqual([ENTRIES_PER_EVENT * 5]);
});

it('tells which entries are new', async () => {
	const { row } = start();
	const answers = [row.record(['a', 'b'])];
	await pass(10);
	answers.push(row.record(['b', 'c']));
	await pass(10);
	expect(await Promise.all(answers)).toEqual([new Set(['a', 'b']), new Set(['c'])]);
	expect(row.isBusy).toBe(false);
});

it('makes one call at a time, and one for all that arrive meanwhile', async () => {
	const { n8n, row } = start();
	const answers = [row.record(['a'])];
	await pass(1);
	expect(row.isBusy).toBe(true);
	answers.push(row.record(['a', 'b']), row.record(['b', 'c']), row.record(['c', 'd']));
	await pass(20);
	expect(n8n.calls).toEqual([['a'], ['a', 'b', 'c', 'd']]);
	expect(await Promise.all(answers)).toEqual([
		new Set(['a']),
		new Set(['b']),
		new Set(['c']),
		new Set(['d']),
	]);
});

it('loses no event of 150 copies and 150 others at once', async () => {
	const { n8n, row } = start();
	const events = Array.from({ length: 300 }, (_, index) => (index % 2 === 0 ? 'same' : `other ${index}`));
	const answers = events.map(async (event, index) => {
		await new Promise((resolve) => setTimeout(resolve, index % 40));
		return (await row.record([event])).has(event);
	});
	await pass(1_000);
	expect((await Promise.all(answers)).filter(Boolean)).toHaveLength(151);
	expect(n8n.keys).toHaveLength(151);
	expect(n8n.calls.length).toBeLessThan(10);
});

it('hands an error to all that wait for the call, and makes the next', async () => {
	const { n8n, row } = start();
	n8n.isDown = true;
	const failed = Promise.allSettled([row.record(['a']), row.record(['b'])]);
	await pass(20);
	const reason = new Error('no database');
	expect(await failed).toEqual([
		{ status: 'rejected', reason },
		{ status: 'rejected', reason },
	]);
	n8n.isDown = false;
	const answer = row.record(['c']);
	await pass(10);
	expect(await answer).toEqual(new Set(['c']));
});

it('gives up a call after twenty seconds, and makes the next', async () => {
	const { n8n, row } = start(1e9);
	const first = row.record(['a']).catch((error: unknown) => error);
	await pass(LOOKUP_TIMEOUT_MS - 1);
	n8n.takesMs = 10;
	const second = row.record(['b']);
	expect(n8n.calls).toHaveLength(1);
	await pass(11);
	expect(await first).toBeInstanceOf(LookupTimeoutError);
	expect(await second).toEqual(new Set(['b']));
});
