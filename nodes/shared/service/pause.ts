/** Waits, or returns at once when the signal fires. Unlike n8n's `sleep`, it leaves no timer behind then. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	const end = AbortSignal.any([AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds))), signal]);
	if (end.aborted) return;
	await new Promise<void>((resolve) => {
		end.addEventListener('abort', () => resolve(), { once: true });
	});
}
