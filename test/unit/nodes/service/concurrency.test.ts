import { BoundedSet, SharedWork, KeyedMutex } from '../../../../nodes/service/concurrency';

it('holds the newest values, and forgets the one that it has had for the longest time', () => {
	const set = new BoundedSet<number>(2);
	set.add(1).add(2).add(1);
	expect([...set]).toEqual([1, 2]);
	set.add(3);
	expect([...set]).toEqual([2, 3]);
});

/** A task that notes when it begins and ends, and ends when it is told. */
function noting(events: string[], name: string) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => (end = resolve));
	const task = async () => {
		events.push(`${name} begins`);
		await ended;
		events.push(`${name} ends`);
		return name;
	};
	return { task, end };
}

let mutex: KeyedMutex;
beforeEach(() => (mutex = new KeyedMutex()));

const settle = async () => await new Promise((resolve) => setImmediate(resolve));

it('runs tasks with the same key one after the other, in order', async () => {
	const events: string[] = [];
	const [a, b, c] = [noting(events, 'a'), noting(events, 'b'), noting(events, 'c')];
	const all = [
		mutex.runExclusive(['1'], a.task),
		mutex.runExclusive(['1', '2'], b.task),
		mutex.runExclusive(['2'], c.task),
	];
	c.end();
	b.end();
	await settle();
	expect(events).toEqual(['a begins']);
	a.end();
	expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
	expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

it('lets a third task with the same key wait for the second when the first has ended', async () => {
	const events: string[] = [];
	const [a, b, c] = [noting(events, 'a'), noting(events, 'b'), noting(events, 'c')];
	const first = mutex.runExclusive(['1'], a.task);
	const others = [mutex.runExclusive(['1'], b.task)];
	a.end();
	await first;
	others.push(mutex.runExclusive(['1'], c.task));
	c.end();
	await settle();
	expect(events).toEqual(['a begins', 'a ends', 'b begins']);
	b.end();
	await Promise.all(others);
	expect(events.slice(3)).toEqual(['b ends', 'c begins', 'c ends']);
});

it('runs a task although an earlier one with its key threw, whose caller hears of it', async () => {
	const failing = mutex.runExclusive(['1'], async () => await Promise.reject(new Error('a fault')));
	const next = mutex.runExclusive(['1'], async () => await Promise.resolve('next'));
	await expect(failing).rejects.toThrow('a fault');
	expect(await next).toBe('next');
	expect(await mutex.runExclusive(['1'], async () => await Promise.resolve('later'))).toBe('later');
});

it('waits no longer when its signal fires, but the next task waits for those before', async () => {
	const events: string[] = [];
	const [a, c] = [noting(events, 'a'), noting(events, 'c')];
	const cancelled = new AbortController();
	const first = mutex.runExclusive(['1'], a.task);
	const second = mutex.runExclusive(['1'], async () => await Promise.resolve('told'), cancelled.signal);
	const third = mutex.runExclusive(['1'], c.task);
	cancelled.abort();
	expect(await second).toBe('told');
	c.end();
	await settle();
	expect(events).toEqual(['a begins']);
	a.end();
	await Promise.all([first, third]);
	expect(events).toEqual(['a begins', 'a ends', 'c begins', 'c ends']);
});

const count = () => {
	let calls = 0;
	return async () => await Promise.resolve(++calls);
};

it.each([
	[0, [1, 1, 2]],
	[Infinity, [1, 1, 1]],
])('shares what is under way, and keeps its result for %d ms', async (ttlMs, results) => {
	const work = new SharedWork<number>({ ttlMs, maxKeys: 10 });
	const begin = count();
	const together = await Promise.all([work.share('a', begin), work.share('a', begin)]);
	expect([...together, await work.share('a', begin)]).toEqual(results);
});

it('forgets a result when its time is over', async () => {
	const work = new SharedWork<number>({ ttlMs: 20, maxKeys: 10 });
	const begin = count();
	expect([await work.share('a', begin), await work.share('a', begin)]).toEqual([1, 1]);
	for (let tries = 0; tries < 200 && work.find('a'); tries++)
		await new Promise((done) => setTimeout(done, 10));
	expect(await work.share('a', begin)).toBe(2);
});

it.each([0.5, -1, NaN, 2 ** 40])('takes a time of %d ms to keep a result', async (ttlMs) => {
	const unhandled = jest.fn();
	process.once('unhandledRejection', unhandled);
	const work = new SharedWork<number>({ ttlMs: () => ttlMs, maxKeys: 10 });
	expect(await work.share('a', count())).toBe(1);
	await settle();
	await settle();
	process.removeListener('unhandledRejection', unhandled);
	expect(unhandled).not.toHaveBeenCalled();
});

it('keeps no failure, and no more keys than it may', async () => {
	const work = new SharedWork<number>({ ttlMs: Infinity, maxKeys: 2 });
	await expect(work.share('a', async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
	const begin = count();
	expect(await work.share('a', begin)).toBe(1);
	await work.share('b', begin);
	await work.share('c', begin);
	expect(work.find('a')).toBeUndefined();
	expect(await work.find('b')).toBe(2);
});

it('keeps each result for its own time, and has it at hand', async () => {
	const work = new SharedWork<number>({ ttlMs: (result) => (result === 1 ? 0 : Infinity), maxKeys: 10 });
	const begin = count();
	const first = work.share('a', begin);
	expect(work.findResult('a')).toBeUndefined();
	await first;
	expect(work.findResult('a')).toBeUndefined();
	await work.share('a', begin);
	expect(work.findResult('a')).toBe(2);
});

it('begins anew what was forgotten, whose result is not kept any more', async () => {
	const work = new SharedWork<number>({ ttlMs: Infinity, maxKeys: 10 });
	const begin = count();
	const forgotten = work.share('a', begin);
	work.forget('a');
	expect(await Promise.all([forgotten, work.share('a', begin)])).toEqual([1, 2]);
	expect(work.findResult('a')).toBe(2);
});
