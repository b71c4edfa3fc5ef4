import type { IDataObject } from 'n8n-workflow';

import { pause, computeBackoff } from './timing';
import { assess, type Assessment, type FailedRequest, type Failure } from './failure';
import type { Result } from '../text/result';
import type { ServiceAnswer, ServiceResponse } from './response';

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
	 * @param noNewRequestsSignal Fires when no request may begin any longer.
	 */
	constructor(
		readonly maxInFlight: number,
		readonly noNewRequestsSignal: AbortSignal,
	) {
		this.limit = maxInFlight;
	}

	/**
	 * Runs a task that counts as one request in flight, when there is room for it.
	 * @param order Among the tasks that wait, the lowest goes first: a request that was refused comes before
	 * the ones behind it, so that none is refused again and again.
	 * @param task Gets false if it must not begin a request, since `noNewRequestsSignal` has fired while it waited.
	 */
	async run<T>(order: number, task: (mayBegin: boolean) => Promise<T>): Promise<T> {
		await new Promise<void>((start) => {
			// It searches from the end, since items mostly queue up in their order.
			const last = this.waiting.findLastIndex((other) => other.order <= order);
			this.waiting.splice(last + 1, 0, { order, start });
			this.admit();
		});
		try {
			return await task(!this.noNewRequestsSignal.aborted);
		} finally {
			this.inFlight--;
			this.admit();
		}
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

/** The conditions under which a request is sent, and sent again. */
export interface RetryPolicy {
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/** True if the request deletes a record: if a try may have done so, the next one succeeds by not finding it. */
	isDeletion?: boolean;
	/** 3 by default; 0 never sends it again. */
	maxRetries?: number;
	/** The time by which all tries and pauses must be over, in milliseconds since 1970. */
	endAt?: number;
	/** Fires when the execution is cancelled, and ends the request. */
	cancelSignal?: AbortSignal | undefined;
	/** Lets the request begin when there is room for it; by default it has a limiter of its own. */
	limiter?: RateLimiter;
	/** The place of the request among those that wait for the limiter; 0 by default. */
	order?: number;
	/**
	 * Looks right before each try whether the request is to be sent. If not, it fails as one that was cancelled before it
	 * was sent. The function may send requests of its own; what it throws ends the request.
	 */
	isStillWanted?: () => Promise<boolean>;
}

/** How long the answer of `isStillWanted` counts, in milliseconds. After a longer wait for its turn, a request asks again. */
const STILL_WANTED_TTL_MS = 2_000;

/** A success of the service, and the number of times that the request was sent again. */
export type ServiceSuccess<T = IDataObject> = ServiceAnswer<T> & Pick<FailedRequest, 'retries'>;

/** The body of a success, or what is known about a request that failed. */
export type RequestResult<T = IDataObject> = Result<ServiceSuccess<T>, FailedRequest>;

/** The tries of a request so far. */
interface Progress {
	/** The number of times that it was sent again. */
	retries: number;
	/** The number of retries that count: one after a rate-limit response does not, while other requests get through. */
	retriesUsedUp: number;
	/** False once a try may have been processed although the service did not say so. */
	isOutcomeKnown: boolean;
	/** The limiter's `answersWithoutRateLimit` at the last try. */
	otherAnswers: number;
}

/**
 * Sends a request until it is answered, or until sending it again could do harm or would not help: `assess` says which.
 * @param sendOnce Sends the request once, and never throws.
 * @param settle Turns the result into what the caller needs. The request counts as one in flight until then, so that
 * no other begins before the caller has decided what follows from it.
 * @throws the error of `settle` or of `isStillWanted`.
 */
export async function sendWithRetries<T>(
	sendOnce: () => Promise<ServiceResponse>,
	policy: RetryPolicy,
	settle: (result: RequestResult) => T,
): Promise<T> {
	const { isStillWanted, order = 0, cancelSignal = new AbortController().signal } = policy;
	const { limiter = new RateLimiter(1, cancelSignal) } = policy;
	const { noNewRequestsSignal, answersWithoutRateLimit: otherAnswers } = limiter;
	const progress: Progress = { retries: 0, retriesUsedUp: 0, isOutcomeKnown: true, otherAnswers };
	for (;;) {
		const isWanted = !noNewRequestsSignal.aborted && (await isStillWanted?.()) !== false;
		const checkedAt = Date.now();
		const tryOnce = async (mayBegin: boolean): Promise<{ settled: T } | { pauseMs: number }> => {
			// `isStillWanted` runs before this has a place in flight, since its own requests need one. By now it may be long ago.
			if (isStillWanted && Date.now() - checkedAt > STILL_WANTED_TTL_MS) return { pauseMs: 0 };
			const response = mayBegin ? await sendOnce() : NOT_SENT;
			const next = decideNext(response, progress, policy, limiter);
			return 'pauseMs' in next ? next : { settled: settle(next) };
		};
		const next = isWanted ? await limiter.run(order, tryOnce) : await tryOnce(false);
		if ('settled' in next) return next.settled;
		if (next.pauseMs > 0) await pause(next.pauseMs, noNewRequestsSignal);
	}
}

const NOT_SENT: Result<never, Failure> = { ok: false, problem: { kind: 'cancelled', sent: false } };

/** Decides after a try whether that is the result, or how long to wait before the next one, in milliseconds. */
function decideNext(
	response: ServiceResponse,
	progress: Progress,
	policy: RetryPolicy,
	limiter: RateLimiter,
): RequestResult | { pauseMs: number } {
	const { retries } = progress;
	if (response.ok) {
		limiter.raiseLimit();
		return { ok: true, value: { ...response.value, retries } };
	}
	const failure = response.problem;
	const assessment = assess(failure);
	const { reason, isTransient, processed } = assessment;
	// The service keeps up with the requests, even if it refuses this one.
	if (failure.kind === 'errorResponse' && !isTransient) limiter.raiseLimit();
	const isDeletedBefore = policy.isDeletion && !progress.isOutcomeKnown && reason === 'notFound';
	if (isDeletedBefore) return { ok: true, value: { body: {}, retries } };
	if (processed === 'maybe') progress.isOutcomeKnown = false;
	const canRepeat = isTransient && (policy.idempotent || processed === 'no');
	const pauseMs = canRepeat ? planPause(failure, assessment, progress, policy, limiter) : undefined;
	if (pauseMs === undefined) {
		return { ok: false, problem: { failure, assessment, retries, isOutcomeKnown: progress.isOutcomeKnown } };
	}
	progress.retries++;
	return { pauseMs };
}

/** Plans the pause before the next try, in milliseconds; undefined if there is to be none. */
function planPause(
	failure: Failure,
	{ reason }: Assessment,
	progress: Progress,
	{ maxRetries = RETRY_LIMITS.maxRetries, endAt = Infinity }: RetryPolicy,
	limiter: RateLimiter,
): number | undefined {
	const isRateLimited = reason === 'rateLimited';
	const { answersWithoutRateLimit } = limiter;
	// If the service merely slows the requests down, each has its turn.
	const othersGetThrough =
		isRateLimited && maxRetries > 0 && answersWithoutRateLimit !== progress.otherAnswers;
	progress.otherAnswers = answersWithoutRateLimit;
	const pauseMs = findRetryAfter(failure) ?? Math.random() * computeBackoff(progress.retriesUsedUp, BACKOFF);
	if (!othersGetThrough) progress.retriesUsedUp++;
	const isTooLong = pauseMs > Math.min(RETRY_LIMITS.maxRetryAfterMs, endAt - Date.now());
	// A pause that is too long fails the other requests at once instead.
	if (isRateLimited) limiter.lowerLimit(isTooLong ? 0 : pauseMs);
	if (isTooLong || progress.retriesUsedUp > maxRetries) return undefined;
	// After a rate-limit response the limiter keeps all requests waiting; other pauses are this request's own.
	return isRateLimited ? 0 : pauseMs;
}

/** Returns the pause that the service asks for with `Retry-After`, in milliseconds; undefined if it asks for none. */
export function findRetryAfter(failure: Failure): number | undefined {
	if (failure.kind === 'notLoggedIn') return findRetryAfter(failure.cause);
	return failure.kind === 'errorResponse' ? failure.retryAfter : undefined;
}
