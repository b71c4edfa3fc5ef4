import type { Config } from '../config.ts';

/**
 * Returns the delay of an exponential back-off with full jitter, between zero and the bound, so that
 * deliveries which failed together are not retried together.
 *
 * @param attempt the number of the attempt that has just failed, from 1
 * @param random a number from 0 to 1
 */
export function retryDelay(
	attempt: number,
	{ deliveryBaseDelayMs, deliveryMaxDelayMs }: Pick<Config, 'deliveryBaseDelayMs' | 'deliveryMaxDelayMs'>,
	random: number,
): number {
	const bound = Math.min(deliveryBaseDelayMs * 2 ** (attempt - 1), deliveryMaxDelayMs);
	return Math.round(random * bound);
}
