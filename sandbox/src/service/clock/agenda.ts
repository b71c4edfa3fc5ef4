import type { App } from '../plugin.ts';
import { Ticker } from './ticker.ts';

/** The number of rows that are done in one transaction, so that requests need not wait for long. */
const PER_TURN = 500;

/**
 * Builds a ticker that works through the rows of a table with a `due_at` (milliseconds) and removes each one
 * as it is done. To be woken when a row has been added.
 * @param perform called within a transaction
 */
export function agenda<Row extends object>(
	app: Pick<App, 'clock' | 'database'>,
	table: string,
	perform: (row: Row) => void,
): Ticker {
	return new Ticker(app, (now) => {
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
