import { isRateLimit, keepsUp, isOutcomeUnknown, shouldRetry, type Failure } from './failure';
import { pause } from './pause';
import type { Attempt, RateLimiter } from './rateLimiter';
import type { ServiceResponse } from './response';
import { BACKOFF, MAX_RETRY_AFTER } from './timeouts';

export interface RetryPolicy {
	/** How often a request is repeated at the most; 0 never repeats. */
	maxRetries: number;
	/** Whether carrying the request out twice does no harm. */
	safe: boolean;
	/** The longest `Retry-After` that is waited for, in milliseconds; five minutes if left out. */
	longestWait?: number;
	/** Called when a request is given up, before another one can take its place. */
	onGivenUp?: () => void;
	/** Chance, 0 to below 1; replaced in tests. */
	random?: () => number;
}

export type Outcome<T> = ServiceResponse<T> & {
	retries: number;
	/** False when one of the tries may have been carried out although the service did not say so. */
	outcomeKnown: boolean;
};

/**
 * Sends a request until it is answered or repeating it would be unsafe or pointless.
 * A rate-limit refusal uses up a retry only when nothing else got through since the last one: where the service merely
 * slows us down, every request has its turn.
 * @param attempt Sends it once; told whether it is known that no earlier try was carried out.
 * @param order Among requests that wait for a place, the lowest goes first.
 */
export async function sendWithRetry<T>(
	attempt: (outcomeKnown: boolean) => Promise<ServiceResponse<T>>,
	{ maxRetries, safe, longestWait, onGivenUp, random = Math.random }: RetryPolicy,
	limiter: RateLimiter,
	order: number,
): Promise<Outcome<T>> {
	let retries = 0;
	let used = 0;
	let progressSeen = limiter.progress;
	let outcomeKnown = true;

	const isLast = (failure: Failure): boolean => {
		const freeTurn = isRateLimit(failure) && maxRetries > 0 && limiter.progress !== progressSeen;
		if (!freeTurn) used++;
		return used > maxRetries || !shouldRetry(failure, safe) || asksForTooLong(failure, longestWait);
	};
	const tryOnce = async (): Promise<Attempt<{ response: ServiceResponse<T>; givenUp: boolean }>> => {
		if (limiter.isClosed) return { result: { response: notSent, givenUp: true }, limit: 'keep' };
		const response = await attempt(outcomeKnown);
		if (response.ok) return { result: { response, givenUp: false }, limit: 'widen' };
		const { failure } = response;
		if (isOutcomeUnknown(failure)) outcomeKnown = false;
		const pauseFor = waitBefore(failure, used, random, longestWait);
		const givenUp = isLast(failure);
		if (givenUp) onGivenUp?.();
		const limit = isRateLimit(failure) ? { pauseFor } : keepsUp(failure) ? 'widen' : 'keep';
		return { result: { response, givenUp }, limit };
	};
	for (;;) {
		const { response, givenUp } = await limiter.run(order, tryOnce);
		progressSeen = limiter.progress;
		if (response.ok) return { ...response, retries, outcomeKnown: true };
		if (givenUp) return { ...response, retries, outcomeKnown };
		retries++;
		// After a rate-limit refusal the limiter keeps everybody waiting; other waits are this request's own.
		if (!isRateLimit(response.failure)) {
			await pause(waitBefore(response.failure, used, random, longestWait), limiter.closed);
		}
	}
}

const notSent: ServiceResponse<never> = { ok: false, failure: { kind: 'cancelled', sent: false } };

/** What the service asks for with `Retry-After`, in milliseconds. */
export function getRetryAfter(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return getRetryAfter(failure.cause);
	return failure.kind === 'refused' ? failure.retryAfter : undefined;
}

/**
 * Whether the service asks for a longer pause than should be waited for.
 * @param longest Milliseconds.
 */
export const asksForTooLong = (failure: Failure, longest = MAX_RETRY_AFTER): boolean =>
	(getRetryAfter(failure) ?? 0) > longest;

/** What the service asks for, or full-jitter exponential back-off; none at all where there will be no retry. */
function waitBefore(failure: Failure, retries: number, random: () => number, longest?: number): number {
	if (asksForTooLong(failure, longest)) return 0;
	return getRetryAfter(failure) ?? random() * Math.min(BACKOFF.cap, BACKOFF.base * 2 ** retries);
}
