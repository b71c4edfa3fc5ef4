/** What one attempt ended in: an answer, or none (then `error` says why). */
export interface Outcome {
	/** HTTP status; null on a network error or timeout. */
	readonly httpStatus: number | null;
	/** The beginning of the answer; null when there was none. */
	readonly responseBody: string | null;
	readonly error: string | null;
	readonly durationMs: number;
}

/** What follows from an attempt. */
export type Verdict = 'success' | 'retry' | 'gone' | 'client_error';

/** Section 6, delivery rules, row by row. */
export function judge(httpStatus: number | null): Verdict {
	if (httpStatus === null) return 'retry';
	if (httpStatus === 408 || httpStatus === 429 || httpStatus >= 500) return 'retry';
	if (httpStatus === 410) return 'gone';
	if (httpStatus >= 400) return 'client_error';
	return 'success';
}
