import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type SQLInputValue, DatabaseSync, type StatementSync } from 'node:sqlite';
import { foldCase } from '../matching.ts';

/**
 * Builds the SQL condition for the given filters, and lists its values.
 * @param conditions values by their SQL, which has `?` for the value; a condition without a value is left out
 */
export function buildWhere(conditions: Readonly<Record<string, SQLInputValue | undefined>>): {
	where: string;
	values: SQLInputValue[];
} {
	const given: string[] = [];
	const values: SQLInputValue[] = [];
	for (const [condition, value] of Object.entries(conditions)) {
		if (value === undefined) continue;
		given.push(condition);
		for (let left = condition.split('?').length; left > 1; left -= 1) values.push(value);
	}
	return { where: given.length === 0 ? '' : `WHERE ${given.join(' AND ')}`, values };
}

/** The table of settings, which belong to the sandbox and outlive a reset. */
export const SETTINGS_TABLE = `
	CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Tables that outlive a reset. */
const KEPT_TABLES = new Set(['settings']);

/**
 * Lists the tables with the data of an account, without the settings, which belong to the sandbox, and
 * without snapshots.
 */
export function accountTables(database: Database): string[] {
	const tables = database.all<{ name: string }>(
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND " +
			"name NOT LIKE 'sqlite_%' AND name NOT LIKE 'snapshot%'",
	);
	return tables.map(({ name }) => name).filter((name) => !KEPT_TABLES.has(name));
}

/** Deletes every row; settings and table definitions stay, so prepared statements stay valid. */
export function clearTables(database: Database): void {
	// Rows of one table refer to rows of another, so the check waits for the commit.
	database.execute('PRAGMA defer_foreign_keys = ON');
	for (const table of accountTables(database)) database.run(`DELETE FROM "${table}"`);
}

/** SQLite's name for a database in an unnamed file that is removed with the connection. */
const TEMPORARY = '';
/** The memory for the cache of a database in a folder, in KiB. */
const CACHE_KIB = 16_384;
/** The memory for that of a temporary database. It is small, since each commit looks at every changed page in it. */
const TEMPORARY_CACHE_KIB = 2_048;
/**
 * The size of the write-ahead log, in pages, at which it is copied into the database. Each time costs two syncs,
 * and a page that changed often meanwhile is copied once.
 */
const LOG_PAGES = 16_384;

/**
 * The version of the table layout, which is stored with the data. It is raised with every change of a table;
 * data with another version is refused.
 */
const LAYOUT = 7;

/** SQLite's codes for a file whose contents it cannot read: SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26];

/** An error which says that the data folder cannot be used, why, and what to do. */
export class DataFolderError extends Error {}

/** Tells if SQLite has found a database damaged. */
export const isDamaged = (error: unknown): boolean =>
	error instanceof Error && 'errcode' in error && DAMAGED.includes(Number(error.errcode) & 0xff);

/** Opens the database of a folder, which is created if necessary; without a folder, a temporary database. */
function open(folder: string | undefined): DatabaseSync {
	if (folder === undefined) return new DatabaseSync(TEMPORARY);
	try {
		mkdirSync(folder, { recursive: true });
		return new DatabaseSync(join(folder, 'sandbox.sqlite'));
	} catch (error) {
		const isFile = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false;
		const reason = isFile ? 'it is a file' : (error as Error).message;
		throw new DataFolderError(`${folder} cannot be the data folder: ${reason}. Name a folder with --data.`);
	}
}

/** An SQLite database. All calls are synchronous; what is changed together is one {@link transaction}. */
export class Database {
	readonly #connection: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();
	#afterCommit: Array<() => void> = [];

	/**
	 * @param folder keeps the data in this folder; without one it is in a private file that the operating
	 * system removes with the process
	 * @throws {DataFolderError} when the folder cannot be opened, another process has it open, it is damaged,
	 * or an older sandbox has written it
	 */
	constructor(folder?: string) {
		this.#connection = open(folder);
		// SQLite's own lower() knows the letters of ASCII only.
		this.#connection.function('fold', { deterministic: true }, (text) => foldCase(String(text)));
		this.#configure(folder);
	}

	#configure(folder: string | undefined): void {
		// Locked exclusively, since two dispatchers on one outbox would send everything twice.
		// A process that is killed loses no commit, since the operating system keeps what was written to the
		// write-ahead log. Only a machine that loses power may lose the last moments: commits are not synced.
		const durable = `PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
			PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = -${CACHE_KIB}`;
		// Nothing of it outlives the process, so what a rollback needs may be in memory.
		const temporary = `PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;
			PRAGMA cache_size = -${TEMPORARY_CACHE_KIB}`;
		try {
			this.execute(folder === undefined ? temporary : durable);
			this.execute('PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT');
		} catch (error) {
			if (!(error instanceof Error) || !/locked|busy/.test(error.message)) throw error;
			throw new DataFolderError(`The data folder ${folder} is in use by another sandbox.`);
		}
		const written = this.get<{ layout: number }>(
			'SELECT user_version AS layout FROM pragma_user_version WHERE EXISTS (SELECT 1 FROM sqlite_schema)',
		);
		if (written !== undefined && written.layout !== LAYOUT) {
			throw new DataFolderError(
				`The data folder ${folder} was written by an older sandbox. Name another with --data, or delete it.`,
			);
		}
		this.#connection.exec(`PRAGMA user_version = ${LAYOUT}`);
	}

	/** Runs one or more SQL statements that return nothing. */
	execute(sql: string): void {
		this.#connection.exec(sql);
	}

	/** Returns the first row; `Row` is the type of its columns, which is not checked. */
	get<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined {
		return this.#statement(sql).get(...values) as Row | undefined;
	}

	/** Returns every row. See {@link get}. */
	all<Row>(sql: string, ...values: SQLInputValue[]): Row[] {
		return this.#statement(sql).all(...values) as Row[];
	}

	/** Changes rows; returns their number. */
	run(sql: string, ...values: SQLInputValue[]): number {
		return Number(this.#statement(sql).run(...values).changes);
	}

	/** Adds a row; returns its `seq`. */
	insert(table: string, row: Readonly<Record<string, SQLInputValue>>): number {
		const columns = Object.keys(row);
		const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
		return Number(this.#statement(sql).run(...Object.values(row)).lastInsertRowid);
	}

	/** The number of rows written so far, so that a reader can tell if it has to read again. */
	get changes(): number {
		return this.get<{ count: number }>('SELECT total_changes() AS count')?.count ?? 0;
	}

	/** Prepares each statement once. */
	#statement(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (statement === undefined) {
			statement = this.#connection.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}

	/**
	 * Runs `work` and commits what it changes, also against the end of the process; then calls the reactions of
	 * {@link afterCommit}. If `work` throws, everything is undone.
	 *
	 * @param work synchronous; must not begin another transaction
	 */
	transaction<Result>(work: () => Result): Result {
		let result: Result;
		this.run('BEGIN IMMEDIATE');
		try {
			result = work();
			if (result instanceof Promise) {
				throw new TypeError('The work of a transaction must be synchronous, but returned a promise.');
			}
			this.run('COMMIT');
		} catch (error) {
			this.#afterCommit = [];
			if (this.#connection.isTransaction) this.#connection.exec('ROLLBACK');
			throw error;
		}
		// An error in a reaction does not undo the commit.
		for (const react of this.#afterCommit.splice(0)) {
			try {
				react();
			} catch (error) {
				process.emitWarning(error instanceof Error ? (error.stack ?? error.message) : String(error));
			}
		}
		return result;
	}

	/** Calls `react` after the current transaction is committed, but not if it is undone. */
	afterCommit(react: () => void): void {
		if (!this.#connection.isTransaction)
			throw new Error('afterCommit is only for the work of a transaction.');
		this.#afterCommit.push(react);
	}

	/** Closes the database; every later call throws. */
	close(): void {
		if (this.#connection.isOpen) this.#connection.close();
	}
}
