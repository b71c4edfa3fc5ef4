import type { RetryPolicy } from '../config.ts';

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
