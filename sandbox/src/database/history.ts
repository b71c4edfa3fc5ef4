import type { Database, Statement } from './database.ts';

/** How often it is looked whether there is something to forget. */
const INTERVAL_MS = 250;
/** How many rows of a kind are forgotten in one write, so that others need not wait for long. */
const PER_WRITE = 500;

/** One kind of thing of which only the newest are kept. */
interface Bound {
	readonly oldest: Statement<{ seq: number }>;
	readonly forget: (seq: number) => void;
}

/** Bounds what the sandbox remembers: of each kind of thing that happens, the newest are kept. */
export class History {
	readonly #database: Database;
	readonly #keep: number;
	readonly #bounds: Bound[] = [];
	readonly #changes: Statement<{ count: number }>;
	#seen = -1;
	#timer: NodeJS.Timeout | undefined;

	/** @param keep how many of each kind */
	constructor(database: Database, keep: number) {
		this.#database = database;
		this.#keep = keep;
		this.#changes = database.prepare('SELECT total_changes() AS count');
	}

	/**
	 * Keeps the newest rows of a table with a `seq`.
	 * @param done an SQL condition: only such rows are ever forgotten
	 * @param forget removes a row with what belongs to it; called within a write
	 */
	bound(table: string, done = 'TRUE', forget?: (seq: number) => void): void {
		const remove = this.#database.prepare(`DELETE FROM ${table} WHERE seq = ?`);
		this.#bounds.push({
			oldest: this.#database.prepare(
				`SELECT seq FROM ${table} WHERE seq <= (SELECT max(seq) FROM ${table}) - ? AND ${done} ORDER BY seq LIMIT ?`,
			),
			forget: forget ?? ((seq) => remove.run(seq)),
		});
	}

	start(): void {
		this.#timer = setInterval(() => void this.#tidy(), INTERVAL_MS).unref();
	}

	stop(): void {
		clearInterval(this.#timer);
	}

	async #tidy(): Promise<void> {
		const { count = 0 } = this.#changes.get() ?? {};
		if (count === this.#seen) return;
		this.#seen = count;
		const due = this.#bounds.filter(({ oldest }) => oldest.get(this.#keep, 1) !== undefined);
		for (const { oldest, forget } of due) {
			await this.#database
				.write(() => oldest.all(this.#keep, PER_WRITE).forEach(({ seq }) => forget(seq)))
				// The disk is full, say: it is tried again when something else has changed.
				.catch(() => undefined);
		}
	}
}
