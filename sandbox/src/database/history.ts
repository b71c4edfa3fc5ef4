import type { Database } from './database.ts';

/** How often it is looked whether there is something to forget. */
const INTERVAL_MS = 250;
/** How many rows of a kind are forgotten in one write, so that others need not wait for long. */
const PER_WRITE = 500;

/** Bounds what the sandbox remembers: of each kind of thing that happens, the newest are kept. */
export class History {
	readonly #database: Database;
	readonly #keep: number;
	readonly #bounds: Array<{ readonly oldest: string; readonly forget: (seq: number) => void }> = [];
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
		const oldest = `SELECT seq FROM ${table} WHERE seq <= (SELECT max(seq) FROM ${table}) - ? AND ${done} ORDER BY seq LIMIT ?`;
		this.#bounds.push({ oldest, forget });
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
		const find = (oldest: string, limit: number) =>
			this.#database.all<{ seq: number }>(oldest, this.#keep, limit);
		for (const { oldest, forget } of this.#bounds) {
			if (find(oldest, 1).length === 0) continue;
			await this.#database
				.write(() => find(oldest, PER_WRITE).forEach(({ seq }) => forget(seq)))
				// For example, the disk is full. It is tried again when something else has changed.
				.catch(() => undefined);
		}
	}
}
