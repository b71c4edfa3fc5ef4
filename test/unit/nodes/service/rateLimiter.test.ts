import { RateLimiter } from '../../../../nodes/service/rateLimiter';

/** Never closed. */
const open = new AbortController().signal;

const tick = async (milliseconds = 2) => await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs `count` attempts and tells the most that were in flight at once. */
async function mostInFlight(limiter: RateLimiter, count: number, limitedFor?: number) {
	let active = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: count }, async (_, order) => {
			const slot = limiter.slot(order);
			await slot.take();
			most = Math.max(most, ++active);
			await tick();
			active--;
			if (limitedFor === undefined) limiter.raiseLimit();
			else limiter.lowerLimit(limitedFor);
			slot.free();
		}),
	);
	return most;
}

describe('RateLimiter', () => {
	afterEach(() => jest.restoreAllMocks());

	it('lets in no more than its limit', async () => {
		expect(await mostInFlight(new RateLimiter(4, open), 20)).toBe(4);
	});

	it.each([0, 5])(
		'halves the limit once for all refusals of one burst, with a pause of %d ms',
		async (pauseMs) => {
			const limiter = new RateLimiter(8, open);
			await mostInFlight(limiter, 8, pauseMs);
			expect(await mostInFlight(limiter, 8)).toBe(4);
		},
	);

	it('lets nobody in during a pause', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(1_000);
		const time = new AbortController();
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
		const limiter = new RateLimiter(2, open);
		await mostInFlight(limiter, 1, 60);
		let isIn = false;
		const entering = limiter
			.slot()
			.take()
			.then(() => (isIn = true));
		await tick();
		expect(timeout.mock.calls).toEqual([[60]]);
		expect(isIn).toBe(false);
		now.mockReturnValue(1_060);
		time.abort();
		await entering;
	});

	it('wins the limit back by successes', async () => {
		const limiter = new RateLimiter(8, open);
		await mostInFlight(limiter, 8, 1);
		await mostInFlight(limiter, 60);
		expect(await mostInFlight(limiter, 20)).toBe(8);
	});

	it('never falls below one', async () => {
		const limiter = new RateLimiter(1, open);
		for (let i = 0; i < 5; i++) await mostInFlight(limiter, 1, 1);
		expect(await mostInFlight(limiter, 3)).toBe(1);
	});

	it('gives a slot one place, however often it is taken or freed', async () => {
		const limiter = new RateLimiter(2, open);
		const slot = limiter.slot();
		await slot.take();
		await slot.take();
		expect(await mostInFlight(limiter, 3)).toBe(1);
		slot.free();
		slot.free();
		expect(await mostInFlight(limiter, 5)).toBe(2);
	});

	it('lets those of the same order in as they came', async () => {
		const limiter = new RateLimiter(1, open);
		const entered: string[] = [];
		const run = async (name: string, order: number) => {
			const slot = limiter.slot(order);
			await slot.take();
			entered.push(name);
			await tick();
			slot.free();
		};
		await Promise.all([run('first', 0), run('a', 3), run('b', 3), run('before', 1), run('c', 3)]);
		expect(entered).toEqual(['first', 'before', 'a', 'b', 'c']);
	});
});
