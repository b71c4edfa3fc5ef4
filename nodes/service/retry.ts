import type { IDataObject } from 'n8n-workflow';

import { pause, computeBackoff } from './timing';
import { type FailedRequest, assess, type Failure } from './failure';
import type { Result } from '../text/result';
import type { ServiceAnswer, ServiceResponse } from './response';

/** Permission to have one request under way. */
export interface RequestPermit {
	readonly limiter: RateLimiter;
	/** Waits until the request may begin; at once if it has the permission already. */
	take(): Promise<void>;
	/** Gives the permission back, if it was taken. */
	free(): void;
}

/** The rate-limit responses to requests that were in flight together come within this time, in milliseconds. */
const BURST_MS = 1_000;

/**
 * Limits the requests in flight, for all items of an execution together. A rate-limit response
 * pauses all of them and halves the limit; each other answer raises it a little, so that it
 * settles just under what the service allows.
 */
export class RateLimiter {
	/** Counts the answers other than 429: `sendWithRetries` compares it to tell a slow-down from a block. */
	answersWithoutRateLimit = 0;

	private limit: number;

	private inFlight = 0;

	private pausedUntil = 0;

	private loweredAt = 0;

	private isWaking = false;

	private readonly waiting: Array<{ order: number; start: () => void }> = [];

	/**
	 * @param maxInFlight The maximum of requests in flight, 1 to 100.
	 * @param noNewRequestsSignal Fires when no request may begin any longer: `take` then returns at once, and its caller must not send.
	 */
	constructor(
		readonly maxInFlight: number,
		readonly noNewRequestsSignal: AbortSignal,
	) {
		this.limit = maxInFlight;
	}

	/** Creates the permit of a request that shares a limit with no other. @param cancelSignal Ends all waiting. */
	static createSinglePermit(cancelSignal?: AbortSignal): RequestPermit {
		return new RateLimiter(1, cancelSignal ?? new AbortController().signal).createPermit();
	}

	/**
	 * Creates the permit of a request, which is yet to be taken.
	 * @param order Among the requests that wait, the lowest goes first: a request that was refused comes before
	 * the ones behind it, so that none is refused again and again.
	 */
	createPermit(order = 0): RequestPermit {
		let isTaken = false;
		return {
			limiter: this,
			take: async () => {
				if (isTaken) return;
				await new Promise<void>((start) => this.queue(order, start));
				isTaken = true;
			},
			free: () => {
				if (!isTaken) return;
				isTaken = false;
				this.inFlight--;
				this.admit();
			},
		};
	}

	private queue(order: number, start: () => void): void {
		// It searches from the end, since items mostly queue up in their order.
		const last = this.waiting.findLastIndex((other) => other.order <= order);
		this.waiting.splice(last + 1, 0, { order, start });
		this.admit();
	}

	/** Counts the request that it starts as in flight at once, so that no other gets its place. */
	private admit(): void {
		if (this.pausedUntil > Date.now() && !this.noNewRequestsSignal.aborted) return this.admitAfterPause();
		while (this.inFlight < Math.floor(this.limit)) {
			const next = this.waiting.shift();
			if (!next) return;
			this.inFlight++;
			next.start();
		}
	}

	private admitAfterPause(): void {
		if (this.isWaking) return;
		this.isWaking = true;
		void pause(this.pausedUntil - Date.now(), this.noNewRequestsSignal).then(() => {
			this.isWaking = false;
			this.admit();
		});
	}

	/** Raises the limit a little, after an answer of a service that keeps up. */
	raiseLimit(): void {
		this.answersWithoutRateLimit++;
		this.limit = Math.min(this.maxInFlight, this.limit + 1 / this.limit);
	}

	/** Halves the limit, once for all responses of one burst, and starts no request for this time, in milliseconds. */
	lowerLimit(pauseMs: number): void {
		const now = Date.now();
		this.pausedUntil = Math.max(this.pausedUntil, now + pauseMs);
		if (Math.abs(now - this.loweredAt) < BURST_MS) return;
		this.loweredAt = now;
		this.limit = Math.max(1, this.limit / 2);
	}
}

/** The limits of retries and of the pauses before them. */
export const RETRY_LIMITS = {
	/** The default number of retries. */
	maxRetries: 3,
	/** The longest `Retry-After` that is waited for; a longer one fails at once. */
	maxRetryAfterMs: 300_000,
} as const;

/** A pause that the service does not ask for is a random part of a time that doubles with each try (full jitter). */
const BACKOFF = { firstMs: 500, maxMs: 20_000 };

/** The longest time that a person waits for an answer, with all requests, retries and pauses, in milliseconds. */
export const MAX_INTERACTIVE_MS = 10_000;

/** Creates the limits of requests that a person waits for, which begin now. */
export const createInteractiveLimits = (): { maxRetries: number; endAt: number } => ({
	maxRetries: 2,
	endAt: Date.now() + MAX_INTERACTIVE_MS,
});

/** The conditions under which a request is sent again. */
export interface RetryPolicy {
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/** 3 by default; 0 never sends it again. */
	maxRetries?: number;
	/** The time by which all tries and pauses must be over, in milliseconds since 1970. */
	endAt?: number;
	/**
	 * Looks right before each try whether the request is to be sent. If not, it fails as one that was cancelled before it
	 * was sent. The look never throws, and may send requests of its own.
	 */
	isStillWanted?: () => Promise<boolean>;
}

/** The time for which a look counts, in milliseconds: after a longer wait for its place a request looks again. */
const LOOK_VALID_MS = 2_000;

/** A success of the service, and the number of times that the request was sent again. */
export type ServiceSuccess<T = IDataObject> = ServiceAnswer<T> & Pick<FailedRequest, 'retries'>;

/** The body of a success, or what is known about a request that failed. */
export type RequestResult<T = IDataObject> = Result<ServiceSuccess<T>, FailedRequest>;

/**
 * Sends a request until it is answered, or until sending it again could do harm or would not help: `assess` says which.
 * Never throws. A rate-limit response uses up a retry only if no other request got through since the last one: if the
 * service merely slows them down, each has its turn.
 * @param sendOnce Sends the request once, and never throws.
 * @param permit Taken for each try, and free while the request waits for the next. The caller frees it once
 * it has decided what follows from the result.
 */
export async function sendWithRetries(
	sendOnce: () => Promise<ServiceResponse>,
	policy: RetryPolicy,
	permit: RequestPermit,
): Promise<RequestResult> {
	const { idempotent, maxRetries = RETRY_LIMITS.maxRetries, endAt = Infinity, isStillWanted } = policy;
	const { limiter } = permit;
	let retries = 0;
	let attempt = 0;
	let isOutcomeKnown = true;
	let progressSeen = limiter.answersWithoutRateLimit;
	for (;;) {
		const isWanted = await takeWhileWanted(permit, isStillWanted);
		const response = isWanted && !limiter.noNewRequestsSignal.aborted ? await sendOnce() : NOT_SENT;
		if (response.ok) {
			limiter.raiseLimit();
			return { ok: true, value: { ...response.value, retries } };
		}
		const failure = response.problem;
		const { reason, isTransient, processed } = assess(failure);
		if (processed === 'maybe') isOutcomeKnown = false;
		const isRateLimited = reason === 'rateLimited';
		const othersGetThrough =
			isRateLimited && maxRetries > 0 && limiter.answersWithoutRateLimit !== progressSeen;
		if (!othersGetThrough) attempt++;
		const pauseMs = findRetryAfter(failure) ?? Math.random() * computeBackoff(attempt - 1, BACKOFF);
		const isTooLong = pauseMs > Math.min(RETRY_LIMITS.maxRetryAfterMs, endAt - Date.now());
		// A pause that is too long fails the other requests at once instead.
		if (isRateLimited) limiter.lowerLimit(isTooLong ? 0 : pauseMs);
		else if (isKeepingUp(failure)) limiter.raiseLimit();
		const isSafe = idempotent || processed === 'no';
		if (!isTransient || !isSafe || isTooLong || attempt > maxRetries) {
			return { ok: false, problem: { failure, retries, isOutcomeKnown } };
		}
		permit.free();
		progressSeen = limiter.answersWithoutRateLimit;
		retries++;
		// After a rate-limit response the limiter keeps all requests waiting; other pauses are this request's own.
		if (!isRateLimited) await pause(pauseMs, limiter.noNewRequestsSignal);
	}
}

/**
 * Takes the permit of a request once a look has found that it is to be sent. The look has no place of its own, since the
 * requests that it sends need one: it looks again if its place has come too late.
 * @returns false if the request is not to be sent, or no request may begin any longer.
 */
async function takeWhileWanted(
	permit: RequestPermit,
	isStillWanted: RetryPolicy['isStillWanted'],
): Promise<boolean> {
	for (;;) {
		if (permit.limiter.noNewRequestsSignal.aborted) return false;
		if (isStillWanted && !(await isStillWanted())) return false;
		const lookedAt = Date.now();
		await permit.take();
		if (!isStillWanted || Date.now() - lookedAt <= LOOK_VALID_MS) return true;
		permit.free();
	}
}

const NOT_SENT: Result<never, Failure> = { ok: false, problem: { kind: 'cancelled', sent: false } };

/** Tells whether the service has answered and keeps up with the requests, even by an error response. */
const isKeepingUp = (failure: Failure): boolean =>
	failure.kind === 'errorResponse' && assess(failure).reason !== 'unavailable';

/** Returns the pause that the service asks for with `Retry-After`, in milliseconds; undefined if it asks for none. */
export function findRetryAfter(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return findRetryAfter(failure.cause);
	return failure.kind === 'errorResponse' ? failure.retryAfter : undefined;
}
