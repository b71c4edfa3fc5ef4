import { sleep } from 'n8n-workflow';

import { quietPause } from '../shared/client/time';

/** Records keys in n8n's row of this node, which holds at most `limit`; resolves with those that were not there. */
export type RecordKeys = (keys: string[], limit: number) => Promise<string[]>;

interface Question {
	key: string;
	resolve: (isNew: boolean) => void;
	reject: (reason: unknown) => void;
}

/** How long a look-up may take before the events that wait for it go on without, in milliseconds. A burst can keep n8n busy for seconds. */
const DEADLINE = 20_000;

/** n8n has not answered within {@link DEADLINE}. */
export class TooLate extends Error {}

/** A look-up that takes longer is slow, in milliseconds: other processes may then write in between. */
const SLOW = 20;

/** The longest pause after a slow look-up, in milliseconds. */
const LONGEST_REST = 750;

/** How long a slow look-up is kept in mind, in milliseconds. */
const RECENT = 10_000;

/** How often a look-up records all recent keys again instead of the newest, in milliseconds: n8n hashes and searches each. */
const ALL_AGAIN_AFTER = 1_000;

/** What this process has recorded lately. */
export interface RecentKeys {
	/** All of them, or the newest, which others are likely to overwrite. Oldest first. */
	list: (which: 'all' | 'newest') => string[];
	/** Called with a listed key that was not in the row, because nobody had recorded it yet or another process has overwritten it; it is there now. */
	wasMissing: (key: string) => void;
}

/**
 * Looks keys up in n8n's row of one node. n8n reads and writes the row without a lock, so that processes overwrite what others have
 * recorded. Within this process one look-up is under way at a time, and what is asked meanwhile goes together into the next. Each also
 * records the newest keys again, now and then all recent ones, and a slow one leaves the others time to write.
 */
export class KeyLookup {
	#waiting: Question[] = [];
	#isBusy = false;
	#isRepeatDue = false;
	#hasFailed = false;
	#restsUntil = 0;
	#slowest = { took: 0, at: 0 };
	#allRecordedAt = 0;
	#lastEnd = 0;
	#record: RecordKeys = async (keys) => await Promise.resolve(keys);
	#limit = 1;

	constructor(private readonly recent: RecentKeys) {}

	/** How long the slowest of the last look-ups took, in milliseconds. */
	get slowest(): number {
		return Date.now() - this.#slowest.at < RECENT ? this.#slowest.took : 0;
	}

	/** How long ago the last look-up ended, in milliseconds. */
	get idleFor(): number {
		return Date.now() - this.#lastEnd;
	}

	/** What to record with from now on. */
	use(record: RecordKeys, limit: number): void {
		this.#record = record;
		this.#limit = limit;
	}

	/**
	 * Whether a key is new; records it.
	 * @throws What n8n throws, or {@link TooLate}. The key may have been recorded all the same.
	 */
	async isNew(key: string): Promise<boolean> {
		return await new Promise<boolean>((resolve, reject) => {
			this.#waiting.push({ key, resolve, reject });
			void this.#answerAll();
		});
	}

	/** Records the recent keys again, unless the last look-up failed: one that hangs keeps a connection to the database. */
	async repeat(): Promise<void> {
		if (this.#hasFailed) return;
		this.#isRepeatDue = true;
		await this.#answerAll();
	}

	/** Never rejects: each question is told. */
	async #answerAll(): Promise<void> {
		if (this.#isBusy) return;
		this.#isBusy = true;
		while (this.#waiting.length > 0 || this.#isRepeatDue) {
			await sleep(Math.max(0, this.#restsUntil - Date.now()));
			const questions = this.#waiting.splice(0);
			this.#isRepeatDue = false;
			try {
				const unclaimed = new Set(await this.#ask(questions.map(({ key }) => key)));
				this.#hasFailed = false;
				// Of several who ask for the same key at once, the first has it.
				for (const { key, resolve } of questions) resolve(unclaimed.delete(key));
			} catch (error) {
				this.#hasFailed = true;
				for (const { reject } of questions) reject(error);
			}
		}
		this.#isBusy = false;
	}

	async #ask(keys: string[]): Promise<string[]> {
		const begun = Date.now();
		const isAllDue = begun - this.#allRecordedAt >= ALL_AGAIN_AFTER;
		if (isAllDue) this.#allRecordedAt = begun;
		const recent = new Set(this.recent.list(isAllDue ? 'all' : 'newest'));
		// The newest last, since n8n drops the first of too many.
		const all = [...recent, ...keys.filter((key) => !recent.has(key))];
		if (all.length === 0) return [];
		try {
			const fresh = await beforeDeadline(this.#record(all, this.#limit));
			for (const key of fresh) if (recent.has(key)) this.recent.wasMissing(key);
			return fresh;
		} finally {
			this.#lastEnd = Date.now();
			const took = this.#lastEnd - begun;
			// One that was given up does not say how long those of others take.
			if (took >= this.slowest && took < DEADLINE) this.#slowest = { took, at: this.#lastEnd };
			const rest = took > SLOW ? Math.min(took * (0.5 + Math.random() / 4), LONGEST_REST) : 0;
			this.#restsUntil = this.#lastEnd + rest;
		}
	}
}

/** A look-up that never settles must not hold up the events that come after it. */
async function beforeDeadline<T>(lookup: Promise<T>): Promise<T> {
	const deadline = quietPause(DEADLINE).then(() => {
		throw new TooLate();
	});
	return await Promise.race([lookup, deadline]);
}
