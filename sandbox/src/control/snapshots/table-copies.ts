import type { SQLInputValue } from 'node:sqlite';
import { type Database, accountTables } from '../../service/database/database.ts';

/** The rows of a table, each a list of values in the order of the columns. */
export interface TableRows {
	readonly columns: readonly string[];
	readonly rows: ReadonlyArray<readonly SQLInputValue[]>;
}

/**
 * Copies of all tables of the account in the same database, under a name, so that saving and restoring is one
 * transaction and takes no memory. All methods that change something are to be called within a transaction.
 */
export class TableCopies {
	readonly #database: Database;

	constructor(database: Database) {
		this.#database = database;
	}

	/** Copies the current rows of every table, in place of an earlier copy of that name. */
	save(name: string): void {
		this.remove(name);
		for (const table of this.#tables()) {
			this.#database.execute(
				`CREATE TABLE "${buildCopyName(table, name)}" AS SELECT ${this.#columnsOf(table)} FROM "${table}"`,
			);
		}
	}

	remove(name: string): void {
		const sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND substr(name, 1, ?) = ?";
		const prefix = buildCopyName('', name);
		const copies = this.#database.all<{ name: string }>(sql, prefix.length, prefix);
		for (const copy of copies) this.#database.execute(`DROP TABLE "${copy.name}"`);
	}

	/** Tells if the copied tables have the columns that the tables have now. */
	fits(name: string): boolean {
		return this.#tables().every(
			(table) => this.#columnsOf(table) === this.#columnsOf(buildCopyName(table, name)),
		);
	}

	/** Replaces the rows of every table by those that were copied. */
	restore(name: string): void {
		// Rows of one table refer to rows of another, so the check waits for the commit.
		this.#database.execute('PRAGMA defer_foreign_keys = ON');
		for (const table of this.#tables()) {
			const columns = this.#columnsOf(table);
			this.#database.execute(`DELETE FROM "${table}" ${exceptOwn(table)};
				INSERT INTO "${table}" (${columns})
				SELECT ${columns} FROM "${buildCopyName(table, name)}" ${exceptOwn(table)} ORDER BY rowid`);
		}
	}

	/** Reads the copied rows of every table. */
	read(name: string): Record<string, TableRows> {
		const tables = this.#tables().map((table) => {
			const columns = this.#columnsOf(table);
			const sql = `SELECT ${columns} FROM "${buildCopyName(table, name)}" ${exceptOwn(table)} ORDER BY rowid`;
			const rows = this.#database.all<Record<string, SQLInputValue>>(sql);
			return [table, { columns: columns.split(','), rows: rows.map((row) => Object.values(row)) }] as const;
		});
		return Object.fromEntries(tables);
	}

	/**
	 * Writes rows as a copy, in place of an earlier one of that name, and tries whether they can be restored.
	 * @returns why they cannot; undefined if they can
	 */
	write(name: string, tables: Readonly<Record<string, TableRows>>): string | undefined {
		this.remove(name);
		try {
			for (const table of this.#tables()) {
				const copy = `"${buildCopyName(table, name)}"`;
				const columns = this.#columnsOf(table);
				this.#database.execute(`CREATE TABLE ${copy} AS SELECT ${columns} FROM "${table}" WHERE false`);
				const { columns: given, rows = [] } = tables[table] ?? {};
				if (String(given) !== columns) return `table ${table} must have the columns ${columns}`;
				for (const row of rows) {
					this.#database.run(`INSERT INTO ${copy} VALUES (${row.map(() => '?').join()})`, ...row);
				}
			}
			return this.#tryToRestore(name);
		} catch (error) {
			if (error instanceof Error && 'errcode' in error) return error.message;
			throw error;
		}
	}

	/** Restores a copy, and undoes that again. Returns the reference that leads nowhere, if there is one, in words. */
	#tryToRestore(name: string): string | undefined {
		this.#database.execute('SAVEPOINT trial');
		try {
			this.restore(name);
			const [row] = this.#database.all<{ table: string; parent: string }>('PRAGMA foreign_key_check');
			return row && `a row of table ${row.table} belongs to one of table ${row.parent} that is not there`;
		} finally {
			this.#database.execute('ROLLBACK TO trial; RELEASE trial');
		}
	}

	#tables(): string[] {
		return [...accountTables(this.#database), 'settings'];
	}

	/**
	 * Returns the names of a table's stored columns, separated by commas; empty if the table does not exist.
	 */
	#columnsOf(table: string): string {
		const sql = 'SELECT name FROM pragma_table_info(?) ORDER BY cid';
		return String(this.#database.all<{ name: string }>(sql, table).map(({ name }) => name));
	}
}

function buildCopyName(table: string, name: string): string {
	return `snapshot:${name}:${table}`;
}

/**
 * Returns the SQL condition that leaves out the settings that belong to the sandbox itself, whose names begin
 * with `own_`: a copy does not change them back, nor hand them on to another sandbox.
 */
function exceptOwn(table: string): string {
	return table === 'settings' ? "WHERE substr(name, 1, 4) <> 'own_'" : '';
}
