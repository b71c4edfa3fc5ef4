import { unlessAborted } from './deadline';

/** Waits, or returns at once when the signal fires. Unlike n8n's `sleep`, it leaves no timer behind that keeps a process alive. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	// Listens to the time itself: as a mere part of `AbortSignal.any`, Node 20 may collect it, and it would never be up.
	const up = new Promise<void>((resolve) => {
		time.addEventListener('abort', () => resolve(), { once: true });
	});
	await unlessAborted(up, signal);
}
