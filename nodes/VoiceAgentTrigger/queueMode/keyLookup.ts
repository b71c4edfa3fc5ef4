import type { Clock } from '../clock';
import { LOOKUP_TIMEOUT_MS, LookupTimeoutError, type KeyRow } from '../keyRow';
import { QUEUE_MODE } from './limits';

const { slowMs, slowestPeriodMs, restPart, randomRestPart, mostRestMs, recordAllIntervalMs } =
	QUEUE_MODE.lookup;

interface PendingLookup {
	key: string;
	resolve: (isNew: boolean) => void;
	reject: (reason: unknown) => void;
}

/** The keys that this process has recorded lately. */
interface RecentKeys {
	/** All of them, or the newest, which others are likely to overwrite. Oldest first. */
	list: (which: 'all' | 'newest') => string[];
	/**
	 * Called with a listed key that was not in the row, because it was not recorded yet or another process has
	 * overwritten it; it is there now.
	 */
	onOverwritten: (key: string) => void;
}

/**
 * Looks keys up in a row that other processes overwrite. One look-up is under way at a time, and keys that
 * arrive meanwhile go together into the next. Each also records the newest keys again, now and then all recent
 * ones, and a slow one leaves the others time to write.
 */
export class KeyLookup {
	#waiting: PendingLookup[] = [];
	#isBusy = false;
	#isRepeatDue = false;
	#failure: unknown;
	#restsUntil = 0;
	/** Look-ups with the times of their ends, of which each took less than the one before. */
	#slowest: Array<{ tookMs: number; at: number }> = [];
	#allRecordedAt = 0;
	#lastRecord = 0;

	constructor(
		private readonly row: KeyRow,
		private readonly recent: RecentKeys,
		private readonly clock: Clock,
	) {}

	/** The time that the slowest of the last look-ups took, in milliseconds. */
	get slowestMs(): number {
		return this.#listSlowest()[0]?.tookMs ?? 0;
	}

	/** The time since the last look-up that did not fail ended, in milliseconds. */
	get idleMs(): number {
		return this.clock.now() - this.#lastRecord;
	}

	/**
	 * Records a key, and tells if it is new.
	 * @throws as {@link KeyRow.record}; the key may be recorded all the same.
	 */
	async isNew(key: string): Promise<boolean> {
		return await new Promise<boolean>((resolve, reject) => {
			this.#waiting.push({ key, resolve, reject });
			void this.#answerAll();
		});
	}

	/**
	 * Records the recent keys again, unless the last look-up hangs, which keeps a connection to the database.
	 * @returns false if that failed.
	 */
	async repeat(): Promise<boolean> {
		if (this.#failure instanceof LookupTimeoutError) return false;
		this.#isRepeatDue = true;
		await this.#answerAll();
		return this.#failure === undefined;
	}

	/** Looks up all that wait. If that fails, each of them gets the error. */
	async #answerAll(): Promise<void> {
		if (this.#isBusy) return;
		this.#isBusy = true;
		try {
			while (this.#waiting.length > 0 || this.#isRepeatDue) {
				await this.clock.sleep(Math.max(0, this.#restsUntil - this.clock.now()));
				this.#isRepeatDue = false;
				await this.#answer(this.#waiting.splice(0));
			}
		} finally {
			this.#isBusy = false;
		}
	}

	async #answer(pending: PendingLookup[]): Promise<void> {
		try {
			const unclaimed = await this.#ask(pending.map(({ key }) => key));
			this.#failure = undefined;
			// Of several that ask for the same key at once, the first has it.
			for (const { key, resolve } of pending) resolve(unclaimed.delete(key));
		} catch (error) {
			this.#failure = error;
			for (const { reject } of pending) reject(error);
		}
	}

	async #ask(keys: string[]): Promise<Set<string>> {
		const begun = this.clock.now();
		const isAllDue = begun - this.#allRecordedAt >= recordAllIntervalMs;
		if (isAllDue) this.#allRecordedAt = begun;
		const recent = new Set(this.recent.list(isAllDue ? 'all' : 'newest'));
		// The newest last, since n8n drops the first of too many.
		const all = [...recent, ...keys.filter((key) => !recent.has(key))];
		if (all.length === 0) return new Set();
		try {
			const fresh = await this.row.record(all);
			for (const key of fresh) if (recent.has(key)) this.recent.onOverwritten(key);
			this.#lastRecord = this.clock.now();
			return fresh;
		} finally {
			const end = this.clock.now();
			const took = end - begun;
			// One that was given up does not say how long those of others take.
			if (took < LOOKUP_TIMEOUT_MS) {
				const slower = this.#listSlowest().filter(({ tookMs }) => tookMs > took);
				this.#slowest = [...slower, { tookMs: took, at: end }];
			}
			this.#restsUntil = end + (took > slowMs ? this.#restAfter(took) : 0);
		}
	}

	#listSlowest() {
		return this.#slowest.filter(({ at }) => this.clock.now() - at < slowestPeriodMs);
	}

	#restAfter(tookMs: number): number {
		return Math.min(tookMs * (restPart + randomRestPart * this.clock.random()), mostRestMs);
	}
}
