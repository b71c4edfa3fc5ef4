import type { Clock } from './clock';

/**
 * Records entries in n8n's row of a node, which holds at most `limit` and drops the oldest; resolves with those
 * that were not there.
 */
export type RecordEntries = (entries: string[], limit: number) => Promise<string[]>;

/**
 * The time after which the events that wait for a call go on without it, in
 * milliseconds. A burst can keep n8n busy for seconds.
 */
export const LOOKUP_TIMEOUT_MS = 20_000;

/** n8n could not look the entries up; the message says why. They may be recorded all the same. */
export class LookupError extends Error {}

/** n8n has not answered within {@link LOOKUP_TIMEOUT_MS}. */
export class LookupTimeoutError extends Error {
	constructor() {
		super(`it has not answered within ${LOOKUP_TIMEOUT_MS / 1_000} seconds`);
	}
}

/**
 * The entries of an event in the row: its key, a mark of who looked it up, and the two claims by which one of
 * several processes gets to run it (queueMode/seenKeys.ts). Whoever lets an event run without a claim records
 * them all, so that no one can claim it later.
 */
export const buildEntries = (key: string, mark: string) => ({
	key,
	mark: `${key} by ${mark}`,
	claim: `${key} claimed`,
	lastClaim: `${key} claimed again`,
});

export const ENTRIES_PER_EVENT = 4;

interface WaitingEntries {
	entries: string[];
	resolve: (fresh: Set<string>) => void;
	reject: (reason: unknown) => void;
}

/**
 * n8n's row of the keys that one node has seen. n8n reads and writes it without a lock, so within this process
 * one call is under way at a time, and entries that arrive meanwhile go together into the next.
 */
export class KeyRow {
	#waiting: WaitingEntries[] = [];
	#isBusy = false;
	#record: RecordEntries = async (entries) => await Promise.resolve(entries);
	#limit = ENTRIES_PER_EVENT;

	constructor(private readonly clock: Clock) {}

	/** True while a call is under way. */
	get isBusy(): boolean {
		return this.#isBusy;
	}

	/**
	 * Sets the function that records entries from now on.
	 * @param window The number of events that the row holds.
	 */
	use(record: RecordEntries, window: number): void {
		this.#record = record;
		this.#limit = ENTRIES_PER_EVENT * window;
	}

	/**
	 * Records entries and resolves with those that are new. Of several that record the same entry at once, the
	 * first has it.
	 * @throws what the function throws, or {@link LookupTimeoutError}.
	 */
	async record(entries: string[]): Promise<Set<string>> {
		return await new Promise<Set<string>>((resolve, reject) => {
			this.#waiting.push({ entries, resolve, reject });
			void this.#recordWaiting();
		});
	}

	async #recordWaiting(): Promise<void> {
		if (this.#isBusy) return;
		this.#isBusy = true;
		try {
			while (this.#waiting.length > 0) await this.#recordTogether(this.#waiting.splice(0));
		} finally {
			this.#isBusy = false;
		}
	}

	async #recordTogether(waiting: WaitingEntries[]): Promise<void> {
		try {
			const entries = [...new Set(waiting.flatMap((one) => one.entries))];
			const fresh = new Set(await this.#withTimeout(this.#record(entries, this.#limit)));
			for (const { entries: own, resolve } of waiting) {
				resolve(new Set(own.filter((entry) => fresh.delete(entry))));
			}
		} catch (error) {
			for (const { reject } of waiting) reject(error);
		}
	}

	/** A call that never settles must not hold up the events that come after it. */
	async #withTimeout<T>(call: Promise<T>): Promise<T> {
		const deadline = this.clock.quietPause(LOOKUP_TIMEOUT_MS).then(() => {
			throw new LookupTimeoutError();
		});
		return await Promise.race([call, deadline]);
	}
}
