import { sleep } from 'n8n-workflow';

import { KeyLookup, TooLate, type RecordKeys } from './keyLookup';
import { quietPause } from './quietPause';

/** What n8n keeps of an event: the key itself, and the claims by which one of several copies gets to run. */
export const ENTRIES_PER_EVENT = 3;

/** How long this process keeps recording what it has recorded, in milliseconds. */
const REPEATS_FOR = 10_000;

/** How long after a look-up it does so, in milliseconds; less and less often while no new key comes. */
const REPEATS_AFTER = 200;

/** The most events whose entries are recorded again, so that a busy trigger's look-ups stay short. */
const MOST_REPEATED = 300;

/** Bounds of the wait before a claim, in milliseconds: three times the slowest look-up, and a random part of up to six times. */
const WAIT = { least: 40, most: 300 } as const;
const RANDOM_WAIT = { least: 50, most: 450 } as const;

interface OwnKey {
	until: number;
	/** What this process has recorded for it. */
	entries: string[];
}

const between = (value: number, { least, most }: { least: number; most: number }): number =>
	Math.min(Math.max(value, least), most);

/**
 * Which events a trigger node has seen. n8n's processes share a row of keys that they read and write without a lock, so what one has
 * recorded, another may overwrite a moment later, and both may find the same key new. Therefore:
 * - Whoever finds a key new waits until the look-ups of others should be done, and claims it; the first claim counts. When look-ups are
 *   slow, so that two claims may overlap, those that had the first claim it once more.
 * - A claim is recorded only by one who had the claim before, so that of several copies one always runs.
 * - For some seconds each process records again what it has recorded, which repairs what others have overwritten.
 * - Of copies that reach the same process, only the first is looked up.
 */
export class SeenKeys {
	readonly #own = new Map<string, OwnKey>();
	readonly #lookup = new KeyLookup(() => [...this.#own.values()].flatMap(({ entries }) => entries));
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
		const own: OwnKey = { until: Date.now() + REPEATS_FOR, entries: [] };
		this.#own.set(key, own);
		this.#lastNew = Date.now();
		void this.#repeat();

		if (!(await this.#announce(key, own))) return false;
		const [claim, lastClaim] = [`claim of ${key}`, `last claim of ${key}`];
		if (!(await this.#claim(claim, own))) return false;
		if (this.#lookup.isSlow) return await this.#claim(lastClaim, own);
		own.entries.push(lastClaim);
		return true;
	}

	/** Whether the key may be new. After a look-up that failed it may be there because that one recorded it, so the claim decides. */
	async #announce(key: string, own: OwnKey): Promise<boolean> {
		const again = async (reason: unknown): Promise<boolean> => {
			if (reason instanceof TooLate) return await Promise.reject(reason);
			// Of two processes that make the row at the same time, one fails.
			await this.#waitForOthers();
			await this.#lookup.isNew(key);
			return true;
		};
		const isNew = await this.#lookup.isNew(key).catch(again);
		own.entries.push(key);
		return isNew;
	}

	async #claim(claim: string, own: OwnKey): Promise<boolean> {
		await this.#waitForOthers();
		const isNew = await this.#lookup.isNew(claim);
		own.entries.push(claim);
		return isNew;
	}

	async #waitForOthers(): Promise<void> {
		const { slowest } = this.#lookup;
		await sleep(between(3 * slowest, WAIT) + Math.random() * between(6 * slowest, RANDOM_WAIT));
	}

	/** Runs beside the events until no key is left to record again. */
	async #repeat(): Promise<void> {
		if (this.#isRepeating) return;
		this.#isRepeating = true;
		while (this.#own.size > 0) {
			const quiet = Date.now() - this.#lastNew;
			const pause = Math.max(REPEATS_AFTER, quiet / 4, 5 * this.#lookup.slowest);
			await quietPause(Math.ceil(pause * (0.75 + Math.random() / 2)));
			this.#forgetOld();
			if (this.#own.size > 0 && this.#lookup.idleFor >= pause / 2) await this.#lookup.repeat();
		}
		this.#isRepeating = false;
	}

	#forgetOld(): void {
		const surplus = this.#own.size - Math.min(this.#window, MOST_REPEATED);
		let index = 0;
		for (const [key, { until }] of this.#own) {
			if (index++ < surplus || until <= Date.now()) this.#own.delete(key);
		}
	}
}
