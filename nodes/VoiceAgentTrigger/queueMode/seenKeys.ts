import type { Clock } from '../clock';
import { buildEntries, LookupTimeoutError, type KeyRow } from '../keyRow';
import { KeyLookup } from './keyLookup';
import { QUEUE_MODE } from './limits';

const { repeat, wait, contestedWait, randomWait } = QUEUE_MODE;

interface OwnKey {
	/** The time to forget it, in milliseconds since 1970; Infinity until it is decided if the event runs. */
	until: number;
	/**
	 * The entries that this process records for it, each beginning with the
	 * key; true once a look-up has recorded it.
	 */
	entries: Map<string, boolean>;
	/** True if another process has overwritten any of it, and so may have found the same key new. */
	isContested: boolean;
}

/**
 * The events that a trigger node has seen. n8n's processes share a row of keys that they read
 * and write without a lock: what one has recorded, another may overwrite a moment later, and
 * both may find the same key new. Therefore:
 * - A process that finds a key new waits until the look-ups of others should be done, and claims it. The
 *   first claim counts.
 * - A process whose claim was overwritten waits for a longer, random time and claims again: the other process
 *   is ahead by then.
 * - Only one that had the first claim makes the last, so that of several copies one always runs. With one
 *   claim only, processes that stall for seconds let some copies run twice.
 * - For some seconds each look-up records again what this process has recorded, which repairs what others
 *   have overwritten.
 * - Of copies that reach the same process, only the first is looked up.
 *
 * If no other process writes, an event writes the row four times: key, claim, last claim, which its execution
 * does not wait for, and a check one second later. Another process may appear at any time:
 * - If it reads the row after this one has written, it finds the key there, and nothing is lost.
 * - If it had read the row before and writes between two look-ups, the later look-up finds entries missing,
 *   records them again, and this process goes on checking until nothing was missing for ten seconds.
 * Without a lock of the row, a copy still runs as well in these cases, which test/unit/nodes/VoiceAgentTrigger/simulation
 * tells from faults:
 * - Another process holds the row that it has read for longer than the wait, and its claim or its write comes after
 *   this one's claim; or it holds the row until after the check, so that the entries are missing until the next event.
 * - Another process looks the event up, or claims it, in the second or so between a write that has taken the entries
 *   out of the row and the check that restores them.
 * - This process is too slow to record the last claim while another waits to make it.
 * - A look-up fails, or this process dies, so that it does not learn of the others, or they not of it. An event of
 *   which n8n cannot tell runs. One that a process was deciding when it died does not; n8n shows its execution as
 *   crashed.
 */
export class SeenKeys {
	readonly #own = new Map<string, OwnKey>();
	readonly #lookup: KeyLookup;
	/** Tells this process from the others. */
	readonly #id: string;
	#isRepeating = false;
	#isCheckDue = false;
	#lastNew = 0;
	#lastOverwritten = -Infinity;
	#window = 1;

	constructor(
		row: KeyRow,
		private readonly clock: Clock,
	) {
		this.#id = clock.random().toString(36).slice(2);
		const recent = {
			list: (which: 'all' | 'newest') => this.#listRecorded(which),
			onOverwritten: (entry: string) => this.#noteOverwritten(entry),
		};
		this.#lookup = new KeyLookup(row, recent, clock);
	}

	/** True if nothing is left to do, so that this may be forgotten. */
	get isIdle(): boolean {
		this.#forgetOld();
		return this.#own.size === 0 && !this.#isRepeating;
	}

	/**
	 * Records an event, and tells if it comes for the first time.
	 * @param window The number of past events among which a repetition is found.
	 * @throws if n8n cannot tell; the event must run then.
	 */
	async isFirst(key: string, window: number): Promise<boolean> {
		this.#window = window;
		this.#forgetOld();
		if (this.#own.has(key)) return false;
		const own: OwnKey = { until: Infinity, entries: new Map(), isContested: false };
		this.#own.set(key, own);
		this.#forgetOld();
		this.#lastNew = this.clock.now();
		void this.#repeat();
		try {
			return await this.#decide(key, own);
		} finally {
			own.until = this.clock.now() + repeat.periodMs;
			this.#isCheckDue = true;
			void this.#repeat();
		}
	}

	async #decide(key: string, own: OwnKey): Promise<boolean> {
		const { mark, claim, lastClaim } = buildEntries(key, this.#id);
		// Recorded along with the key: if it is missing afterwards, another process has overwritten both.
		own.entries.set(mark, false);
		if (!(await this.#announce(key, own))) return false;
		await this.#wait(wait);
		if (!(await this.#record(claim, own))) return false;
		if (own.isContested) {
			await this.#wait(contestedWait, randomWait);
			return await this.#record(lastClaim, own);
		}
		// For one that was overwritten and waits to claim again: this process may not have noticed it yet.
		own.entries.set(lastClaim, false);
		void this.#lookup.repeat();
		return true;
	}

	/**
	 * Tells if the key may be new. A look-up that failed may have recorded it, so that the claims decide then.
	 */
	async #announce(key: string, own: OwnKey): Promise<boolean> {
		let isUnsure = false;
		const isNew = await this.#record(key, own).catch(async (reason: unknown) => {
			if (reason instanceof LookupTimeoutError) return await Promise.reject(reason);
			// Of two processes that make the row at the same time, one fails.
			isUnsure = true;
			await this.#wait(wait);
			await this.#record(key, own);
			return true;
		});
		own.isContested ||= isUnsure;
		return isNew;
	}

	/** Records an entry, and tells if it is new. */
	async #record(entry: string, own: OwnKey): Promise<boolean> {
		const isNew = await this.#lookup.isNew(entry);
		own.entries.set(entry, true);
		return isNew;
	}

	async #wait(...parts: Array<{ lookups: number; leastMs: number; mostMs: number }>): Promise<void> {
		const { slowestMs } = this.#lookup;
		const [fixed = 0, random = 0] = parts.map(({ lookups, leastMs, mostMs }) =>
			Math.min(Math.max(lookups * slowestMs, leastMs), mostMs),
		);
		await this.clock.sleep(fixed + this.clock.random() * random);
	}

	/** True if another process has lately overwritten entries of this one. */
	get #hasRivals(): boolean {
		return this.clock.now() - this.#lastOverwritten < repeat.periodMs;
	}

	/**
	 * Runs beside the events: checks once after them, and goes on while others overwrite. A
	 * look-up for another event counts as a check.
	 */
	async #repeat(): Promise<void> {
		if (this.#isRepeating) return;
		this.#isRepeating = true;
		try {
			while (this.#isCheckDue || (this.#hasRivals && this.#own.size > 0)) {
				const quiet = this.clock.now() - this.#lastNew;
				const pause = this.#hasRivals
					? Math.max(repeat.intervalMs, repeat.quietPart * quiet, this.#lookup.slowestMs) *
						this.#randomFactor()
					: repeat.checkDelayMs;
				await this.clock.quietPause(pause);
				this.#forgetOld();
				// A look-up for an event has just recorded the same.
				if (this.#lookup.idleMs < repeat.recentPart * pause) continue;
				this.#isCheckDue = false;
				const isDone = await this.#lookup.repeat();
				if (!isDone && this.#own.size > 0) this.#isCheckDue = true;
			}
		} finally {
			this.#isRepeating = false;
		}
	}

	#listRecorded(which: 'all' | 'newest'): string[] {
		const since = which === 'all' ? 0 : this.clock.now() + repeat.periodMs - repeat.newestPeriodMs;
		return [...this.#own.values()].flatMap(({ until, entries }) =>
			until > since ? [...entries.keys()] : [],
		);
	}

	#noteOverwritten(entry: string): void {
		const own = this.#own.get(entry.split(' ', 1)[0] ?? '');
		if (own?.entries.get(entry)) {
			own.isContested = true;
			this.#lastOverwritten = this.clock.now();
			void this.#repeat();
		}
		own?.entries.set(entry, true);
	}

	#forgetOld(): void {
		const surplus = this.#own.size - Math.min(this.#window, repeat.mostEvents);
		let index = 0;
		for (const [key, { until }] of this.#own) {
			const isSurplus = index++ < surplus && until !== Infinity;
			if (isSurplus || until <= this.clock.now()) this.#own.delete(key);
		}
	}

	#randomFactor(): number {
		return repeat.leastFactor + (repeat.mostFactor - repeat.leastFactor) * this.clock.random();
	}
}
