import { runChains } from '../../../../../nodes/VoiceAgent/execution/orderedPool';

const tick = async () => await new Promise((resolve) => setTimeout(resolve, 1));

describe('runChains', () => {
	it('keeps within the width and does everything once', async () => {
		let active = 0;
		let most = 0;
		const done: number[] = [];
		await runChains(
			50,
			7,
			() => undefined,
			async (index) => {
				most = Math.max(most, ++active);
				await tick();
				active--;
				done.push(index);
				return true;
			},
		);
		expect(most).toBe(7);
		expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, index) => index));
	});

	it('keeps the order of what shares a key', async () => {
		const done: number[] = [];
		await runChains(
			30,
			10,
			(index) => (index % 3 === 0 ? 'a' : undefined),
			async (index) => {
				await new Promise((resolve) => setTimeout(resolve, (30 - index) % 5));
				done.push(index);
				return true;
			},
		);
		const chained = done.filter((index) => index % 3 === 0);
		expect(chained).toEqual([...chained].sort((a, b) => a - b));
		expect(done).toHaveLength(30);
	});

	it('starts nothing more once work says stop', async () => {
		const started: number[] = [];
		await runChains(
			100,
			2,
			() => undefined,
			async (index) => {
				started.push(index);
				await tick();
				return index < 3;
			},
		);
		expect(started.length).toBeLessThanOrEqual(6);
	});

	it('has nothing to do for no work', async () => {
		await expect(
			runChains(
				0,
				5,
				() => undefined,
				async () => true,
			),
		).resolves.toBeUndefined();
	});
});
