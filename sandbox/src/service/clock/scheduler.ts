import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { App } from '../plugin.ts';
import type { ClockTimer } from './clock.ts';

type Used = Pick<App, 'clock' | 'database'>;

/**
 * Does what falls due on the clock while the server listens, e.g. for campaigns, idle chats and carrier
 * reports. The work is done in transactions, so it survives the end of the process; work that an earlier run left
 * undone is done after the next start.
 */
export class Scheduler {
	readonly #app: Used;
	readonly #work: (now: number) => number | undefined;
	readonly #timer: ClockTimer;

	/**
	 * @param app the sandbox, before it listens
	 * @param work does a bounded part of what is due by `now`, within a transaction, and returns the time at which it
	 * is to be called again: not after `now` if more is due already, undefined if nothing is planned
	 */
	constructor(app: Used, work: (now: number) => number | undefined) {
		this.#app = app;
		this.#work = work;
		app.clock.onCatchUp(() => this.catchUp());
		this.#timer = app.clock.createTimer(() => this.catchUp());
		this.wake();
	}

	/** Tells the scheduler that something new may be due, now or later. */
	wake(): void {
		this.#timer.set(this.#app.clock.now());
	}

	/** Does everything that is due by now; resolves when it is done. */
	async catchUp(): Promise<void> {
		const { clock, database } = this.#app;
		let now = 0;
		let nextAt: number | undefined;
		for (;;) {
			nextAt = database.transaction(() => this.#work((now = clock.now())));
			if (nextAt === undefined || nextAt > now) break;
			await letOthersRun();
		}
		if (nextAt !== undefined) this.#timer.set(nextAt);
	}
}

/** The number of rows that are done in one transaction, so that requests need not wait for long. */
const PER_TURN = 500;

/**
 * Creates a scheduler that works through the rows of a table with a `due_at` (milliseconds) and removes each one
 * as it is done. To be woken when a row has been added.
 * @param perform called within a transaction
 */
export function createRowScheduler<Row extends object>(
	app: Pick<App, 'clock' | 'database'>,
	table: string,
	perform: (row: Row) => void,
): Scheduler {
	return new Scheduler(app, (now) => {
		const due = app.database.all<Row & { rowid: number }>(
			`SELECT rowid, * FROM ${table} WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?`,
			now,
			PER_TURN,
		);
		for (const row of due) {
			app.database.run(`DELETE FROM ${table} WHERE rowid = ?`, row.rowid);
			perform(row);
		}
		const next = app.database.get<{ at: number | null }>(`SELECT min(due_at) AS at FROM ${table}`);
		return next?.at ?? undefined;
	});
}
