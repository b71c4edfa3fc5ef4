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

/**
 * The row of n8n's table `processed_data` for one node. As n8n does, a look-up reads it and later writes all of
 * it, also where nothing is new, so that the last writer wins; the first one inserts it, and fails if another
 * has done so meanwhile.
 */
export class SharedRow {
	#keys: ReadonlySet<string> | undefined;

	/**
	 * Looks keys up, and records those that are new.
	 * @param limit The most keys that the row keeps: the newest.
	 * @param wait Lets the time of the database pass.
	 */
	async record(
		keys: string[],
		limit: number,
		fate: LookupFate,
		wait: (milliseconds: number) => Promise<void>,
	): Promise<string[]> {
		await wait(fate.beforeMs);
		const read = this.#keys;
		if (fate.fails === 'before') throw new Error('no database');
		const fresh = keys.filter((key) => !read?.has(key));
		await wait(fate.withinMs);
		if (fate.fails === 'unwritten') throw new Error('connection lost');
		if (read === undefined && this.#keys !== undefined) throw new Error('the row exists');
		const isSame = read !== undefined && fresh.length === 0;
		this.#keys = isSame ? read : new Set([...(read ?? []), ...fresh].slice(-limit));
		await wait(fate.afterMs);
		if (fate.fails === 'after') throw new Error('the answer was lost');
		return fresh;
	}
}
