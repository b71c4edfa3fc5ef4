import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';

import { pause } from '../../../../../nodes/shared/client/pause';

const open = new AbortController().signal;

async function lengthOf(milliseconds: number, signal = open): Promise<number> {
	const begun = performance.now();
	await pause(milliseconds, signal);
	return performance.now() - begun;
}

describe('pause', () => {
	it('waits for its time, in whole milliseconds', async () => {
		expect(await lengthOf(20.4)).toBeGreaterThanOrEqual(20);
	});

	it.each([0, -5])('takes %d milliseconds for none', async (milliseconds) => {
		expect(await lengthOf(milliseconds)).toBeLessThan(1000);
	});

	it('ends at once when the signal fires, or has fired', async () => {
		const controller = new AbortController();
		setTimeout(() => controller.abort(), 10);
		expect(await lengthOf(60_000, controller.signal)).toBeLessThan(5000);
		expect(await lengthOf(60_000, controller.signal)).toBeLessThan(5000);
	});

	// Node 20 and early 22 collect a time-out that nothing but AbortSignal.any refers to: the pause never ended.
	it('ends although memory is cleared meanwhile', async () => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		const pauses = Promise.all(Array.from({ length: 50 }, async () => await pause(60, open)));
		await new Promise((resolve) => setTimeout(resolve, 10));
		collect();
		await pauses;
	});
});
