import { sleep } from 'n8n-workflow';

import { quietPause } from '../shared/client/timing';

/**
 * Records keys in n8n's row of this node, which holds at most `limit`;
 * resolves with those that were not there.
 */
export type RecordKeys = (keys: string[], limit: number) => Promise<string[]>;

interface PendingLookup {
	key: string;
	resolve: (isNew: boolean) => void;
	reject: (reason: unknown) => void;
}

/**
 * The time after which the events that wait for a look-up go on without it, in
 * milliseconds. A burst can keep n8n busy for seconds.
 */
export const LOOKUP_TIMEOUT_MS = 20_000;

/** n8n has not answered within {@link LOOKUP_TIMEOUT_MS}. */
export class LookupTimeoutError extends Error {}

/**
 * The time after which a look-up counts as slow, in milliseconds: other processes may then write in between.
 */
const SLOW_LOOKUP_MS = 20;

/** The longest pause after a slow look-up, in milliseconds. */
const MAX_REST_MS = 750;

/** The time for which the slowest look-up counts, in milliseconds. */
const SLOWEST_PERIOD_MS = 10_000;

/**
 * The time after which a look-up records all recent keys again instead of the newest, in milliseconds: n8n
 * hashes and searches each.
 */
const RECORD_ALL_INTERVAL_MS = 1_000;

/** The keys that this process has recorded lately. */
export interface RecentKeys {
	/** All of them, or the newest, which others are likely to overwrite. Oldest first. */
	list: (which: 'all' | 'newest') => string[];
	/**
	 * Called with a listed key that was not in the row, because it was not recorded yet or another process has
	 * overwritten it; it is there now.
	 */
	onOverwritten: (key: string) => void;
}

/**
 * Looks keys up in n8n's row of one node. n8n reads and writes the row without a lock, so that processes
 * overwrite what others have recorded. Within this process one look-up is under way at a time, and keys that
 * arrive meanwhile go together into the next. Each also records the newest keys again, now and then all
 * recent ones, and a slow one leaves the others time to write.
 */
export class KeyLookup {
	#waiting: PendingLookup[] = [];
	#isBusy = false;
	#isRepeatDue = false;
	#hasFailed = false;
	#restsUntil = 0;
	#slowest = { tookMs: 0, at: 0 };
	#allRecordedAt = 0;
	#lastEnd = 0;
	#record: RecordKeys = async (keys) => await Promise.resolve(keys);
	#limit = 1;

	constructor(private readonly recent: RecentKeys) {}

	/** The time that the slowest of the last look-ups took, in milliseconds. */
	get slowestMs(): number {
		return Date.now() - this.#slowest.at < SLOWEST_PERIOD_MS ? this.#slowest.tookMs : 0;
	}

	/** The time since the last look-up ended, in milliseconds. */
	get idleMs(): number {
		return Date.now() - this.#lastEnd;
	}

	/** Sets the function that records keys from now on, and its limit. */
	use(record: RecordKeys, limit: number): void {
		this.#record = record;
		this.#limit = limit;
	}

	/**
	 * Records a key, and tells if it is new.
	 * @throws the error of n8n, or {@link LookupTimeoutError}. The key may have been recorded all the same.
	 */
	async isNew(key: string): Promise<boolean> {
		return await new Promise<boolean>((resolve, reject) => {
			this.#waiting.push({ key, resolve, reject });
			void this.#answerAll();
		});
	}

	/**
	 * Records the recent keys again, unless the last look-up failed: one that
	 * hangs keeps a connection to the database.
	 */
	async repeat(): Promise<void> {
		if (this.#hasFailed) return;
		this.#isRepeatDue = true;
		await this.#answerAll();
	}

	/** Looks up all that wait. Never rejects: each of them gets the error. */
	async #answerAll(): Promise<void> {
		if (this.#isBusy) return;
		this.#isBusy = true;
		while (this.#waiting.length > 0 || this.#isRepeatDue) {
			await sleep(Math.max(0, this.#restsUntil - Date.now()));
			const pending = this.#waiting.splice(0);
			this.#isRepeatDue = false;
			try {
				const unclaimed = new Set(await this.#ask(pending.map(({ key }) => key)));
				this.#hasFailed = false;
				// Of several that ask for the same key at once, the first has it.
				for (const { key, resolve } of pending) resolve(unclaimed.delete(key));
			} catch (error) {
				this.#hasFailed = true;
				for (const { reject } of pending) reject(error);
			}
		}
		this.#isBusy = false;
	}

	async #ask(keys: string[]): Promise<string[]> {
		const begun = Date.now();
		const isAllDue = begun - this.#allRecordedAt >= RECORD_ALL_INTERVAL_MS;
		if (isAllDue) this.#allRecordedAt = begun;
		const recent = new Set(this.recent.list(isAllDue ? 'all' : 'newest'));
		// The newest last, since n8n drops the first of too many.
		const all = [...recent, ...keys.filter((key) => !recent.has(key))];
		if (all.length === 0) return [];
		try {
			const fresh = await withTimeout(this.#record(all, this.#limit));
			for (const key of fresh) if (recent.has(key)) this.recent.onOverwritten(key);
			return fresh;
		} finally {
			this.#lastEnd = Date.now();
			const took = this.#lastEnd - begun;
			// One that was given up does not say how long those of others take.
			if (took >= this.slowestMs && took < LOOKUP_TIMEOUT_MS)
				this.#slowest = { tookMs: took, at: this.#lastEnd };
			const rest = took > SLOW_LOOKUP_MS ? Math.min(took * (0.5 + Math.random() / 4), MAX_REST_MS) : 0;
			this.#restsUntil = this.#lastEnd + rest;
		}
	}
}

/** A look-up that never settles must not hold up the events that come after it. */
async function withTimeout<T>(lookup: Promise<T>): Promise<T> {
	const deadline = quietPause(LOOKUP_TIMEOUT_MS).then(() => {
		throw new LookupTimeoutError();
	});
	return await Promise.race([lookup, deadline]);
}
