/** How much of a wait passes for real. */
const SHARE = 1 / 10;

/** Longer timeouts are deadlines of requests, which a busy machine would not meet in a tenth of the time. */
const LONGEST_SHORTENED_MS = 20_000;

/**
 * Shortens what each test of this block waits for: once a tenth of a wait has passed, the clock is set to its
 * end. Work takes as long as otherwise. The sandbox has its own clock.
 */
export function useFastClock(): void {
	const { setTimeout } = globalThis;
	const { now } = Date;
	const { timeout } = AbortSignal;

	beforeEach(() => {
		let skippedMs = 0;
		/** Begins a wait; returns what ends it. */
		const beginWait = (milliseconds: number) => {
			const end = Date.now() + Math.ceil(milliseconds);
			return () => void (skippedMs += Math.max(0, end - Date.now()));
		};

		Date.now = () => now() + skippedMs;
		const fastTimeout = <T extends unknown[]>(
			callback: (...values: T) => void,
			milliseconds = 0,
			...values: T
		) => {
			const endWait = beginWait(milliseconds);
			return setTimeout(() => {
				endWait();
				callback(...values);
			}, milliseconds * SHARE);
		};
		Object.assign(globalThis, { setTimeout: fastTimeout });
		AbortSignal.timeout = (milliseconds) => {
			const share = milliseconds > LONGEST_SHORTENED_MS ? 1 : SHARE;
			const signal = timeout.call(AbortSignal, Math.ceil(milliseconds * share));
			signal.addEventListener('abort', beginWait(milliseconds));
			return signal;
		};
	});

	afterEach(() => {
		Object.assign(globalThis, { setTimeout });
		Object.assign(Date, { now });
		Object.assign(AbortSignal, { timeout });
	});
}
