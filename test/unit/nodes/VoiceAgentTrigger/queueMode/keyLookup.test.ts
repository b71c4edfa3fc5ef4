import {
	ENTRIES_PER_EVENT,
	KeyRow,
	LOOKUP_TIMEOUT_MS,
	LookupTimeoutError,
} from '../../../../../nodes/VoiceAgentTrigger/keyRow';
import { KeyLookup } from '../../../../../nodes/VoiceAgentTrigger/queueMode/keyLookup';
import { mockedClock } from '../../../../support/mocked-clock';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const pass = async (milliseconds: number) => await jest.advanceTimersByTimeAsync(milliseconds);

/** A look-up in a row of n8n's. */
function start() {
	const row = {
		keys: new Set<string>(),
		/** The time that n8n takes, in milliseconds. */
		takesMs: 0,
		isDown: false,
		/** The recorded keys, with the time of each record in milliseconds since the start. */
		recorded: [] as Array<{ at: number; keys: string[]; limit: number }>,
	};
	const recent = { all: [] as string[], newest: [] as string[], overwritten: [] as string[] };
	const begun = Date.now();
	const keyRow = new KeyRow(mockedClock);
	const ownKeys = {
		list: (which: 'all' | 'newest') => recent[which],
		onOverwritten: (key: string) => recent.overwritten.push(key),
	};
	const lookup = new KeyLookup(keyRow, ownKeys, mockedClock);
	keyRow.use(async (keys, limit) => {
		row.recorded.push({ at: Date.now() - begun, keys, limit });
		const { takesMs, isDown } = row;
		if (takesMs > 0) await new Promise((resolve) => setTimeout(resolve, takesMs));
		if (isDown) throw new Error('no database');
		const fresh = keys.filter((key) => !row.keys.has(key));
		for (const key of keys) row.keys.add(key);
		return fresh;
	}, 10);
	const isNew = async (key: string) => {
		const answer = lookup.isNew(key);
		answer.catch(() => {});
		await pass(row.takesMs + 1_000);
		return await answer;
	};
	const repeat = async () => {
		const repeated = lookup.repeat();
		await pass(row.takesMs);
		await repeated;
	};
	return { lookup, row, recent, isNew, repeat };
}

it('tells if a key is new', async () => {
	const { isNew, row } = start();
	expect([await isNew('a'), await isNew('b'), await isNew('a')]).toEqual([true, true, false]);
	expect(row.recorded.map(({ keys, limit }) => ({ keys, limit }))).toEqual(
		['a', 'b', 'a'].map((key) => ({ keys: [key], limit: 10 * ENTRIES_PER_EVENT })),
	);
});

it('looks up together what arrives during a look-up, and has one of several with a key be the first', async () => {
	const { lookup, row } = start();
	row.takesMs = 10;
	const answers = ['a', 'a', 'b', 'c'].map(async (key) => await lookup.isNew(key));
	await pass(5);
	answers.push(lookup.isNew('d'), lookup.isNew('d'), lookup.isNew('a'));
	await pass(100);
	expect(await Promise.all(answers)).toEqual([true, false, true, true, true, false, false]);
	expect(row.recorded.map(({ at }) => at)).toHaveLength(2);
});

it('gives an error of n8n to all that wait, and looks up those that come after it', async () => {
	const { lookup, row, isNew } = start();
	row.isDown = true;
	const answers = Promise.allSettled([lookup.isNew('a'), lookup.isNew('b')]);
	await pass(10);
	const failed = { status: 'rejected', reason: new Error('no database') };
	expect(await answers).toEqual([failed, failed]);
	row.isDown = false;
	expect(await isNew('b')).toBe(true);
});

it('gives up a look-up after twenty seconds, and goes on with the next', async () => {
	const { lookup, row } = start();
	row.takesMs = 1e9;
	const first = lookup.isNew('a').catch((error: unknown) => error);
	await pass(LOOKUP_TIMEOUT_MS - 1);
	row.takesMs = 0;
	const second = lookup.isNew('b');
	expect(row.recorded).toHaveLength(1);
	await pass(1);
	expect(await first).toBeInstanceOf(LookupTimeoutError);
	await pass(1_000);
	expect(await second).toBe(true);
	expect(lookup.slowestMs).toBe(0);
});

describe('recent keys', () => {
	it('are recorded before the new ones, which are the last that n8n drops, and each once', async () => {
		const { recent, row, isNew } = start();
		recent.all = ['seen', 'seen', 'again'];
		expect(await isNew('again')).toBe(true);
		expect(row.recorded[0]?.keys).toEqual(['seen', 'again']);
	});

	it('are all recorded once a second, else the newest', async () => {
		const { recent, row, repeat } = start();
		recent.all = ['old', 'new'];
		recent.newest = ['new'];
		for (const wait of [500, 499, 1, 999, 1]) {
			await repeat();
			await pass(wait);
		}
		await repeat();
		expect(row.recorded.map(({ at, keys }) => [at, keys.length])).toEqual([
			[0, 2],
			[500, 1],
			[999, 1],
			[1_000, 2],
			[1_999, 1],
			[2_000, 2],
		]);
	});

	it('that another process has overwritten are reported, and no others', async () => {
		const { recent, row, isNew, repeat } = start();
		recent.all = ['mine', 'kept'];
		row.keys.add('kept');
		expect(await isNew('theirs')).toBe(true);
		expect(recent.overwritten).toEqual(['mine']);
		await repeat();
		expect(recent.overwritten).toEqual(['mine']);
	});

	it('are not looked for in n8n where there are none', async () => {
		const { row, repeat } = start();
		await repeat();
		expect(row.recorded).toEqual([]);
	});

	it('are recorded once by a repetition', async () => {
		const { lookup, recent, row } = start();
		recent.all = recent.newest = ['a'];
		row.takesMs = 5;
		void lookup.repeat();
		await pass(2_000);
		expect(row.recorded).toHaveLength(1);
	});

	it('are repeated after a look-up that failed, and the answer says if it failed again', async () => {
		const { lookup, recent, row, isNew } = start();
		recent.all = recent.newest = ['seen before'];
		row.isDown = true;
		await expect(isNew('a')).rejects.toThrow('no database');
		const answers = [lookup.repeat()];
		await pass(10);
		row.isDown = false;
		answers.push(lookup.repeat());
		await pass(10);
		expect(await Promise.all(answers)).toEqual([false, true]);
		expect(row.recorded.map(({ keys }) => keys)).toEqual([
			['seen before', 'a'],
			['seen before'],
			['seen before'],
		]);
	});

	it('are not repeated after a look-up that hangs, until one has worked', async () => {
		const { lookup, recent, row, isNew } = start();
		recent.all = recent.newest = ['seen before'];
		row.takesMs = 1e9;
		const first = lookup.isNew('a').catch((error: unknown) => error);
		await pass(LOOKUP_TIMEOUT_MS);
		expect(await first).toBeInstanceOf(LookupTimeoutError);
		expect(await lookup.repeat()).toBe(false);
		expect(row.recorded).toHaveLength(1);

		row.takesMs = 0;
		expect(await isNew('b')).toBe(true);
		const repeated = lookup.repeat();
		await pass(10);
		expect(await repeated).toBe(true);
		expect(row.recorded).toHaveLength(3);
	});
});

describe('the rest after a look-up', () => {
	/** Returns the time from the end of a look-up that takes so long to the begin of the next, in milliseconds. */
	async function restAfter(takesMs: number, chance: number): Promise<number> {
		jest.spyOn(Math, 'random').mockReturnValue(chance);
		const { lookup, row } = start();
		row.takesMs = takesMs;
		const answers = [lookup.isNew('a')];
		await pass(1);
		answers.push(lookup.isNew('b'));
		await pass(10_000);
		await Promise.all(answers);
		return (row.recorded[1]?.at ?? 0) - (row.recorded[0]?.at ?? 0) - takesMs;
	}

	it.each([
		['none after a quick one', 20, 0.5, 0],
		['half of its time', 400, 0, 200],
		['three quarters of it at most', 400, 1, 300],
		['at most three quarters of a second', 4_000, 0.5, 750],
	])('leaves other processes time to write: %s', async (_, takesMs, chance, restMs) => {
		const rest = await restAfter(takesMs, chance);
		expect(rest - restMs).toBeGreaterThanOrEqual(0);
		expect(rest - restMs).toBeLessThanOrEqual(2);
	});
});

describe('the slowest look-up', () => {
	it('is that of the last ten seconds', async () => {
		const { lookup, row } = start();
		expect(lookup.slowestMs).toBe(0);
		for (const takesMs of [50, 300, 200]) {
			row.takesMs = takesMs;
			void lookup.isNew(`k${takesMs}`);
			await pass(1_000);
		}
		expect(lookup.slowestMs).toBe(300);
		await pass(11_000);
		expect(lookup.slowestMs).toBe(0);
	});

	it('is the last of several that took as long', async () => {
		const { lookup, row } = start();
		row.takesMs = 300;
		for (const key of ['a', 'b']) {
			void lookup.isNew(key);
			await pass(6_000);
		}
		expect(lookup.slowestMs).toBe(300);
	});

	it('is the slower of those that are left when the slowest is too long ago', async () => {
		const { lookup, row } = start();
		for (const takesMs of [300, 50, 200, 100]) {
			row.takesMs = takesMs;
			void lookup.isNew(`k${takesMs}`);
			await pass(3_000);
		}
		expect(lookup.slowestMs).toBe(200);
		await pass(4_300);
		expect(lookup.slowestMs).toBe(100);
	});

	it('counts until exactly ten seconds after its end', async () => {
		const { lookup, row } = start();
		row.takesMs = 100;
		const answer = lookup.isNew('a').then(() => Date.now());
		await pass(200);
		await pass((await answer) + 9_999 - Date.now());
		expect(lookup.slowestMs).toBe(100);
		await pass(1);
		expect(lookup.slowestMs).toBe(0);
	});
});

it('knows for how long it has been idle', async () => {
	const { lookup, row } = start();
	row.takesMs = 100;
	const answer = lookup.isNew('a').then(() => lookup.idleMs);
	await pass(600);
	expect(await answer).toBe(0);
	expect(lookup.idleMs).toBeGreaterThanOrEqual(499);
	expect(lookup.idleMs).toBeLessThanOrEqual(500);
});
