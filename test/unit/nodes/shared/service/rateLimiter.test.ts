import { Throttle } from '../../../../../nodes/shared/service/rateLimiter';

const tick = async (milliseconds = 2) => await new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Runs `count` attempts and tells the most that were in flight at once. */
async function mostInFlight(throttle: Throttle, count: number, limitedFor?: number) {
	let active = 0;
	let most = 0;
	await Promise.all(
		Array.from({ length: count }, async (_, order) =>
			throttle.run(order, async () => {
				most = Math.max(most, ++active);
				await tick();
				active--;
				return { answer: undefined, ...(limitedFor !== undefined && { limitedFor }) };
			}),
		),
	);
	return most;
}

describe('Throttle', () => {
	it('lets in no more than its limit', async () => {
		expect(await mostInFlight(new Throttle(4), 20)).toBe(4);
	});

	it('halves the limit once for all refusals of one burst', async () => {
		const throttle = new Throttle(8);
		await mostInFlight(throttle, 8, 5);
		expect(await mostInFlight(throttle, 8)).toBe(4);
	});

	it('lets nobody in during a pause', async () => {
		const throttle = new Throttle(2);
		await mostInFlight(throttle, 1, 60);
		const start = Date.now();
		await mostInFlight(throttle, 1);
		expect(Date.now() - start).toBeGreaterThanOrEqual(50);
	});

	it('wins the limit back by successes', async () => {
		const throttle = new Throttle(8);
		await mostInFlight(throttle, 8, 1);
		await mostInFlight(throttle, 60);
		expect(await mostInFlight(throttle, 20)).toBe(8);
	});

	it('never falls below one', async () => {
		const throttle = new Throttle(1);
		for (let i = 0; i < 5; i++) await mostInFlight(throttle, 1, 1);
		expect(await mostInFlight(throttle, 3)).toBe(1);
	});

	it('lets the lowest order in first', async () => {
		const throttle = new Throttle(1);
		const orders: number[] = [];
		const run = async (order: number) =>
			await throttle.run(order, async () => {
				orders.push(order);
				await tick();
				return { answer: undefined };
			});
		await Promise.all([run(0), run(5), run(9), run(2)]);
		expect(orders).toEqual([0, 2, 5, 9]);
	});

	it('goes on after an attempt that throws', async () => {
		const throttle = new Throttle(1);
		await expect(throttle.run(0, async () => await Promise.reject(new Error('x')))).rejects.toThrow('x');
		expect(await mostInFlight(throttle, 2)).toBe(1);
	});
});
