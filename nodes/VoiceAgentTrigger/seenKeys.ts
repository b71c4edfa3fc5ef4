import { sleep } from 'n8n-workflow';

import { KeyLookup, TooLate, type RecordKeys } from './keyLookup';
import { quietPause } from '../shared/service/quietPause';

/** What n8n keeps of an event: its key, who looked it up, and the two claims by which one of several copies gets to run. */
export const ENTRIES_PER_EVENT = 4;

/** How long this process keeps recording what it has recorded, in milliseconds. */
const REPEATS_FOR = 10_000;

/** How long after a look-up it does so, in milliseconds; less and less often while no new key comes. */
const REPEATS_AFTER = 200;

/** For how long every look-up does so, in milliseconds. After that, others have long written what they had read before. */
const NEWEST_FOR = 3_000;

/** The most events whose entries are recorded again, so that a busy trigger's look-ups stay short. */
const MOST_REPEATED = 1_000;

/**
 * How many of the slowest look-ups to wait before a claim, and within which bounds in milliseconds. Where look-ups take seconds, a
 * shorter wait would let two processes claim the same event.
 */
const WAIT = { lookups: 3, least: 40, most: 5_000 } as const;

/** The same for a claim that others are likely to make as well; a random part follows. */
const CONTESTED_WAIT = { lookups: 3, least: 50, most: 10_000 } as const;
const RANDOM_WAIT = { lookups: 6, least: 40, most: 10_000 } as const;

interface OwnKey {
	/** When to forget it; never before it is known whether the event runs. */
	until: number;
	/** What this process has recorded for it, each beginning with the key. */
	entries: string[];
	/** Whether another process has overwritten any of it, so that it may have found the same key new. */
	isContested: boolean;
}

/**
 * Which events a trigger node has seen. n8n's processes share a row of keys that they read and write without a lock: what one has
 * recorded, another may overwrite a moment later, and both may find the same key new. Therefore:
 * - Whoever finds a key new waits until the look-ups of others should be done, and claims it. The first claim counts.
 * - Whoever was overwritten meanwhile waits longer, by chance, and claims once more: the other one was not, and is ahead.
 * - Only one who had the first claim makes the last, so that of several copies one always runs.
 * - For some seconds each process records again what it has recorded, which repairs what others have overwritten.
 * - Of copies that reach the same process, only the first is looked up.
 */
export class SeenKeys {
	readonly #own = new Map<string, OwnKey>();
	readonly #lookup = new KeyLookup({
		list: (which) => {
			const since = which === 'all' ? 0 : Date.now() + REPEATS_FOR - NEWEST_FOR;
			return [...this.#own.values()].flatMap(({ until, entries }) => (until > since ? entries : []));
		},
		wasMissing: (entry) => {
			const own = this.#own.get(entry.split(' ', 1)[0] ?? '');
			if (own) own.isContested = true;
		},
	});
	/** Tells this process from the others. */
	readonly #id = Math.random().toString(36).slice(2);
	#isRepeating = false;
	#lastNew = 0;
	#window = 1;

	/** Whether nothing is left to do, so that this may be forgotten. */
	get isIdle(): boolean {
		return this.#own.size === 0 && !this.#isRepeating;
	}

	/**
	 * Whether an event comes for the first time; records it.
	 * @param window How many events back a repetition is recognized.
	 * @throws When n8n cannot tell; the event must run then.
	 */
	async isFirst(key: string, window: number, record: RecordKeys): Promise<boolean> {
		this.#window = window;
		this.#lookup.use(record, ENTRIES_PER_EVENT * window);
		this.#forgetOld();
		if (this.#own.has(key)) return false;
		const own: OwnKey = { until: Infinity, entries: [], isContested: false };
		this.#own.set(key, own);
		this.#forgetOld();
		this.#lastNew = Date.now();
		void this.#repeat();
		try {
			return await this.#decide(key, own);
		} finally {
			own.until = Date.now() + REPEATS_FOR;
		}
	}

	async #decide(key: string, own: OwnKey): Promise<boolean> {
		if (!(await this.#announce(key, own))) return false;
		await this.#wait(WAIT);
		if (!(await this.#record(`${key} claimed`, own))) return false;
		const lastClaim = `${key} claimed again`;
		if (own.isContested) {
			await this.#wait(CONTESTED_WAIT, RANDOM_WAIT);
			return await this.#record(lastClaim, own);
		}
		own.entries.push(lastClaim);
		void this.#lookup.repeat();
		return true;
	}

	/** Whether the key may be new. After a look-up that failed it may be there because that one recorded it, so the claims decide. */
	async #announce(key: string, own: OwnKey): Promise<boolean> {
		// Recorded along with the key: if it is missing afterwards, another process has overwritten both.
		own.entries.push(`${key} by ${this.#id}`);
		let isUnsure = false;
		const isNew = await this.#record(key, own).catch(async (reason: unknown) => {
			if (reason instanceof TooLate) return await Promise.reject(reason);
			// Of two processes that make the row at the same time, one fails.
			isUnsure = true;
			await this.#wait(WAIT);
			await this.#record(key, own);
			return true;
		});
		own.isContested = isUnsure;
		return isNew;
	}

	/** Whether an entry is new. */
	async #record(entry: string, own: OwnKey): Promise<boolean> {
		const isNew = await this.#lookup.isNew(entry);
		own.entries.push(entry);
		return isNew;
	}

	async #wait(...parts: Array<{ lookups: number; least: number; most: number }>): Promise<void> {
		const { slowest } = this.#lookup;
		const [fixed = 0, random = 0] = parts.map(({ lookups, least, most }) =>
			Math.min(Math.max(lookups * slowest, least), most),
		);
		await sleep(fixed + Math.random() * random);
	}

	/** Runs beside the events until no key is left to record again. */
	async #repeat(): Promise<void> {
		if (this.#isRepeating) return;
		this.#isRepeating = true;
		while (this.#own.size > 0) {
			const quiet = Date.now() - this.#lastNew;
			const pause = Math.max(REPEATS_AFTER, quiet / 4, this.#lookup.slowest);
			await quietPause(pause * (0.75 + Math.random() / 2));
			this.#forgetOld();
			if (this.#own.size > 0 && this.#lookup.idleFor >= pause / 2) await this.#lookup.repeat();
		}
		this.#isRepeating = false;
	}

	#forgetOld(): void {
		const surplus = this.#own.size - Math.min(this.#window, MOST_REPEATED);
		let index = 0;
		for (const [key, { until }] of this.#own) {
			const isSurplus = index++ < surplus && until !== Infinity;
			if (isSurplus || until <= Date.now()) this.#own.delete(key);
		}
	}
}
