import type { Database, Statement } from './database.ts';

/**
 * SQL that makes the table of one kind of record.
 * @param fields by which records are looked up
 */
export function recordTable(name: string, ...fields: readonly string[]): string {
	const indexes = fields.map(
		(field) => `CREATE INDEX ${name}_by_${field} ON ${name} (record ->> '${field}');`,
	);
	return `
		CREATE TABLE ${name} (
			seq INTEGER PRIMARY KEY AUTOINCREMENT,
			id TEXT NOT NULL UNIQUE,
			record TEXT NOT NULL
		) STRICT;
		${indexes.join('\n')}
	`;
}

interface Row {
	record: string;
}

/**
 * Records of one kind, each kept as JSON, as the API shows it: there is no other shape of it. Fields that an answer does not
 * show stay out by its response schema. Lists are newest first. What writes is to be called within a write.
 */
export class Records<Kept extends { readonly id: string }> {
	readonly #database: Database;
	readonly #table: string;
	readonly #page: Statement<Row>;
	readonly #count: Statement<{ total: number }>;
	readonly #byId: Statement<Row>;
	readonly #byField = new Map<string, Statement<Row>>();
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;
	readonly #delete: Statement<never>;

	/** @param table one made by {@link recordTable} */
	constructor(database: Database, table: string) {
		this.#database = database;
		this.#table = table;
		this.#page = database.prepare(`SELECT record FROM ${table} ORDER BY seq DESC LIMIT ? OFFSET ?`);
		this.#count = database.prepare(`SELECT count(*) AS total FROM ${table}`);
		this.#byId = database.prepare(`SELECT record FROM ${table} WHERE id = ?`);
		this.#insert = database.prepare(`INSERT INTO ${table} (id, record) VALUES (?, ?)`);
		this.#update = database.prepare(`UPDATE ${table} SET record = ? WHERE id = ?`);
		this.#delete = database.prepare(`DELETE FROM ${table} WHERE id = ?`);
	}

	/** All, or a page of them. */
	list(limit = -1, offset = 0): Kept[] {
		return this.#page.all(limit, offset).map((row) => this.read(row));
	}

	count(): number {
		return this.#count.get()?.total ?? 0;
	}

	find(id: string): Kept | undefined {
		const row = this.#byId.get(id);
		return row && this.read(row);
	}

	/** Those whose field has a value. */
	listBy(field: keyof Kept & string, value: string): Kept[] {
		let query = this.#byField.get(field);
		if (query === undefined) {
			query = this.#database.prepare(
				`SELECT record FROM ${this.#table} WHERE record ->> '${field}' = ? ORDER BY seq DESC`,
			);
			this.#byField.set(field, query);
		}
		return query.all(value).map((row) => this.read(row));
	}

	add(record: Kept): Kept {
		this.#insert.run(record.id, JSON.stringify(record));
		return record;
	}

	/** Changes what is given; undefined for an unknown id. */
	change(id: string, changes: Partial<Omit<Kept, 'id'>>): Kept | undefined {
		const present = this.find(id);
		if (present === undefined) return undefined;
		const changed = { ...present, ...changes };
		this.#update.run(JSON.stringify(changed), id);
		return changed;
	}

	/** Removes one permanently; returns false for an unknown id. */
	remove(id: string): boolean {
		return Number(this.#delete.run(id).changes) > 0;
	}

	/** For queries of a part's own. */
	protected read({ record }: Row): Kept {
		return JSON.parse(record) as Kept;
	}
}
