import { deadlineAfter, unlessAborted, pause, timerSignal } from '../../../../nodes/service/timing';
import { getEventListeners } from 'events';
import { setFlagsFromString } from 'v8';
import { runInNewContext } from 'vm';

const never = new Promise<never>(() => {});
const fired = async (signal: AbortSignal) =>
	await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

it.each([0, 0.5, -1, NaN])('fires soon after %d ms', async (milliseconds) => {
	await fired(timerSignal(milliseconds));
});

it.each([1e9 + 0.5, 2 ** 31, 2 ** 40, Infinity])(
	'does not fire before %d ms are up',
	async (milliseconds) => {
		const signal = timerSignal(milliseconds);
		await fired(timerSignal(20));
		expect(signal.aborted).toBe(false);
	},
);

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

	it('takes an exception that comes too late, which would end the process', async () => {
		const late = Promise.reject(new Error('gone'));
		expect(await unlessAborted(late, AbortSignal.abort())).toBeUndefined();
	});
});

it('leaves nothing behind at a signal that many promises were raced with', async () => {
	const { signal } = new AbortController();
	await unlessAborted(Promise.resolve(), signal);
	await unlessAborted(Promise.reject(new Error('gone')), signal).catch(() => {});
	expect(getEventListeners(signal, 'abort')).toEqual([]);
});

const open = new AbortController().signal;

describe('pause', () => {
	it('ends when the signal fires, or has fired, although its time is not up', async () => {
		const controller = new AbortController();
		const pausing = pause(60_000, controller.signal);
		controller.abort();
		await pausing;
		await pause(60_000, controller.signal);
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
