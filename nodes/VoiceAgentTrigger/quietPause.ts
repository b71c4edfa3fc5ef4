/** Waits without keeping the process alive, unlike n8n's `sleep`: for what nobody waits for. */
export const quietPause = async (milliseconds: number): Promise<void> =>
	await new Promise((resolve) => {
		AbortSignal.timeout(milliseconds).addEventListener('abort', () => resolve(), { once: true });
	});
