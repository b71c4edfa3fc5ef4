import { pause } from './timing';

/** The effect of an answer on the number of requests in flight: `pauseMs` follows a rate-limit response. */
type LimitChange = 'raise' | 'keep' | { pauseMs: number };

/** The place of a request among those in flight. */
export interface Slot {
	readonly limiter: RateLimiter;
	/** Waits until there is room for the request; at once if it has its place already. */
	take(): Promise<void>;
	/** Takes note of what an answer means for the limit, which is changed once the place is free. */
	note(change: LimitChange): void;
	/** Frees the place, if it has one. */
	free(): void;
}

/**
 * Limits the requests in flight, for all items of an execution together. A rate-limit response
 * pauses all of them and halves the limit; each other answer raises it a little, so that it
 * settles just under what the service allows.
 */
export class RateLimiter {
	/**
	 * Counts the answers that were no rate-limit response: a waiting
	 * request sees by it that others get through.
	 */
	progress = 0;

	private limit: number;

	private inFlight = 0;

	private pausedUntil = 0;

	private isWaking = false;

	/**
	 * Counts the cuts, so that twenty rate-limit responses of one burst
	 * halve the limit once and not twenty times.
	 */
	private cuts = 0;

	private readonly waiting: Array<{ order: number; start: () => void }> = [];

	/**
	 * @param maxInFlight The maximum of requests in flight, 1 to 100.
	 * @param closed Ends all waiting. A request that has not started by then still
	 * gets its turn, and has to check `isClosed`.
	 */
	constructor(
		private readonly maxInFlight: number,
		readonly closed: AbortSignal,
	) {
		this.limit = maxInFlight;
	}

	get isClosed(): boolean {
		return this.closed.aborted;
	}

	/**
	 * Creates the slot of a request, which is yet to be taken.
	 * @param order Among the requests that wait, the lowest goes first: a request that was refused comes before
	 * the ones behind it, so that none is refused again and again.
	 */
	slot(order = 0): Slot {
		let isTaken = false;
		let cutsBefore = 0;
		let change: LimitChange = 'keep';
		return {
			limiter: this,
			take: async () => {
				if (isTaken) return;
				await new Promise<void>((start) => this.queue(order, start));
				isTaken = true;
				cutsBefore = this.cuts;
				change = 'keep';
			},
			note: (newChange) => void (change = newChange),
			free: () => {
				if (!isTaken) return;
				isTaken = false;
				if (change === 'raise') this.raiseLimit();
				else if (change !== 'keep') this.lowerLimit(change.pauseMs, cutsBefore);
				this.inFlight--;
				this.admit();
			},
		};
	}

	private queue(order: number, start: () => void): void {
		// Searches from the end, since items mostly queue up in their order.
		let position = this.waiting.length;
		while (position > 0 && (this.waiting[position - 1]?.order ?? 0) > order) position--;
		this.waiting.splice(position, 0, { order, start });
		this.admit();
	}

	/** Counts the request that it starts as in flight at once, so that no other gets its place. */
	private admit(): void {
		if (this.pausedUntil > Date.now() && !this.isClosed) return this.admitAfterPause();
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
		void pause(this.pausedUntil - Date.now(), this.closed).then(() => {
			this.isWaking = false;
			this.admit();
		});
	}

	private raiseLimit(): void {
		this.progress++;
		this.limit = Math.min(this.maxInFlight, this.limit + 1 / this.limit);
	}

	private lowerLimit(pauseMs: number, cutsBefore: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + pauseMs);
		if (cutsBefore !== this.cuts) return;
		this.cuts++;
		this.limit = Math.max(1, this.limit / 2);
	}
}
