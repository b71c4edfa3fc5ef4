const elapsed = (since: number): string => {
	const seconds = Math.round((Date.now() - since) / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
};

const plainEveryMs = 15_000;

/** Tells in a few words what a step waits for now. */
export type Tell = (waitsFor: string) => void;

/**
 * Runs a step and shows that it goes on: one live line in a terminal; elsewhere a line at its start, one
 * every 15 seconds and one at its end, which always says how long it took.
 *
 * @param work may tell what it waits for, which is shown until it has ended
 */
export const step = async <T>(what: string, work: (tell: Tell) => Promise<T>): Promise<T> => {
	const { stdout } = process;
	const since = Date.now();
	const live = stdout.isTTY;
	let waitsFor = '';
	const show = (mark: string, end: string) => {
		const line = `${mark} ${what} (${elapsed(since)})${waitsFor && `: ${waitsFor}`}`;
		// A line that wraps could not be written over.
		stdout.write(live ? `\r\u001b[K${line.slice(0, (stdout.columns || 80) - 1)}${end}` : `${line}${end}`);
	};
	if (live) show('…', '');
	else stdout.write(`… ${what}\n`);
	const timer = setInterval(() => show('…', live ? '' : '\n'), live ? 500 : plainEveryMs);
	const end = (mark: string) => {
		waitsFor = '';
		show(mark, '\n');
	};
	try {
		const result = await work((words) => (waitsFor = words));
		end('✓');
		return result;
	} catch (error) {
		end('✗');
		throw error;
	} finally {
		clearInterval(timer);
	}
};
