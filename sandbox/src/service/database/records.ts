import type { SQLInputValue } from 'node:sqlite';
import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { buildWhere } from './database.ts';

/** An SQL condition that a text or number in the record, at any depth, contains a given text. */
const HOLDS_TEXT = `EXISTS (SELECT 1 FROM json_tree(record) AS field
	WHERE field.atom IS NOT NULL AND instr(fold(field.atom), fold(?)))`;

/**
 * Returns the SQL that makes the table of one kind of record.
 * @param fields the fields by which records are looked up
 */
export function recordTable(name: string, ...fields: readonly string[]): string {
	const indexes = fields.map(
		(field) => `CREATE INDEX IF NOT EXISTS ${name}_by_${field} ON ${name} (record ->> '${field}');`,
	);
	return `
		CREATE TABLE IF NOT EXISTS ${name} (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			id TEXT NOT NULL UNIQUE,
			record TEXT NOT NULL
		) STRICT;
		${indexes.join('\n')}
	`;
}

/**
 * Records of one kind, each stored as the JSON that the API shows. The response schema of an answer leaves
 * out the fields that it does not show. Lists are newest first. Methods that change something are to be
 * called within a transaction; an unknown id is refused with 404. `Used` names the decorations that a class of
 * records uses besides the database.
 */
export class Records<Stored extends { readonly id: string }, Used extends keyof App = never> {
	protected readonly app: Pick<App, 'database' | Used>;
	/** The SQL that orders a list. */
	protected readonly order: string = 'ORDER BY seq DESC';
	readonly #table: string;
	readonly #name: string;

	/**
	 * @param table a table made by {@link recordTable}
	 * @param name what a record is called in refusals
	 */
	constructor(app: Pick<App, 'database' | Used>, table: string, name: string) {
		this.app = app;
		this.#table = table;
		this.#name = name;
	}

	/**
	 * Returns all records, or a page of them; with `search` only those that contain this text in a field,
	 * ignoring case.
	 */
	list(limit = -1, offset = 0, search?: string): Stored[] {
		const { where, values } = buildWhere({ [HOLDS_TEXT]: search });
		return this.select(`${where} ${this.order} LIMIT ? OFFSET ?`, ...values, limit, offset);
	}

	/** Counts the records of all pages. */
	countMatching(search?: string): number {
		const { where, values } = buildWhere({ [HOLDS_TEXT]: search });
		return this.count(where, ...values);
	}

	/** @param where SQL after the name of the table */
	count(where = '', ...values: SQLInputValue[]): number {
		const sql = `SELECT count(*) AS total FROM ${this.#table} ${where}`;
		return this.app.database.get<{ total: number }>(sql, ...values)?.total ?? 0;
	}

	find(id: string): Stored | undefined {
		return this.select('WHERE id = ?', id)[0];
	}

	/** @throws {ServiceError} 404 */
	require(id: string): Stored {
		const record = this.find(id);
		if (record === undefined) throw plainError(404, `${this.#name} not found`);
		return record;
	}

	/** Returns the records with a value in a field. */
	listBy(field: keyof Stored & string, value: string): Stored[] {
		return this.select(`WHERE record ->> '${field}' = ? ORDER BY seq DESC`, value);
	}

	/** Returns the `seq` of the newest record, from which later ones can be told; 0 if there is none. */
	newest(): number {
		const sql = `SELECT max(seq) AS newest FROM ${this.#table}`;
		return this.app.database.get<{ newest: number | null }>(sql)?.newest ?? 0;
	}

	/** Returns the records that were added after the one with a `seq`, the oldest first. */
	listAfter(seq: number): Stored[] {
		return this.select('WHERE seq > ? ORDER BY seq', seq);
	}

	add(record: Stored): Stored {
		this.store(record);
		return record;
	}

	/** Deletes the record of a row that is no longer kept. */
	forget(seq: number): void {
		const [record] = this.select('WHERE seq = ?', seq);
		if (record !== undefined) this.erase(seq, record);
	}

	/** Changes the given fields; returns the changed record. */
	change(id: string, changes: Partial<Omit<Stored, 'id'>>): Stored {
		const changed = { ...this.require(id), ...changes };
		this.app.database.run(`UPDATE ${this.#table} SET record = ? WHERE id = ?`, JSON.stringify(changed), id);
		return changed;
	}

	/** Removes a record permanently; returns it. */
	remove(id: string): Stored {
		const removed = this.require(id);
		this.app.database.run(`DELETE FROM ${this.#table} WHERE id = ?`, id);
		return removed;
	}

	/** Adds the row of a record; returns its `seq`. */
	protected store(record: Stored): number {
		return this.app.database.insert(this.#table, { id: record.id, record: JSON.stringify(record) });
	}

	/** Deletes the row of a record. */
	protected erase(seq: number, _record: Stored): void {
		this.app.database.run(`DELETE FROM ${this.#table} WHERE seq = ?`, seq);
	}

	/** @param rest SQL after the name of the table */
	protected select(rest: string, ...values: SQLInputValue[]): Stored[] {
		const rows = this.app.database.all<{ record: string }>(
			`SELECT record FROM ${this.#table} ${rest}`,
			...values,
		);
		return rows.map(({ record }) => JSON.parse(record) as Stored);
	}
}
