const elapsed = (since: number): string => {
	const seconds = Math.round((Date.now() - since) / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const plainEveryMs = 15_000;

/**
 * Runs a step and shows that it goes on: one live line in a terminal; elsewhere a line at its start, one
 * every 15 seconds and one at its end, which always says how long it took.
 */
export const step = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
	const { stdout } = process;
	const since = Date.now();
	const live = stdout.isTTY;
	const show = (mark: string, end: string) =>
		stdout.write(`${live ? '\r\u001b[K' : ''}${mark} ${what} (${elapsed(since)})${end}`);
	if (live) show('…', '');
	else stdout.write(`… ${what}\n`);
	const timer = setInterval(() => show('…', live ? '' : '\n'), live ? 500 : plainEveryMs);
	try {
		const result = await work();
		show('✓', '\n');
		return result;
	} catch (error) {
		show('✗', '\n');
		throw error;
	} finally {
		clearInterval(timer);
	}
};
