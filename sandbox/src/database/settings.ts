import type { Database } from './database.ts';

/**
 * One value of the sandbox itself, as JSON, that can be changed and goes back to what it was at first. What
 * writes is to be called within a write.
 */
export class Setting<Value> {
	readonly #settings: Settings;
	readonly #name: string;
	readonly #preset: Value;

	constructor(settings: Settings, name: string, preset: Value) {
		this.#settings = settings;
		this.#name = name;
		this.#preset = preset;
	}

	get(): Value {
		const stored = this.#settings.get(this.#name);
		return stored === undefined ? this.#preset : (JSON.parse(stored) as Value);
	}

	set(value: Value): Value {
		this.#settings.set(this.#name, JSON.stringify(value));
		return value;
	}

	reset(): void {
		this.#settings.remove(this.#name);
	}
}

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
