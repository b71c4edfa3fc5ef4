import { deadlineAfter, unlessAborted } from '../../../../../nodes/shared/client/timing';
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';
import { pause } from '../../../../../nodes/shared/client/timing';

const never = new Promise<never>(() => {});
const fired = async (signal: AbortSignal) =>
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

describe('deadlineAfter', () => {
	it('passes when its time is up', async () => {
		const deadline = deadlineAfter(5);
		expect(deadline).toMatchObject({ passed: false, signal: { aborted: false } });
		await fired(deadline.signal);
		expect(deadline.passed).toBe(true);
	});

	it('tells a cancelled execution from time that is up', async () => {
		const execution = new AbortController();
		const deadline = deadlineAfter(60_000, execution.signal);
		execution.abort();
		expect(deadline).toMatchObject({ passed: false, signal: { aborted: true } });
	});

	it('calls it cancelled when both happen', async () => {
		const execution = new AbortController();
		const deadline = deadlineAfter(1, execution.signal);
		await fired(deadline.signal);
		execution.abort();
		expect(deadline.passed).toBe(false);
	});
});

describe('unlessAborted', () => {
	it('hands on what a promise gives, and its exception', async () => {
		const { signal } = new AbortController();
		expect(await unlessAborted(Promise.resolve(7), signal)).toBe(7);
		await expect(unlessAborted(Promise.reject(new Error('gone')), signal)).rejects.toThrow('gone');
	});

	it('does not wait any longer once the signal fires', async () => {
		expect(await unlessAborted(never, AbortSignal.timeout(5))).toBeUndefined();
		expect(await unlessAborted(never, AbortSignal.abort())).toBeUndefined();
	});
});

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

	// Node 20 and early 22 collect a time-out that nothing but
	// AbortSignal.any refers to: the pause never ended.
	it('ends although memory is cleared meanwhile', async () => {
		setFlagsFromString('--expose-gc');
		const collect = runInNewContext('gc') as () => void;
		const pauses = Promise.all(Array.from({ length: 50 }, async () => await pause(60, open)));
		await new Promise((resolve) => setTimeout(resolve, 10));
		collect();
		await pauses;
	});
});
