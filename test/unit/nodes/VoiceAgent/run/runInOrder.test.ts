import { runInOrder } from '../../../../../nodes/VoiceAgent/run/runInOrder';

const tick = async (milliseconds = 1) => await new Promise((resolve) => setTimeout(resolve, milliseconds));

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('runInOrder', () => {
	it('does everything once, and starts without waiting what shares no key', async () => {
		let active = 0;
		let most = 0;
		const done: number[] = [];
		await runInOrder(
			indexes(50),
			() => undefined,
			async (index) => {
				most = Math.max(most, ++active);
				await tick();
				active--;
				done.push(index);
			},
		);
		expect(most).toBe(50);
		expect(done.sort((a, b) => a - b)).toEqual(indexes(50));
	});

	it('runs what shares a key one after the other, in order', async () => {
		const done: number[] = [];
		let active = 0;
		await runInOrder(
			indexes(30),
			(index) => (index % 3 === 0 ? 'a' : undefined),
			async (index) => {
				const chained = index % 3 === 0;
				if (chained) expect(++active).toBe(1);
				await tick((30 - index) % 5);
				if (chained) active--;
				done.push(index);
			},
		);
		const chained = done.filter((index) => index % 3 === 0);
		expect(chained).toEqual([...chained].sort((a, b) => a - b));
		expect(done).toHaveLength(30);
	});

	it('has nothing to do for no work', async () => {
		const work = jest.fn();
		await runInOrder([], () => undefined, work);
		expect(work).not.toHaveBeenCalled();
	});
});
