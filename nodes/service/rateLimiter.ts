import { pause } from './timing';

/** The place of a request among those in flight. */
export interface Slot {
	readonly limiter: RateLimiter;
	/** Waits until there is room for the request; at once if it has its place already. */
	take(): Promise<void>;
	/** Frees the place, if it has one. */
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
	/** Counts the answers that were not rate-limit responses: a waiting request sees by it that others get through. */
	progress = 0;

	private limit: number;

	private inFlight = 0;

	private pausedUntil = 0;

	private loweredAt = 0;

	private isWaking = false;

	private readonly waiting: Array<{ order: number; start: () => void }> = [];

	/**
	 * @param maxInFlight The maximum of requests in flight, 1 to 100.
	 * @param closeSignal Ends all waiting. A request that has not started by then still gets its turn, and has to check it.
	 */
	constructor(
		readonly maxInFlight: number,
		readonly closeSignal: AbortSignal,
	) {
		this.limit = maxInFlight;
	}

	/** Creates the slot of a request that shares a limit with no other. @param cancelSignal Ends all waiting. */
	static createSingleSlot(cancelSignal?: AbortSignal): Slot {
		return new RateLimiter(1, cancelSignal ?? new AbortController().signal).slot();
	}

	/**
	 * Creates the slot of a request, which is yet to be taken.
	 * @param order Among the requests that wait, the lowest goes first: a request that was refused comes before
	 * the ones behind it, so that none is refused again and again.
	 */
	slot(order = 0): Slot {
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
		if (this.pausedUntil > Date.now() && !this.closeSignal.aborted) return this.admitAfterPause();
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
		void pause(this.pausedUntil - Date.now(), this.closeSignal).then(() => {
			this.isWaking = false;
			this.admit();
		});
	}

	/** Raises the limit a little, after an answer of a service that keeps up. */
	raiseLimit(): void {
		this.progress++;
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
