import type { Database } from './database.ts';

/** How often it is looked whether there is something to forget. */
const INTERVAL_MS = 250;
/** How many rows of a kind are forgotten in one write, so that others need not wait for long. */
const PER_WRITE = 500;

interface Bound {
	readonly table: string;
	/** An SQL condition: only such rows are ever forgotten. */
	readonly done: string;
	readonly forget: (seq: number) => void;
}

/** Bounds what the sandbox remembers: of each kind of thing that happens, the newest are kept. */
export class History {
	readonly #database: Database;
	readonly #keep: number;
	readonly #bounds: Bound[] = [];
	/** SQL conditions by table. */
	readonly #spared = new Map<string, string[]>();
	#seen = -1;
	#timer: NodeJS.Timeout | undefined;

	/** @param keep how many of each kind */
	constructor(database: Database, keep: number) {
		this.#database = database;
		this.#keep = keep;
	}

	/**
	 * Keeps the newest rows of a table with a `seq`.
	 * @param done an SQL condition: only such rows are ever forgotten
	 * @param forget removes a row with what belongs to it; called within a write
	 */
	bound(
		table: string,
		done = 'TRUE',
		forget = (seq: number): void => void this.#database.run(`DELETE FROM ${table} WHERE seq = ?`, seq),
	): void {
		this.#bounds.push({ table, done, forget });
	}

	/**
	 * Spares rows of a bounded table for which something is due.
	 * @param due an SQL condition: such rows are not forgotten as long as it holds
	 */
	spare(table: string, due: string): void {
		this.#spared.set(table, [...(this.#spared.get(table) ?? []), due]);
	}

	start(): void {
		this.#timer = setInterval(() => void this.#tidy(), INTERVAL_MS).unref();
	}

	stop(): void {
		clearInterval(this.#timer);
	}

	async #tidy(): Promise<void> {
		const { changes } = this.#database;
		if (changes === this.#seen) return;
		this.#seen = changes;
		for (const bound of this.#bounds) {
			if (this.#findOldest(bound, 1).length === 0) continue;
			await this.#database
				.write(() => this.#findOldest(bound, PER_WRITE).forEach(({ seq }) => bound.forget(seq)))
				// For example, the disk is full. It is tried again when something else has changed.
				.catch(() => undefined);
		}
	}

	#findOldest({ table, done }: Bound, limit: number): Array<{ seq: number }> {
		const conditions = [done, ...(this.#spared.get(table) ?? []).map((due) => `NOT ${due}`)].join(' AND ');
		return this.#database.all(
			`SELECT seq FROM ${table} WHERE seq <= (SELECT max(seq) FROM ${table}) - ? AND ${conditions} ` +
				'ORDER BY seq LIMIT ?',
			this.#keep,
			limit,
		);
	}
}
