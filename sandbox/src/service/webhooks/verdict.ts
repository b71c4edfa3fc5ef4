/** The outcome of an attempt: an answer, or none, for which `error` gives the reason. */
export interface Outcome {
	/** Null on a network error or timeout. */
	readonly http_status: number | null;
	/** The headers of the answer, as JSON; null when there was none. */
	readonly response_headers: string | null;
	/** The beginning of the answer; null when there was none. */
	readonly response_body: string | null;
	readonly error: string | null;
	readonly duration_ms: number;
}

/** The consequence of an attempt. */
export const VERDICTS = ['success', 'retry', 'gone', 'client_error'] as const;

/** Applies the delivery rules of section 6, row by row. */
export function judge(httpStatus: number | null): (typeof VERDICTS)[number] {
	if (httpStatus === null) return 'retry';
	if (httpStatus === 408 || httpStatus === 429 || httpStatus >= 500) return 'retry';
	if (httpStatus === 410) return 'gone';
	if (httpStatus >= 400) return 'client_error';
	return 'success';
}
