/** How much of a wait passes for real. */
const SHARE = 1 / 10;

/**
 * Shortens the pauses that each test of this block waits for: once a tenth of a pause has passed, the clock is set
 * to its end. Work takes as long as otherwise, and so do deadlines, which a busy machine would not meet in a tenth of
 * their time. The sandbox has its own clock.
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
			const deadline = timeout.call(AbortSignal, milliseconds);
			// A pause listens to its own time at once, whereas a deadline is handed on to a request.
			deadline.addEventListener = (...listener: Parameters<AbortSignal['addEventListener']>) => {
				const pause = timeout.call(AbortSignal, Math.ceil(milliseconds * SHARE));
				pause.addEventListener('abort', beginWait(milliseconds));
				pause.addEventListener(...listener);
			};
			queueMicrotask(() => Reflect.deleteProperty(deadline, 'addEventListener'));
			return deadline;
		};
	});

	afterEach(() => {
		Object.assign(globalThis, { setTimeout });
		Object.assign(Date, { now });
		Object.assign(AbortSignal, { timeout });
	});
}
