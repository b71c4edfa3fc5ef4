import type { Answer } from './response';
import { leavesDoubt, worthRepeating, type Fault } from './failure';
import { pause } from './pause';
import type { Throttle } from './rateLimiter';
import { BACKOFF, MAX_RETRY_AFTER } from './timeouts';

export interface RetryPolicy {
	/** How often a request is repeated at the most; 0 never repeats. */
	maxRetries: number;
	/** Whether carrying the request out twice does no harm. */
	repeatable: boolean;
	/** Stops the waiting when the execution is cancelled. */
	signal?: AbortSignal;
	/** Chance, 0 to below 1; replaced in tests. */
	random?: () => number;
}

export type Outcome = Answer & {
	retries: number;
	/** False when one of the tries may have been carried out although the service did not say so. */
	outcomeKnown: boolean;
};

/**
 * Sends a request until it is answered or repeating it would be unsafe or pointless.
 * A rate-limit refusal uses up a retry only when nothing else got through since the last one: where the service merely
 * slows us down, every request has its turn.
 */
export async function sendWithRetry(
	attempt: () => Promise<Answer>,
	policy: RetryPolicy,
	throttle: Throttle,
	order: number,
): Promise<Outcome> {
	const { maxRetries, repeatable, signal, random = Math.random } = policy;
	let retries = 0;
	let used = 0;
	let progressSeen = throttle.progress;
	let outcomeKnown = true;
	for (;;) {
		const answer: Answer = signal?.aborted
			? { ok: false, fault: { kind: 'cancelled' } }
			: await throttle.run(order, async () => {
					const answer = await attempt();
					const limited = !answer.ok && isRateLimit(answer.fault);
					return { answer, ...(limited && { limitedFor: waitFor(answer.fault, used, random) }) };
				});
		if (answer.ok) return { ...answer, retries, outcomeKnown: true };
		const { fault } = answer;
		if (leavesDoubt(fault)) outcomeKnown = false;

		const freeTurn = isRateLimit(fault) && maxRetries > 0 && throttle.progress !== progressSeen;
		progressSeen = throttle.progress;
		if (!freeTurn) used++;
		if (used > maxRetries || !worthRepeating(fault, repeatable)) return { ...answer, retries, outcomeKnown };
		retries++;
		// The throttle keeps everybody waiting after a rate-limit refusal; other waits are this request's own.
		if (!isRateLimit(fault)) await pause(waitFor(fault, used, random), signal);
	}
}

const isRateLimit = (fault: Fault): boolean => fault.kind === 'refused' && fault.status === 429;

/** Full-jitter exponential back-off, or what the service asks for. */
function waitFor(fault: Fault, retries: number, random: () => number): number {
	if (fault.kind === 'refused' && fault.retryAfter !== undefined) {
		return Math.min(fault.retryAfter, MAX_RETRY_AFTER);
	}
	return random() * Math.min(BACKOFF.cap, BACKOFF.base * 2 ** retries);
}
