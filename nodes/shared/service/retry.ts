import { isRateLimit, outcomeIsUnknown, worthRetrying, type Failure } from './failure';
import { pause } from './pause';
import type { RateLimiter } from './rateLimiter';
import type { ServiceResponse } from './response';
import { BACKOFF, MAX_RETRY_AFTER } from './timeouts';

export interface RetryPolicy {
	/** How often a request is repeated at the most; 0 never repeats. */
	maxRetries: number;
	/** Whether carrying the request out twice does no harm. */
	safe: boolean;
	/** Chance, 0 to below 1; replaced in tests. */
	random?: () => number;
}

export type Outcome = ServiceResponse & {
	retries: number;
	/** False when one of the tries may have been carried out although the service did not say so. */
	outcomeKnown: boolean;
};

/**
 * Sends a request until it is answered or repeating it would be unsafe or pointless.
 * A rate-limit refusal uses up a retry only when nothing else got through since the last one: where the service merely
 * slows us down, every request has its turn.
 * @param order Among requests that wait for a place, the lowest goes first.
 */
export async function sendWithRetry(
	attempt: () => Promise<ServiceResponse>,
	{ maxRetries, safe, random = Math.random }: RetryPolicy,
	limiter: RateLimiter,
	order: number,
): Promise<Outcome> {
	let retries = 0;
	let used = 0;
	let progressSeen = limiter.progress;
	let outcomeKnown = true;
	for (;;) {
		const response = await limiter.run(order, async () => {
			if (limiter.isClosed) return { result: notSent };
			const result = await attempt();
			const limited = !result.ok && isRateLimit(result.failure);
			return { result, ...(limited && { limitedFor: waitBefore(result.failure, used, random) }) };
		});
		if (response.ok) return { ...response, retries, outcomeKnown: true };
		const { failure } = response;
		if (outcomeIsUnknown(failure)) outcomeKnown = false;

		const freeTurn = isRateLimit(failure) && maxRetries > 0 && limiter.progress !== progressSeen;
		progressSeen = limiter.progress;
		if (!freeTurn) used++;
		if (used > maxRetries || !worthRetrying(failure, safe) || asksForTooLong(failure)) {
			return { ...response, retries, outcomeKnown };
		}
		retries++;
		// After a rate-limit refusal the limiter keeps everybody waiting; other waits are this request's own.
		if (!isRateLimit(failure)) {
			await pause(waitBefore(failure, used, random), limiter.closed);
		}
	}
}

const notSent: ServiceResponse = { ok: false, failure: { kind: 'cancelled', sent: false } };

/** What the service asks for with `Retry-After`, in milliseconds. */
export function retryAfterOf(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return retryAfterOf(failure.cause);
	return failure.kind === 'refused' ? failure.retryAfter : undefined;
}

/** Whether the service asks for a longer pause than an execution should wait. */
export const asksForTooLong = (failure: Failure): boolean => (retryAfterOf(failure) ?? 0) > MAX_RETRY_AFTER;

/** What the service asks for, or full-jitter exponential back-off; none at all where there will be no retry. */
function waitBefore(failure: Failure, retries: number, random: () => number): number {
	if (asksForTooLong(failure)) return 0;
	return retryAfterOf(failure) ?? random() * Math.min(BACKOFF.cap, BACKOFF.base * 2 ** retries);
}
