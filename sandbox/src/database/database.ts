import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

interface QueuedWrite {
	work: () => unknown;
	resolve: (value: unknown) => void;
	reject: (reason: unknown) => void;
}

/**
 * The minimum time between two commits on disk. Each costs a sync, and writes that arrive meanwhile share the
 * next.
 */
const COMMIT_INTERVAL_MS = 4;
/** SQLite's name for a database in an unnamed file that is removed with the connection. */
const TEMPORARY = '';
/** The size of the database cache in memory, in KiB. */
const CACHE_KIB = 16_384;

/**
 * The version of the table layout, which is stored with the data. It is raised with every change of a table;
 * data with another version is refused.
 */
const LAYOUT = 5;

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

/**
 * An SQLite database with a queue of writes.
 *
 * Reads are direct. Writes queue up and are committed together, so that many small requests share one
 * transaction and one sync to the disk. A write resolves only when it is durable.
 */
export class Database {
	readonly #connection: DatabaseSync;
	readonly #commitIntervalMs: number;
	readonly #statements = new Map<string, StatementSync>();
	#queue: QueuedWrite[] = [];
	#afterCommit: Array<() => void> = [];
	#scheduled = false;
	#lastCommitAt = 0;
	#open = true;

	/**
	 * @param folder keeps the data in this folder (write-ahead log, every commit synced); without one it is in
	 * a private file that the operating system removes with the process
	 * @throws {DataFolderError} when the folder cannot be opened, another process has it open, it is damaged,
	 * or an older sandbox has written it
	 */
	constructor(folder?: string) {
		this.#connection = open(folder);
		this.#commitIntervalMs = folder === undefined ? 0 : COMMIT_INTERVAL_MS;
		this.#configure(folder);
	}

	#configure(folder: string | undefined): void {
		// Locked exclusively, since two dispatchers on one outbox would send everything twice.
		const durable = 'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL';
		// Nothing of it outlives the process, so what a rollback needs may be in memory.
		const temporary = 'PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF';
		try {
			this.execute(folder === undefined ? temporary : durable);
			this.execute(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA foreign_keys = ON; BEGIN EXCLUSIVE; COMMIT`);
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
	 * Queues a write and resolves with its result once it is committed (and, with a folder, on disk). Writes
	 * run one after the other in the order of the calls; if one throws, only that one is undone.
	 *
	 * @param work synchronous; may read and write as it likes
	 */
	write<Result>(work: () => Result): Promise<Result> {
		return new Promise<Result>((resolve, reject) => {
			this.#queue.push({ work, resolve: resolve as (value: unknown) => void, reject });
			this.#schedule();
		});
	}

	/** Runs `work` at once, in a transaction of its own. For start-up and reset; requests use {@link write}. */
	transaction<Result>(work: () => Result): Result {
		let result: Result;
		this.#connection.exec('BEGIN IMMEDIATE');
		try {
			result = work();
			this.#connection.exec('COMMIT');
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

	/**
	 * Calls `react` once the present write is committed, and never if it is undone. To be called within a
	 * write.
	 */
	afterCommit(react: () => void): void {
		this.#afterCommit.push(react);
	}

	/** Commits the queued writes and closes. Later writes are refused. */
	close(): void {
		if (!this.#open) return;
		this.#commitQueue();
		this.#open = false;
		this.#connection.close();
	}

	#schedule(): void {
		if (this.#scheduled) return;
		this.#scheduled = true;
		const wait = this.#lastCommitAt + this.#commitIntervalMs - performance.now();
		if (wait > 0) setTimeout(() => this.#commitQueue(), wait);
		else setImmediate(() => this.#commitQueue());
	}

	#commitQueue(): void {
		this.#scheduled = false;
		const writes = this.#queue;
		this.#queue = [];
		if (writes.length === 0) return;
		if (!this.#open) {
			for (const write of writes) write.reject(new Error('The database is closed.'));
			return;
		}
		try {
			const settle = this.transaction(() => writes.map((write) => this.#attempt(write)));
			for (const tell of settle) tell();
		} catch (error) {
			for (const write of writes) write.reject(error);
		}
		this.#lastCommitAt = performance.now();
	}

	/** Runs one write in a savepoint; returns a function that settles its promise after the commit. */
	#attempt({ work, resolve, reject }: QueuedWrite): () => void {
		const reactions = this.#afterCommit.length;
		this.run('SAVEPOINT one_write');
		try {
			const result = work();
			this.run('RELEASE one_write');
			return () => resolve(result);
		} catch (error) {
			this.run('ROLLBACK TO one_write');
			this.run('RELEASE one_write');
			this.#afterCommit.length = reactions;
			return () => reject(error);
		}
	}
}
