/** Stops a request when its time is up or the execution is cancelled, and tells which of the two happened. */
export interface Deadline {
	signal: AbortSignal;
	/** True once the time is up. */
	readonly passed: boolean;
}

/**
 * Starts a deadline.
 * @param milliseconds For one try in full: connecting, sending and reading the last byte.
 * @param cancelled The execution's own signal, if there is one.
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

/** Pauses that grow up to a maximum; in milliseconds. */
interface GrowingPauses {
	firstMs: number;
	maxMs: number;
	/** By how much each is longer than the one before; 2 by default. */
	growth?: number;
}

/** Returns the length of a pause, in milliseconds. @param index 0 for the first one. */
export const growingPause = (index: number, { firstMs, maxMs, growth = 2 }: GrowingPauses): number =>
	Math.min(maxMs, firstMs * growth ** index);

/** Waits, or returns at once when the signal fires. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	await unlessAborted(quietPause(milliseconds), signal);
}

/**
 * Waits for at least this time. Unlike n8n's `sleep`, it leaves no timer behind that keeps a process alive.
 */
export const quietPause = async (milliseconds: number): Promise<void> => {
	const time = AbortSignal.timeout(Math.max(0, Math.ceil(milliseconds)));
	// Listens to the time itself: as a mere part of `AbortSignal.any`, Node 20
	// may collect it, and it would never be up.
	await new Promise<void>((resolve) => {
		time.addEventListener('abort', () => resolve(), { once: true });
	});
};

/** The time that one try of a request may take in full, log-in included, by kind of operation. */
export const TIMEOUT_MS = {
	/** Reads and small changes. */
	quick: 30_000,
	/** Work that waits on a provider: a send, a checkout, a batch call. */
	provider: 60_000,
	/** A skill's execution, a replay of up to 500 events, an upload or a download of audio. */
	long: 300_000,
} as const;

export type TimeoutKind = keyof typeof TIMEOUT_MS;
