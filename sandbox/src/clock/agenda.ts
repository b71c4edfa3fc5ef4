import type { Database, Statement } from '../database/database.ts';
import type { Clock } from './clock.ts';
import { Ticker, type Turn } from './ticker.ts';

/** How many are done in one write, so that others need not wait for long. */
const PER_TURN = 500;

/** What falls due one by one: rows of a table with a `due_at` (milliseconds), each removed as it is done. */
export class Agenda<Row extends object> {
	readonly #perform: (row: Row & { due_at: number }) => void;
	readonly #ticker: Ticker;
	readonly #due: Statement<Row & { due_at: number; rowid: number }>;
	readonly #next: Statement<{ at: number | null }>;
	readonly #remove: Statement<never>;

	/** @param perform called within a write */
	constructor(
		database: Database,
		clock: Clock,
		table: string,
		perform: (row: Row & { due_at: number }) => void,
	) {
		this.#perform = perform;
		this.#ticker = new Ticker(clock, database, (now) => this.#turn(now));
		this.#due = database.prepare(
			`SELECT rowid, * FROM ${table} WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?`,
		);
		this.#next = database.prepare(`SELECT min(due_at) AS at FROM ${table}`);
		this.#remove = database.prepare(`DELETE FROM ${table} WHERE rowid = ?`);
	}

	start(): void {
		this.#ticker.start();
	}

	stop(): void {
		this.#ticker.stop();
	}

	/** Says that a row has been added. */
	wake(): void {
		this.#ticker.wake();
	}

	#turn(now: number): Turn {
		for (const row of this.#due.all(now, PER_TURN)) {
			this.#remove.run(row.rowid);
			this.#perform(row);
		}
		const nextAt = this.#next.get()?.at ?? undefined;
		return { more: nextAt !== undefined && nextAt <= now, nextAt };
	}
}
