import { Type, type Static } from 'typebox';
import { FIRST_SECRET_SETTING } from '../auth/api-keys.ts';
import { accountTables } from '../database/tables.ts';
import { withIsoTimes, type Row } from '../http/times.ts';
import { plainError } from '../http/errors.ts';
import { Timestamp } from '../http/values.ts';
import { RUNS_SETTING } from '../ids/index.ts';
import type { App } from '../plugin.ts';
import { clearAndSeed } from '../seed/index.ts';

/** A saved state. */
export const Snapshot = Type.Object({
	name: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'a word of letters, digits, _ and -' }),
	saved_at: {
		...Timestamp,
		description: "The sandbox's time when it was saved, and again when it is restored",
	},
});
export type Snapshot = Static<typeof Snapshot>;

export const SNAPSHOT_TABLES = `
	CREATE TABLE IF NOT EXISTS snapshots (
		name TEXT PRIMARY KEY,
		saved_at INTEGER NOT NULL,
		drawn TEXT NOT NULL
	) STRICT;
`;

/** The settings that no snapshot changes back. */
const LASTING_SETTINGS = [RUNS_SETTING, FIRST_SECRET_SETTING].map((name) => `'${name}'`).join();

type Stored = Row<Snapshot> & { readonly drawn: string };

/**
 * Saved states of the account, each with a name. A state is a copy of each table in the same database, so
 * that saving and restoring is one write, and a state takes no memory. States do not include faults and
 * received requests.
 */
export class Snapshots {
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Lists the states by name. */
	list(): Snapshot[] {
		const sql = 'SELECT name, saved_at FROM snapshots ORDER BY name';
		return this.#app.database.all<Row<Snapshot>>(sql).map((row) => withIsoTimes<Snapshot>(row));
	}

	/** Saves the present state, replacing one of the same name. To be called within a write. */
	save(name: string): Snapshot {
		const { clock, database, ids } = this.#app;
		for (const copy of this.#copiesOf(name)) database.execute(`DROP TABLE "${copy}"`);
		for (const table of this.#tables()) {
			database.execute(
				`CREATE TABLE "${copyTableName(table, name)}" AS SELECT ${this.#columnsOf(table)} FROM "${table}"`,
			);
		}
		const [saved_at, drawn] = [clock.now(), JSON.stringify(ids.drawn)];
		database.run('INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)', name, saved_at, drawn);
		return withIsoTimes<Snapshot>({ name, saved_at });
	}

	/**
	 * Restores a state and its time. To be called within a write.
	 * @throws {ServiceError} 404 for an unknown name, 409 for a state with another table layout
	 */
	restore(name: string): Snapshot {
		const { clock, config, database, ids } = this.#app;
		const stored = database.get<Stored>('SELECT * FROM snapshots WHERE name = ?', name);
		if (stored === undefined) throw plainError(404, 'Snapshot not found');
		const tables = this.#tables();
		if (tables.some((table) => this.#columnsOf(table) !== this.#columnsOf(copyTableName(table, name)))) {
			throw plainError(409, 'This snapshot was saved by another version of the sandbox');
		}
		// Resets first, since that also clears the data that the parts keep in memory.
		clearAndSeed(config.seed, this.#app);
		this.#withoutTriggers(() => {
			// Rows of one table refer to rows of another, so the check waits for the commit.
			database.execute('PRAGMA defer_foreign_keys = ON');
			for (const table of tables) {
				const lasting = table === 'settings' ? `WHERE name NOT IN (${LASTING_SETTINGS})` : '';
				const columns = this.#columnsOf(table);
				database.execute(`DELETE FROM "${table}" ${lasting};
					INSERT INTO "${table}" (${columns})
					SELECT ${columns} FROM "${copyTableName(table, name)}" ${lasting} ORDER BY rowid`);
			}
		});
		ids.resume(JSON.parse(stored.drawn) as Record<string, number>);
		clock.set(stored.saved_at);
		return withIsoTimes<Snapshot>({ name, saved_at: stored.saved_at });
	}

	#tables(): string[] {
		return [...accountTables(this.#app.database), 'settings'];
	}

	#copiesOf(name: string): string[] {
		const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, ?) = ?";
		const prefix = copyTableName('', name);
		return this.#app.database.all<{ name: string }>(sql, prefix.length, prefix).map((table) => table.name);
	}

	/**
	 * Returns the names of a table's stored columns, separated by commas; empty if the table does not exist.
	 */
	#columnsOf(table: string): string {
		const sql = 'SELECT name FROM pragma_table_info(?) ORDER BY cid';
		return String(this.#app.database.all<{ name: string }>(sql, table).map(({ name }) => name));
	}

	/** Does work without the triggers that count rows, since the copied tables already hold the counts. */
	#withoutTriggers(work: () => void): void {
		const { database } = this.#app;
		const triggers = database.all<{ name: string; sql: string }>(
			"SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'",
		);
		for (const { name } of triggers) database.execute(`DROP TRIGGER "${name}"`);
		work();
		for (const { sql } of triggers) database.execute(sql);
	}
}

function copyTableName(table: string, name: string): string {
	return `snapshot:${name}:${table}`;
}
