/** How deliveries are retried; section 6 leaves count and schedule open. */
export interface RetryPolicy {
	/** Attempts in all. */
	readonly tries: number;
	/** The wait before the second attempt is at most this, before the third twice this, and so on. */
	readonly baseDelayMs: number;
	/** No wait is longer. */
	readonly maximumDelayMs: number;
	/** How long one attempt may take. */
	readonly timeoutMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
	tries: 10,
	baseDelayMs: 1_000,
	maximumDelayMs: 3_600_000,
	timeoutMs: 15_000,
};

/**
 * Exponential back-off with full jitter: anything between nothing and the bound, so that deliveries which failed together
 * do not come back together.
 *
 * @param attempt the number of the attempt that has just failed, from 1
 * @param random from 0 to 1
 */
export function retryDelay(attempt: number, policy: RetryPolicy, random: () => number = Math.random): number {
	const bound = Math.min(policy.baseDelayMs * 2 ** (attempt - 1), policy.maximumDelayMs);
	return Math.round(random() * bound);
}
