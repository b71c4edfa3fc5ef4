import { randomUUID } from 'crypto';

import { Arrivals } from './arrivals';
import type { Clock } from './clock';
import { buildEntries, KeyRow, LookupError, type RecordEntries } from './keyRow';
import { SeenKeys } from './queueMode/seenKeys';

/** Where and how an event that runs is looked up. */
interface LookUp {
	/** The number of past events among which a repetition is found. */
	window: number;
	/** Records entries in n8n's row of the node. */
	record: RecordEntries;
	/** True for an execution that a person has chosen to retry: it may run in another process than before. */
	isRetry: boolean;
}

/** What one process knows of the events that one trigger node has seen. */
export class NodeKeys {
	readonly #arrivals: Arrivals;
	readonly #row: KeyRow;
	/** For events of which other processes may have copies. */
	readonly #seenKeys: SeenKeys;

	constructor(clock: Clock) {
		this.#arrivals = new Arrivals(clock);
		this.#row = new KeyRow(clock);
		this.#seenKeys = new SeenKeys(this.#row, clock);
	}

	/** True if nothing is known or left to do, so that this may be forgotten. */
	get isIdle(): boolean {
		return this.#arrivals.isEmpty && !this.#row.isBusy && this.#seenKeys.isIdle;
	}

	/** Notes that an event has come in by this process, so that its execution need not reckon with others. */
	noteArrival(key: string): void {
		this.#arrivals.note(key);
	}

	/**
	 * Records an event, and tells if it comes for the first time.
	 * @throws as {@link KeyRow.record} if n8n cannot tell; the event must run then.
	 */
	async isFirst(key: string, { window, record, isRetry }: LookUp): Promise<boolean> {
		this.#row.use(record, window);
		const isLocal = this.#arrivals.has(key) && !isRetry;
		if (!isLocal) return await this.#seenKeys.isFirst(key, window);
		return this.#arrivals.take(key, window) && (await this.#isNewInRow(key));
	}

	/**
	 * Tells if an event is new where no other process has copies of it, by one write of the row. If n8n could not
	 * look it up, it does so once more. Its mark shows then whether the first try has recorded it, which leaves
	 * unknown whether it was there before.
	 */
	async #isNewInRow(key: string): Promise<boolean> {
		const entries = buildEntries(key, randomUUID());
		const record = async () => await this.#row.record(Object.values(entries));
		const fresh = await record().catch(async (error: unknown) => {
			if (!(error instanceof LookupError)) throw error;
			const freshThen = await record();
			if (!freshThen.has(entries.mark)) throw error;
			return freshThen;
		});
		return fresh.has(key);
	}
}
