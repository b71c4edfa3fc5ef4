import type { Database } from './database.ts';

/** Values of the sandbox itself, kept over restarts and resets. */
export class Settings {
	readonly #database: Database;
	#rowsWritten = 0;

	constructor(database: Database) {
		this.#database = database;
	}

	/** How many rows have been written here since the start: book-keeping, and no change of the account. */
	get rowsWritten(): number {
		return this.#rowsWritten;
	}

	get(name: string): string | undefined {
		return this.#database.get<{ value: string }>('SELECT value FROM settings WHERE name = ?', name)?.value;
	}

	set(name: string, value: string): void {
		const sql = 'INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)';
		this.#rowsWritten += this.#database.run(sql, name, value);
	}

	remove(name: string): void {
		this.#rowsWritten += this.#database.run('DELETE FROM settings WHERE name = ?', name);
	}

	/** The stored value; where there is none, `create`'s, which is then stored. */
	getOrCreate(name: string, create: () => string): string {
		const stored = this.get(name);
		if (stored !== undefined) return stored;
		const value = create();
		this.set(name, value);
		return value;
	}
}
