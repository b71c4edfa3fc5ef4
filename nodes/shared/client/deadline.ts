/** Stops a request when its time is up or the execution is cancelled, and tells which of the two it was. */
export interface Deadline {
	signal: AbortSignal;
	/** Whether the time was up. */
	readonly passed: boolean;
}

/**
 * @param milliseconds For one try in full: connecting, sending and reading the last byte.
 * @param cancelled The execution's own signal, where there is one.
 */
export function deadlineAfter(milliseconds: number, cancelled?: AbortSignal): Deadline {
	const time = AbortSignal.timeout(milliseconds);
	return {
		signal: cancelled ? AbortSignal.any([time, cancelled]) : time,
		get passed() {
			return time.aborted && !cancelled?.aborted;
		},
	};
}

/** Settles with the promise, or with undefined as soon as the signal fires. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	if (signal.aborted) return undefined;
	let leave = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		leave = () => resolve(undefined);
		signal.addEventListener('abort', leave, { once: true });
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}
