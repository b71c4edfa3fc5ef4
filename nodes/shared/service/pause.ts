import { sleep } from 'n8n-workflow';

/** Waits, or returns at once when the execution is cancelled. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
	if (signal?.aborted) return;
	if (!signal) return await sleep(milliseconds);
	let wake = () => {};
	const cancelled = new Promise<void>((resolve) => {
		wake = resolve;
		signal.addEventListener('abort', wake, { once: true });
	});
	await Promise.race([sleep(milliseconds), cancelled]);
	signal.removeEventListener('abort', wake);
}
