import type { SQLInputValue } from 'node:sqlite';
import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { whereOf } from './where.ts';

/** A condition: a text or number in the record, however deep, has a part. */
const HOLDS_TEXT = `EXISTS (SELECT 1 FROM json_tree(record) AS field
	WHERE field.atom IS NOT NULL AND instr(lower(field.atom), lower(?)))`;

/**
 * SQL that makes the table of one kind of record.
 * @param fields by which records are looked up
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
 * Records of one kind, each kept as JSON, as the API shows it: there is no other shape of it. Fields that an
 * answer does not show stay out by its response schema. Lists are newest first. What writes is to be called
 * within a write; what names an unknown id is refused with 404. `Used` names the decorations that a class of
 * records uses besides the database.
 */
export class Records<Kept extends { readonly id: string }, Used extends keyof App = never> {
	protected readonly app: Pick<App, 'database' | Used>;
	/** SQL that puts a list in its order. */
	protected readonly order: string = 'ORDER BY seq DESC';
	readonly #table: string;
	readonly #name: string;

	/**
	 * @param table one made by {@link recordTable}
	 * @param name of one record, as a refusal says it
	 */
	constructor(app: Pick<App, 'database' | Used>, table: string, name: string) {
		this.app = app;
		this.#table = table;
		this.#name = name;
	}

	/** All, or a page of them; with `search` those that hold this text in a field, in any letter case. */
	list(limit = -1, offset = 0, search?: string): Kept[] {
		const { where, values } = whereOf({ [HOLDS_TEXT]: search });
		return this.select(`${where} ${this.order} LIMIT ? OFFSET ?`, ...values, limit, offset);
	}

	/** How many of them there are in all. */
	countMatching(search?: string): number {
		const { where, values } = whereOf({ [HOLDS_TEXT]: search });
		return this.count(where, ...values);
	}

	/** @param where SQL after the name of the table */
	count(where = '', ...values: SQLInputValue[]): number {
		const sql = `SELECT count(*) AS total FROM ${this.#table} ${where}`;
		return this.app.database.get<{ total: number }>(sql, ...values)?.total ?? 0;
	}

	find(id: string): Kept | undefined {
		return this.select('WHERE id = ?', id)[0];
	}

	/** @throws {ServiceError} 404 */
	require(id: string): Kept {
		const record = this.find(id);
		if (record === undefined) throw plainError(404, `${this.#name} not found`);
		return record;
	}

	/** Those whose field has a value. */
	listBy(field: keyof Kept & string, value: string): Kept[] {
		return this.select(`WHERE record ->> '${field}' = ? ORDER BY seq DESC`, value);
	}

	add(record: Kept): Kept {
		this.app.database.insert(this.#table, { id: record.id, record: JSON.stringify(record) });
		return record;
	}

	/** Changes what is given; answers the record as it is then. */
	change(id: string, changes: Partial<Omit<Kept, 'id'>>): Kept {
		const changed = { ...this.require(id), ...changes };
		this.app.database.run(`UPDATE ${this.#table} SET record = ? WHERE id = ?`, JSON.stringify(changed), id);
		return changed;
	}

	/** Removes one permanently; answers what it was. */
	remove(id: string): Kept {
		const removed = this.require(id);
		this.app.database.run(`DELETE FROM ${this.#table} WHERE id = ?`, id);
		return removed;
	}

	/** @param rest SQL after the name of the table */
	protected select(rest: string, ...values: SQLInputValue[]): Kept[] {
		const rows = this.app.database.all<{ record: string }>(
			`SELECT record FROM ${this.#table} ${rest}`,
			...values,
		);
		return rows.map(({ record }) => JSON.parse(record) as Kept);
	}
}
