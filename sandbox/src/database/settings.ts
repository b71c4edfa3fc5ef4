import type { Database, Statement } from './database.ts';

/** Values of the sandbox itself, kept over restarts and resets. */
export class Settings {
	readonly #get: Statement<{ value: string }>;
	readonly #set: Statement<never>;
	readonly #remove: Statement<never>;
	#rowsWritten = 0;

	constructor(database: Database) {
		this.#get = database.prepare('SELECT value FROM settings WHERE name = ?');
		this.#set = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
		this.#remove = database.prepare('DELETE FROM settings WHERE name = ?');
	}

	/** How many rows have been written here since the start: book-keeping, and no change of the account. */
	get rowsWritten(): number {
		return this.#rowsWritten;
	}

	get(name: string): string | undefined {
		return this.#get.get(name)?.value;
	}

	set(name: string, value: string): void {
		this.#rowsWritten += Number(this.#set.run(name, value).changes);
	}

	remove(name: string): void {
		this.#rowsWritten += Number(this.#remove.run(name).changes);
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
