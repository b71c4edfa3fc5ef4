/** Waits, at least as long as it is told. Unlike n8n's `sleep`, it leaves no timer behind that keeps a process alive. */
export const quietPause = async (milliseconds: number): Promise<void> => {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	// Listens to the time itself: as a mere part of `AbortSignal.any`, Node 20 may collect it, and it would never be up.
	await new Promise<void>((resolve) => {
		time.addEventListener('abort', () => resolve(), { once: true });
	});
};
