/** Set by `test/worker-environment.js`. */
declare const setTimeZone: (timeZone?: string) => void;

/** Lets the machine be in a time zone, such as `Asia/Kolkata`, for the tests of this block. */
export function useTimeZone(timeZone: string): void {
	const before = process.env.TZ;
	beforeAll(() => setTimeZone(timeZone));
	afterAll(() => setTimeZone(before));
}
