import { assess, type Assessment, type Failure } from './failure';
import { growingPause } from './timing';

/** The limits of retries and of the pauses before them. */
export const RETRY_LIMITS = {
	/** The retries of a request unless a person chooses another number. */
	maxRetries: 3,
	/** The longest `Retry-After` that is waited for; a longer one fails at once. */
	maxRetryAfterMs: 300_000,
	/**
	 * A pause that the service does not ask for is a random time below
	 * `baseDelayMs * 2^n` before retry n + 1, and below `maxDelayMs`.
	 */
	baseDelayMs: 500,
	maxDelayMs: 20_000,
} as const;

/** What the decision about a retry depends on besides the failure. */
export interface RetryState {
	/** Whether processing the request twice does no harm. */
	idempotent: boolean;
	/** How many tries count so far; 1 after the first. */
	attempt: number;
	/** The most retries, so that there are at most `maxRetries + 1` tries that count. */
	maxRetries: number;
	/** The longest `Retry-After` that is waited for, in milliseconds. */
	maxRetryAfterMs: number;
}

/** Whether to send a request again, and when; or what is known of it if not. */
type RetryDecision = { retry: true; delayMs: number } | { retry: false; processed: Assessment['processed'] };

/**
 * Decides whether to send a request again: only where that may help and can do no harm. The pause is the one
 * that the service asks for, else a random one that grows with the tries (full jitter).
 */
export function decideRetry(
	failure: Failure,
	{ idempotent, attempt, maxRetries, maxRetryAfterMs }: RetryState,
): RetryDecision {
	const { isTransient, processed } = assess(failure);
	const isSafe = idempotent || processed === 'no';
	const asked = readRetryAfter(failure);
	const isTooLong = asked !== undefined && asked > maxRetryAfterMs;
	if (!isTransient || !isSafe || isTooLong || attempt > maxRetries) return { retry: false, processed };
	return { retry: true, delayMs: asked ?? backoffMs(attempt) };
}

/** @param attempt How many tries count so far; 1 after the first. */
function backoffMs(attempt: number): number {
	const { baseDelayMs, maxDelayMs } = RETRY_LIMITS;
	return Math.random() * growingPause(attempt - 1, { firstMs: baseDelayMs, maxMs: maxDelayMs });
}

/**
 * Returns how long other requests should wait after one that is not sent again because of a rate limit,
 * in milliseconds. A pause that is too long fails each of them at once instead.
 */
export function pauseForOthers(
	failure: Failure,
	{ attempt, maxRetryAfterMs }: Pick<RetryState, 'attempt' | 'maxRetryAfterMs'>,
): number {
	const asked = readRetryAfter(failure) ?? backoffMs(attempt);
	return asked > maxRetryAfterMs ? 0 : asked;
}

/**
 * Returns the pause that the service asks for with `Retry-After`, in
 * milliseconds; undefined if it asks for none.
 */
export function readRetryAfter(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return readRetryAfter(failure.cause);
	return failure.kind === 'errorResponse' ? failure.retryAfter : undefined;
}
