import type { Database } from './database.ts';

/**
 * A setting of the sandbox itself, stored as JSON, that can be changed and reset to its default. Methods that
 * change it are to be called within a transaction.
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

/** Values of the sandbox itself, which outlive restarts and resets. */
export class Settings {
	readonly #database: Database;
	#rowsWritten = 0;

	constructor(database: Database) {
		this.#database = database;
	}

	/** The number of rows written here since the start, which are book-keeping and no change of the account. */
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

	/** Returns the stored value; if there is none, stores and returns that of `create`. */
	getOrCreate(name: string, create: () => string): string {
		const stored = this.get(name);
		if (stored !== undefined) return stored;
		const value = create();
		this.set(name, value);
		return value;
	}
}
