import { deadlineAfter, unlessAborted } from '../../../../../nodes/shared/client/deadline';

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
