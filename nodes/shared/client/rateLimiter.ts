import { pause } from './pause';

/** The result of an attempt, and what it means for how many requests may be in flight. */
export interface Attempt<T> {
	result: T;
	/** `keep` where the service did not keep up or did not answer; `pauseFor` milliseconds after a rate-limit refusal. */
	limit: 'widen' | 'keep' | { pauseFor: number };
}

/**
 * How many requests may be in flight, shared by all items of an execution. A rate-limit refusal pauses everybody and
 * halves the limit; each answer wins a little back, so that it settles just under what the service allows.
 */
export class RateLimiter {
	/** Answers so far that were no rate-limit refusal: lets a waiting request see that the others get through. */
	progress = 0;

	private limit: number;

	private inFlight = 0;

	private pausedUntil = 0;

	private waking = false;

	/** Counts the cuts, so that twenty refusals of one burst halve the limit once and not twenty times. */
	private cuts = 0;

	private readonly waiting: Array<{ order: number; start: () => void }> = [];

	/**
	 * @param most Most requests in flight, 1 to 100.
	 * @param closed Ends all waiting: what has not started by then still gets its turn, and is to see that it is too late.
	 */
	constructor(
		private readonly most: number,
		readonly closed: AbortSignal,
	) {
		this.limit = most;
	}

	get isClosed(): boolean {
		return this.closed.aborted;
	}

	/**
	 * Runs one attempt as soon as there is room. Among those that wait, the lowest `order` goes first: a request that was
	 * refused comes before the ones behind it, so that none is refused for ever.
	 * @param attempt Is done, with all that must be decided before another one starts, when it settles.
	 */
	async run<T>(order: number, attempt: () => Promise<Attempt<T>>): Promise<T> {
		await this.enter(order);
		const cutsBefore = this.cuts;
		try {
			const { result, limit } = await attempt();
			if (limit === 'widen') this.widen();
			else if (limit !== 'keep') this.narrow(limit.pauseFor, cutsBefore);
			return result;
		} finally {
			this.inFlight--;
			this.admit();
		}
	}

	private async enter(order: number): Promise<void> {
		await new Promise<void>((start) => {
			// From the end, since items mostly queue up in their order.
			let place = this.waiting.length;
			while (place > 0 && (this.waiting[place - 1]?.order ?? 0) > order) place--;
			this.waiting.splice(place, 0, { order, start });
			this.admit();
		});
	}

	/** Takes the place for the one it wakes, so that nobody slips in between. */
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
		if (this.waking) return;
		this.waking = true;
		void pause(this.pausedUntil - Date.now(), this.closed).then(() => {
			this.waking = false;
			this.admit();
		});
	}

	private widen(): void {
		this.progress++;
		this.limit = Math.min(this.most, this.limit + 1 / this.limit);
	}

	private narrow(pauseFor: number, cutsBefore: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, Date.now() + pauseFor);
		if (cutsBefore !== this.cuts) return;
		this.cuts++;
		this.limit = Math.max(1, this.limit / 2);
	}
}
