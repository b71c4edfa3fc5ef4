import { LookupError } from '../../../../../nodes/VoiceAgentTrigger/keyRow';
import type { Owner } from './virtualTime.ts';

/** What happens to one look-up of n8n in its database. */
export interface LookupFate {
	/** Before the row is read, in milliseconds. */
	beforeMs: number;
	/** From reading the row to writing it, in milliseconds. */
	withinMs: number;
	/** From writing the row to the answer, in milliseconds. */
	afterMs: number;
	/** Where it fails: before the row is read, before it is written, or on the way back. */
	fails: 'before' | 'unwritten' | 'after' | undefined;
}

/** A look-up that has come to the row. Times are in milliseconds. */
export interface Lookup {
	/** The process that asked. */
	owner: Owner;
	entries: string[];
	askedAt: number;
	readAt: number;
	/** Infinity if it was not written. */
	writtenAt: number;
	/** When it was written or failed; Infinity before. */
	endedAt: number;
	/** True if its process got no answer, or will get none. */
	hasFailed: boolean;
	/** The entries that the row had before it was written, and has no more. */
	erased: string[];
}

/**
 * The row of n8n's table `processed_data` for one node. As n8n does, a look-up reads it and later writes all of
 * it, also where nothing is new, so that the last writer wins; the first one inserts it, and fails if another
 * has done so meanwhile.
 */
export class SharedRow {
	#entries: readonly string[] | undefined;
	/** In the order in which they read the row. */
	readonly lookups: Lookup[] = [];

	/**
	 * Looks entries up, and records those that are new.
	 * @param limit The most entries that the row keeps: the newest.
	 * @param database The time of the database, in milliseconds.
	 */
	async record(
		owner: Owner,
		entries: string[],
		limit: number,
		fate: LookupFate,
		database: { readonly now: number; wait: (milliseconds: number) => Promise<void> },
	): Promise<string[]> {
		const askedAt = database.now;
		await database.wait(fate.beforeMs);
		const read = this.#entries;
		const readAt = database.now;
		const never = { writtenAt: Infinity, endedAt: Infinity };
		const hasFailed = fate.fails !== undefined;
		const lookup: Lookup = { owner, entries, askedAt, readAt, ...never, erased: [], hasFailed };
		this.lookups.push(lookup);
		if (fate.fails === 'before') {
			lookup.endedAt = readAt;
			throw new LookupError('no database');
		}
		const known = new Set(read);
		const fresh = entries.filter((entry) => !known.has(entry));
		await database.wait(fate.withinMs);
		lookup.endedAt = database.now;
		if (fate.fails === 'unwritten') throw new LookupError('connection lost');
		if (read === undefined && this.#entries !== undefined) {
			lookup.hasFailed = true;
			throw new LookupError('the row exists');
		}
		const written = [...(read ?? []), ...fresh].slice(-limit);
		if (read !== this.#entries) {
			const left = new Set(written);
			lookup.erased = (this.#entries ?? []).filter((entry) => !left.has(entry));
		}
		this.#entries = written;
		lookup.writtenAt = database.now;
		await database.wait(fate.afterMs);
		if (fate.fails === 'after') throw new LookupError('the answer was lost');
		return fresh;
	}
}
