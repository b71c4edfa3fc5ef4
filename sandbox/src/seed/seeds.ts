import type { SeedName } from '../config.ts';
import type { Database } from '../database/database.ts';
import { clearTables } from '../database/migrations.ts';
import type { Settings } from '../database/settings.ts';

const SEEDED_SETTING = 'seeded';

/** The first rows of every part, in the order in which the parts depend on one another. */
export class Seeds {
	readonly #database: Database;
	readonly #settings: Settings;
	readonly #seeds: Array<(seed: SeedName) => void> = [];

	constructor(database: Database, settings: Settings) {
		this.#database = database;
		this.#settings = settings;
	}

	add(plant: (seed: SeedName) => void): void {
		this.#seeds.push(plant);
	}

	/** Puts the first rows in, unless the data folder has been seeded before. */
	plantOnce(seed: SeedName): void {
		if (this.#settings.get(SEEDED_SETTING) === undefined) this.#database.transaction(() => this.#plant(seed));
	}

	/**
	 * Takes everything back to the first rows and the machine's time. In its turn: what was accepted before it is part of what it
	 * clears. The first API key goes on working.
	 */
	reset(seed: SeedName): Promise<void> {
		return this.#database.write(() => {
			clearTables(this.#database);
			this.#plant(seed);
		});
	}

	#plant(seed: SeedName): void {
		for (const plant of this.#seeds) plant(seed);
		this.#settings.set(SEEDED_SETTING, seed);
	}
}
