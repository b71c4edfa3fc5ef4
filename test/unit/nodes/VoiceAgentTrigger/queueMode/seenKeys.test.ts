import { Process, steady, type Pace, type Row } from './processes';
import { randomOf } from '../../../../support/random.ts';

const ROUNDS = Number(process.env.SEEN_KEYS_ROUNDS ?? 5);

beforeEach(() => {
	jest.useFakeTimers();
	jest.spyOn(Math, 'random').mockImplementation(randomOf(1));
});

afterEach(() => {
	jest.useRealTimers();
	jest.restoreAllMocks();
});

const after = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets the mocked time pass until something has happened. */
async function elapse<T>(happening: Promise<T>): Promise<T> {
	let isOver = false;
	void happening.then(
		() => (isOver = true),
		() => (isOver = true),
	);
	while (!isOver) await jest.advanceTimersByTimeAsync(50);
	return await happening;
}

/** Returns the time that something takes on the mocked clock, in milliseconds. */
async function timed(happening: () => Promise<unknown>): Promise<number> {
	const begun = Date.now();
	let end = begun;
	await elapse(happening().then(() => (end = Date.now())));
	return end - begun;
}

describe('SeenKeys in one process', () => {
	it('lets exactly one of many simultaneous copies run, by few look-ups', async () => {
		const process = new Process({ keys: [] });
		const copies = Array.from({ length: 150 }, async () => await process.runs('a'));
		expect((await elapse(Promise.all(copies))).filter(Boolean)).toHaveLength(1);
		expect(process.lookups).toBeLessThanOrEqual(3);
	});

	it('lets one of many copies run though a burst keeps n8n busy longer than keys are repeated', async () => {
		const process = new Process({ keys: [] }, steady(100, 7_000));
		const copies = Array.from({ length: 50 }, async (_, index) => {
			await after(1_000 * index);
			return await process.isFirst('a');
		});
		expect((await elapse(Promise.all(copies))).filter(Boolean)).toHaveLength(1);
	});

	it('writes the row four times for an event on a quiet instance, twice for a repeated one', async () => {
		const process = new Process({ keys: [] });
		for (const event of ['a', 'b', 'c']) {
			process.recorded.length = 0;
			expect(await elapse(process.runs(event))).toBe(true);
			await elapse(after(30_000));
			expect(process.lookups).toBe(4);
		}
		process.recorded.length = 0;
		expect(await elapse(process.runs('a'))).toBe(false);
		await elapse(after(30_000));
		expect(process.lookups).toBe(2);
	});

	it('looks many events up together', async () => {
		const process = new Process({ keys: [] });
		const events = Array.from({ length: 100 }, async (_, index) => await process.runs(`e${index}`));
		expect(await elapse(Promise.all(events))).not.toContain(false);
		expect(process.lookups).toBeLessThan(60);
	});

	it('adds at most 150 ms to an event when look-ups take 10 ms', async () => {
		const process = new Process({ keys: [] }, steady(3, 4));
		const added: number[] = [];
		for (let i = 0; i < 50; i++) added.push(await timed(async () => await process.runs(`e${i}`)));
		expect(Math.max(...added)).toBeLessThanOrEqual(150);
	});

	it('recognizes a repeated event as far back as the window says', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row, steady(1, 1), 2);
		for (const event of ['a', 'b', 'c', 'd']) expect(await elapse(process.runs(event))).toBe(true);
		await elapse(after(20_000));
		expect(await elapse(process.runs('d'))).toBe(false);
		expect(await elapse(process.runs('c'))).toBe(false);
		expect(await elapse(process.runs('a'))).toBe(true);
		expect(row.keys.length).toBeLessThanOrEqual(8);
	});

	it('is idle before its first event, and again when nothing is left to record', async () => {
		const process = new Process({ keys: [] });
		expect(process.isIdle).toBe(true);
		const running = process.runs('a');
		expect(process.isIdle).toBe(false);
		await elapse(running);
		await elapse(after(5_000));
		expect(process.isIdle).toBe(false);
		await elapse(after(6_000));
		expect(process.isIdle).toBe(true);
	});

	it('forgets the oldest of more events than the window has, but none that is not decided', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row, steady(100, 100), 2);
		const running = ['a', 'b', 'c', 'd', 'e'].map(async (event) => await process.isFirst(event));
		const copies = ['a', 'b', 'c'].map(async (event) => await process.isFirst(event));
		expect(await elapse(Promise.all(running))).toEqual([true, true, true, true, true]);
		expect(await elapse(Promise.all(copies))).toEqual([false, false, false]);
	});

	it('looks up no copy of an event that is not decided, however many events have come since', async () => {
		const events = ['a', 'b', 'c', 'd', 'e'];
		const lookups: number[] = [];
		for (const sent of [events, [...events, 'a', 'b', 'c']]) {
			const process = new Process({ keys: [] }, steady(100, 100), 2);
			await elapse(Promise.all(sent.map(async (event) => await process.isFirst(event))));
			lookups.push(process.lookups);
		}
		expect(lookups[1]).toBe(lookups[0]);
	});

	it('knows a copy for ten seconds without a look-up, and from then on by the row', async () => {
		const process = new Process({ keys: [] });
		expect(await elapse(process.runs('a'))).toBe(true);
		await elapse(after(9_800));
		const { lookups } = process;
		expect(await elapse(process.runs('a'))).toBe(false);
		expect(process.lookups).toBe(lookups);
		await elapse(after(300));
		expect(await elapse(process.runs('a'))).toBe(false);
		expect(process.lookups).toBeGreaterThan(lookups);
	});

	it('checks nothing while the look-ups for other events do so', async () => {
		const process = new Process({ keys: [] });
		for (let i = 0; i < 50; i++) {
			void process.runs(`e${i}`);
			await elapse(after(100));
		}
		await elapse(after(5_000));
		expect(process.lookups).toBe(3 * 50 + 1);
	});

	it('records an event again by every look-up of the next three seconds', async () => {
		const process = new Process({ keys: [] });
		expect(await elapse(process.runs('a'))).toBe(true);
		process.recorded.length = 0;
		for (let i = 0; i < 25; i++) {
			void process.runs(`e${i}`);
			await elapse(after(100));
		}
		expect(process.recorded.length).toBeGreaterThanOrEqual(50);
		expect(process.recorded.filter((keys) => !keys.includes('a'))).toEqual([]);
	});

	it('records no more than a thousand events again, those that came last', async () => {
		const process = new Process({ keys: [] }, steady(1, 1), 100_000);
		const burst = Array.from({ length: 1_100 }, (_, index) => `e${index}`);
		await elapse(Promise.all(burst.map(async (event) => await process.runs(event))));
		await elapse(after(3_000));
		expect(new Set(process.recorded.at(-1)?.map((entry) => entry.split(' ')[0]))).toEqual(
			new Set(burst.slice(-1_000)),
		);
	});

	it('remembers across a restart', async () => {
		const row: Row = { keys: [] };
		expect(await elapse(new Process(row).runs('a'))).toBe(true);
		expect(await elapse(new Process(row).runs('a'))).toBe(false);
	});
});

describe('SeenKeys when n8n does not answer', () => {
	it('runs a first event although the answer to the look-up that recorded it was lost', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		process.fails = 'after';
		const running = process.isFirst('a');
		await jest.advanceTimersByTimeAsync(10);
		expect(row.keys).toContain('a');
		process.fails = undefined;
		expect(await elapse(running)).toBe(true);
		expect(row.keys).toContain('a claimed again');
		expect(await elapse(new Process(row).runs('a'))).toBe(false);
	});

	it('waits for a time of chance before the last claim on an event whose answer was lost', async () => {
		const took: number[] = [];
		for (const chance of [0, 1]) {
			jest.spyOn(Math, 'random').mockReturnValue(chance);
			const process = new Process({ keys: [] });
			process.fails = 'after';
			void after(10).then(() => (process.fails = undefined));
			took.push(await timed(async () => await process.isFirst('a')));
		}
		const [least = 0, most = 0] = took;
		expect(least).toBeGreaterThanOrEqual(40 + 40 + 50);
		expect(most - least).toBe(40);
	});

	it('drops one that another process has claimed while both made the row', async () => {
		const row: Row = { keys: [] };
		expect(await elapse(new Process(row).runs('a'))).toBe(true);
		const process = new Process(row);
		process.fails = 'before';
		const running = process.isFirst('a');
		await jest.advanceTimersByTimeAsync(10);
		process.fails = undefined;
		expect(await elapse(running)).toBe(false);
	});

	it.each(['before', 'after'] as const)(
		'says that it does not know when look-ups fail %s writing',
		async (when) => {
			const process = new Process({ keys: [] });
			process.fails = when;
			await expect(elapse(process.isFirst('a'))).rejects.toThrow();
			process.fails = undefined;
			expect(await elapse(process.isFirst('b'))).toBe(true);
		},
	);

	it('gives up a look-up that never settles, and those that come after it are looked up', async () => {
		let hangs = true;
		const pace: Pace = { around: () => (hangs ? 1e9 : 1), within: () => 1 };
		const process = new Process({ keys: [] }, pace);
		const first = process.isFirst('a');
		const second = after(1_000).then(async () => await process.isFirst('b'));
		const refusals = Promise.allSettled([first, second]);
		await jest.advanceTimersByTimeAsync(10_000);
		hangs = false;
		expect(await elapse(refusals)).toEqual([
			expect.objectContaining({ status: 'rejected' }),
			{ status: 'fulfilled', value: true },
		]);
		expect(await timed(async () => await process.isFirst('c'))).toBeLessThan(2_500);
	});
});

/** Sends events to processes in turn and counts what has not run exactly once. */
async function trial(seed: number, paces: Array<(random: () => number) => Pace>, order: string[], pause = 0) {
	const random = randomOf(seed);
	jest.spyOn(Math, 'random').mockImplementation(random);
	const row: Row = { keys: [] };
	const processes = paces.map((pace) => new Process(row, pace(random)));
	const runs = new Map(order.map((event) => [event, 0]));
	const send = async (event: string) => {
		const process = processes[Math.floor(random() * processes.length)];
		if (await process?.runs(event)) runs.set(event, (runs.get(event) ?? 0) + 1);
	};
	const sendAll = async () => {
		const sent: Array<Promise<void>> = [];
		for (const [index, event] of order.entries()) {
			if (pause > 0 && index === order.length / 2) await after(pause);
			sent.push(send(event));
			await after(200 * random());
		}
		await Promise.all(sent);
	};
	await elapse(sendAll());
	const counts = [...runs.values()];
	return {
		lost: counts.filter((count) => count === 0).length,
		doubled: counts.filter((count) => count > 1).length,
	};
}

describe('SeenKeys in several processes', () => {
	const fast = () => steady(1, 2);
	const loaded = (random: () => number): Pace => ({
		around: () => 30 * random(),
		within: () => 100 * random() ** 2,
	});
	/** Half a second between its reading the row and its writing it. */
	const slow = () => steady(2, 500);
	/** One of ten times it stalls for up to three seconds. */
	const stalling = (random: () => number): Pace => {
		const takes = () => 30 * random() + (random() < 0.1 ? 3_000 * random() : 0);
		return { around: takes, within: takes };
	};

	const events = Array.from({ length: 60 }, (_, index) => `e${index}`);
	const shuffledBy = (seed: number, list: string[]): string[] => {
		const random = randomOf(seed);
		return list
			.map((event) => ({ event, place: random() }))
			.sort((a, b) => a.place - b.place)
			.map(({ event }) => event);
	};

	const seeds = Array.from({ length: ROUNDS }, (_, index) => index + 1);
	const settings = [
		['two that are fast', [fast, fast]],
		['two under load', [loaded, loaded]],
		['a fast one and one that takes half a second between reading and writing', [fast, slow]],
		['one under load and one that takes half a second', [loaded, slow]],
		['three that stall now and then', [stalling, stalling, stalling]],
	] as const;

	it.each(settings)('run each of 60 events sent three times in random order once: %s', async (_, paces) => {
		for (const seed of seeds) {
			const order = shuffledBy(seed, [...events, ...events, ...events]);
			expect({ seed, ...(await trial(seed, [...paces], order)) }).toEqual({ seed, lost: 0, doubled: 0 });
		}
	});

	it.each(settings)(
		'run each of 60 events once that all come again after three seconds: %s',
		async (_, paces) => {
			for (const seed of seeds) {
				const result = await trial(seed, [...paces], [...events, ...events], 3_000);
				expect({ seed, ...result }).toEqual({ seed, lost: 0, doubled: 0 });
			}
		},
	);

	it('lose no event, however they overwrite each other', async () => {
		for (const seed of seeds) {
			const order = shuffledBy(seed, [...events, ...events]);
			expect((await trial(seed, [slow, slow, loaded], order)).lost).toBe(0);
		}
	});

	it('record again what another has overwritten', async () => {
		const row: Row = { keys: [] };
		expect(await elapse(new Process(row).runs('mine'))).toBe(true);
		row.keys = ['theirs'];
		await elapse(after(1_000));
		expect(row.keys).toEqual(
			expect.arrayContaining(['theirs', 'mine', 'mine claimed', 'mine claimed again']),
		);
	});

	it('record the last claim as soon as an event runs, and again with the check', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		expect(await elapse(process.runs('a'))).toBe(true);
		await elapse(after(50));
		expect(row.keys).toContain('a claimed again');
		row.keys = ['theirs'];
		await elapse(after(1_100));
		expect(row.keys).toContain('a claimed again');
	});

	it('check once more where the check failed, until nothing is left to check', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		expect(await elapse(process.runs('a'))).toBe(true);
		await elapse(after(50));
		row.keys = ['theirs'];
		process.fails = 'before';
		await elapse(after(3_000));
		process.fails = undefined;
		await elapse(after(1_100));
		expect(row.keys).toContain('a claimed');

		process.fails = 'before';
		expect(await elapse(process.runs('b'))).toBe(true);
		await elapse(after(15_000));
		expect(process.isIdle).toBe(true);
	});

	it('record again what another overwrites some seconds after the first time', async () => {
		const row: Row = { keys: [] };
		expect(await elapse(new Process(row).runs('mine'))).toBe(true);
		row.keys = ['theirs'];
		await elapse(after(6_500));
		row.keys = ['theirs'];
		await elapse(after(2_700));
		expect(row.keys).toContain('mine');
	});

	it.each([
		['three quarters of', 0, 180, 2_000],
		['five quarters of', 1, 300, 3_300],
	])(
		'record less and less often after they were overwritten, here after %s the pauses',
		async (_, chance, leastMs, mostMs) => {
			const shared: Row = { keys: [] };
			const process = new Process(shared);
			expect(await elapse(process.runs('a'))).toBe(true);
			shared.keys = ['theirs'];
			jest.spyOn(Math, 'random').mockReturnValue(chance);
			const times: number[] = [];
			for (let now = 0, before = process.lookups; now < 9_000; now += 10) {
				await jest.advanceTimersByTimeAsync(10);
				if (process.lookups > before) times.push(now);
				before = process.lookups;
			}
			const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
			const [first = 0, last = 0] = [pauses[0], pauses.at(-1)];
			expect(first).toBeGreaterThanOrEqual(leastMs);
			expect(first).toBeLessThanOrEqual(leastMs + 40);
			expect(last).toBeGreaterThanOrEqual(4 * first);
			expect(last).toBeLessThanOrEqual(mostMs);
		},
	);

	it('record a burst again that another has overwritten', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		const burst = Array.from({ length: 600 }, (_, index) => `e${index}`);
		const runs = await elapse(Promise.all(burst.map(async (event) => await process.runs(event))));
		expect(runs).not.toContain(false);
		row.keys = ['theirs'];
		await elapse(after(3_000));
		const recorded = new Set(row.keys);
		expect(burst.filter((event) => !recorded.has(event))).toEqual([]);
	});

	it('record again each second, not each time, what was let through some seconds ago', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		for (let i = 0; i < 100; i++) void elapse(process.runs(`old${i}`));
		await elapse(after(4_000));
		process.recorded.length = 0;
		for (let i = 0; i < 20; i++) {
			void process.runs(`new${i}`);
			await elapse(after(100));
		}
		const withOld = process.recorded.filter((keys) => keys.includes('old0'));
		expect(withOld.length).toBeGreaterThanOrEqual(1);
		expect(withOld.length).toBeLessThanOrEqual(3);
		expect(process.recorded.length).toBeGreaterThan(20);
		expect(process.recorded.flat().filter((entry) => !/^(old|new)\d/.test(entry))).toEqual([]);
	});

	it('keep recording again what others overwrite again and again', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		expect(await elapse(process.runs('mine'))).toBe(true);
		for (let i = 0; i < 4; i++) {
			row.keys = [`theirs ${i}`];
			await elapse(after(1_500));
			expect(row.keys).toEqual(expect.arrayContaining(['mine', 'mine claimed', 'mine claimed again']));
		}
	});

	it('stop recording again after some seconds', async () => {
		const row: Row = { keys: [] };
		const process = new Process(row);
		await elapse(process.runs('a'));
		row.keys = [];
		await elapse(after(15_000));
		const { lookups } = process;
		expect(lookups).toBeGreaterThan(3);
		expect(lookups).toBeLessThan(25);
		row.keys = [];
		await elapse(after(60_000));
		expect(process.lookups).toBe(lookups);
	});
});
