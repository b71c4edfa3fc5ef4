import type { Database, Statement } from './database.ts';

/** Values of the sandbox itself, kept over restarts and resets. */
export class Settings {
	readonly #get: Statement<{ value: string }>;
	readonly #set: Statement<never>;
	readonly #remove: Statement<never>;

	constructor(database: Database) {
		this.#get = database.prepare('SELECT value FROM settings WHERE name = ?');
		this.#set = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)');
		this.#remove = database.prepare('DELETE FROM settings WHERE name = ?');
	}

	get(name: string): string | undefined {
		return this.#get.get(name)?.value;
	}

	set(name: string, value: string): void {
		this.#set.run(name, value);
	}

	remove(name: string): void {
		this.#remove.run(name);
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
