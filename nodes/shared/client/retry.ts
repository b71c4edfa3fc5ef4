import { classifyError, isRateLimit, type Failure } from './errors';

/** The limits of retries and of the pauses before them. */
export const RETRY_LIMITS = {
	/** The retries of a request unless a person chooses another number. */
	maxRetries: 3,
	/** The longest `Retry-After` that is waited for; a longer one fails at once. */
	maxRetryAfterMs: 300_000,
	/**
	 * A pause that the service does not ask for is a random time below
	 * `baseDelayMs * 2^n`, and below `maxDelayMs`.
	 */
	baseDelayMs: 500,
	maxDelayMs: 20_000,
} as const;

/** The statuses of a condition that passes. */
const TRANSIENT_STATUSES = new Set([408, 500, 502, 503, 504]);

/**
 * Tells whether sending a request again may help and can do no harm.
 * @param idempotent Whether carrying the request out twice does no harm.
 * @param maxRetryAfterMs The longest pause that is waited for if the service asks for one.
 */
export function shouldRetry(
	failure: Failure,
	idempotent: boolean,
	maxRetryAfterMs: number = RETRY_LIMITS.maxRetryAfterMs,
): boolean {
	if (isRetryAfterTooLong(failure, maxRetryAfterMs)) return false;
	// A log-in can be repeated, whatever the request is.
	if (failure.kind === 'notLoggedIn') return shouldRetry(failure.cause, true, maxRetryAfterMs);
	if (wasNotProcessed(failure)) return true;
	if (!idempotent) return false;
	switch (failure.kind) {
		case 'refused':
			return TRANSIENT_STATUSES.has(failure.status) && classifyError(failure) === 'unavailable';
		case 'unreadable':
			return failure.body !== 'html';
		case 'unanswered':
		case 'unknown':
			return true;
		default:
			return false;
	}
}

/** Tells whether the service certainly did not process the request, so that even a send may be repeated. */
export function wasNotProcessed(failure: Failure): boolean {
	if (failure.kind === 'unreached' || failure.kind === 'notLoggedIn') return true;
	if (failure.kind !== 'refused') return false;
	return isRateLimit(failure) || (failure.status === 503 && failure.retryAfter !== undefined);
}

/**
 * Tells whether the service may have processed the request although it did not say so. A 502
 * with a message is the service's own report that a provider declined (interface section 7);
 * one without comes from a proxy in between.
 */
export function isOutcomeUnknown(failure: Failure): boolean {
	switch (failure.kind) {
		case 'unanswered':
		case 'unreadable':
		case 'incomplete':
		case 'unknown':
			return true;
		case 'cancelled':
			return failure.sent;
		case 'refused':
			if (wasNotProcessed(failure) || classifyError(failure) !== 'unavailable') return false;
			return (
				failure.status !== 501 &&
				(failure.status !== 502 || failure.isForeign === true || failure.message === '')
			);
		default:
			return false;
	}
}

/**
 * Returns the pause before the next retry, in milliseconds: the one that the service asks for, else a random
 * one that grows with the retries.
 * @param retries How many retries were used up before.
 * @param random A random number, 0 to below 1.
 */
export function retryDelay(failure: Failure, retries: number, random: number): number {
	const { baseDelayMs, maxDelayMs } = RETRY_LIMITS;
	return readRetryAfter(failure) ?? random * Math.min(maxDelayMs, baseDelayMs * 2 ** retries);
}

/**
 * Returns the pause that the service asks for with `Retry-After`, in
 * milliseconds; undefined if it asks for none.
 */
export function readRetryAfter(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return readRetryAfter(failure.cause);
	return failure.kind === 'refused' ? failure.retryAfter : undefined;
}

/** Tells whether the service asks for a longer pause than is waited for. */
export const isRetryAfterTooLong = (
	failure: Failure,
	maxRetryAfterMs: number = RETRY_LIMITS.maxRetryAfterMs,
): boolean => (readRetryAfter(failure) ?? 0) > maxRetryAfterMs;
