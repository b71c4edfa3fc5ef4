/** The longest time that Node's timers take, in milliseconds: 24 days. A longer one would be up at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Returns a signal that fires after a time, which need not be a whole number, and keeps no process alive. Node throws
 * for some times that its timers do not take.
 */
export const timerSignal = (milliseconds: number): AbortSignal =>
	AbortSignal.timeout(Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(milliseconds) || 0)));

/** Stops a request when its time is up or the execution is cancelled, and tells which of the two happened. */
export interface Deadline {
	signal: AbortSignal;
	/** The time that it began with. */
	milliseconds: number;
	/** True once the time is up. */
	readonly passed: boolean;
}

/**
 * Starts a deadline.
 * @param milliseconds For one try in full: connecting, sending and reading the last byte.
 * @param cancelSignal The execution's own signal, if there is one.
 */
export function deadlineAfter(milliseconds: number, cancelSignal?: AbortSignal): Deadline {
	const time = timerSignal(milliseconds);
	return {
		signal: cancelSignal ? AbortSignal.any([time, cancelSignal]) : time,
		milliseconds,
		get passed() {
			return time.aborted && !cancelSignal?.aborted;
		},
	};
}

/** Settles with the promise, or with undefined as soon as the signal fires. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
	let leave = () => {};
	const aborted = new Promise<undefined>((resolve) => {
		leave = () => resolve(undefined);
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true });
	});
	try {
		// The race also handles a later rejection of the promise, which would be unhandled otherwise.
		return await Promise.race([aborted, promise]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

/**
 * Returns the length of one of several pauses, in milliseconds: each is twice as long as the one before, up to a maximum.
 * @param index 0 for the first one.
 */
export const computeBackoff = (index: number, limits: { firstMs: number; maxMs: number }): number =>
	Math.min(limits.maxMs, limits.firstMs * 2 ** index);

/** Waits, or returns at once when the signal fires. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
	await unlessAborted(unrefSleep(milliseconds), signal);
}

/** Sleeps for at least this time without keeping the process alive, as n8n's `sleep` would. */
export const unrefSleep = async (milliseconds: number): Promise<void> => {
	const time = timerSignal(milliseconds);
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
	slow: 60_000,
	/** A skill's execution, a replay of up to 500 events, an upload or a download of audio. */
	long: 300_000,
} as const;

export type TimeoutKind = keyof typeof TIMEOUT_MS;
