import type { Clock } from './clock';

/** Keys that are known for some time after they were added, so that what nobody asks for is forgotten. */
export class ExpiringKeys {
	/** The times at which the keys were added, in milliseconds since 1970; the oldest first. */
	readonly #addedAt = new Map<string, number>();

	/** @param ageMs The time for which a key is known, in milliseconds. */
	constructor(
		private readonly ageMs: number,
		private readonly clock: Clock,
	) {}

	get size(): number {
		this.#forget(Infinity);
		return this.#addedAt.size;
	}

	/** @param most The most keys that are known afterwards: the newest. */
	add(key: string, most: number): void {
		this.#addedAt.delete(key);
		this.#addedAt.set(key, this.clock.now());
		this.#forget(most);
	}

	has(key: string): boolean {
		this.#forget(Infinity);
		return this.#addedAt.has(key);
	}

	#forget(most: number): void {
		for (const [key, addedAt] of this.#addedAt) {
			if (this.#addedAt.size <= most && this.clock.now() - addedAt < this.ageMs) return;
			this.#addedAt.delete(key);
		}
	}
}

/**
 * The time within which an event that `webhook()` has let in reaches `execute()` in this process, in
 * milliseconds. It takes longer only if all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running;
 * in queue mode no event reaches it.
 */
export const ARRIVED_MS = 60_000;

/** The most events of a node that wait for `execute()`; each takes about 200 bytes of memory. */
export const MAX_ARRIVED = 10_000;

/** The time for which a copy of an event that has reached `execute()` needs no look-up, in milliseconds. */
export const DECIDED_MS = 10_000;

/** The most events of a node for which that is so. */
export const MAX_DECIDED = 1_000;

/**
 * The events of one trigger node that came in by this process.
 *
 * In regular mode n8n has one process: it takes all webhooks of a node and runs all their executions. In queue
 * mode workers run them, and a worker takes no webhooks. (`WorkflowRunner.run()` hands an execution over to the
 * queue if the mode is `queue` and the execution is not manual, else it runs it itself; read in n8n 1.123.81,
 * 2.0.3, 2.20.12 and 2.41.1.) So an execution that finds its event here knows that no other process has a copy.
 * Where it finds none, it may be that another has: in queue mode, for an execution that is retried, and for one
 * that has waited through a restart or for longer than {@link ARRIVED_MS}.
 */
export class Arrivals {
	readonly #arrived: ExpiringKeys;
	readonly #decided: ExpiringKeys;

	constructor(clock: Clock) {
		this.#arrived = new ExpiringKeys(ARRIVED_MS, clock);
		this.#decided = new ExpiringKeys(DECIDED_MS, clock);
	}

	/** True if nothing is known any more. */
	get isEmpty(): boolean {
		return this.#arrived.size + this.#decided.size === 0;
	}

	/** Notes in `webhook()` that an event has come. */
	note(key: string): void {
		this.#arrived.add(key, MAX_ARRIVED);
	}

	/** Tells in `execute()` if the event came in by this process. */
	has(key: string): boolean {
		return this.#arrived.has(key);
	}

	/**
	 * Leaves the decision about an event to the first that asks.
	 * @param window The number of past events among which a repetition is found.
	 * @returns false for a copy of an event that was left to another before.
	 */
	take(key: string, window: number): boolean {
		if (this.#decided.has(key)) return false;
		this.#decided.add(key, Math.min(window, MAX_DECIDED));
		return true;
	}
}
