import type { SeedName } from '../config.ts';
import { clearTables } from '../database/migrations.ts';
import { type App, definePart } from '../plugin.ts';

declare module 'fastify' {
	interface FastifyInstance {
		seeds: Seeds;
	}
}

const SEEDED_SETTING = 'seeded';

/** The first rows of every part, in the order in which the parts depend on one another. */
class Seeds {
	readonly #app: App;
	readonly #seeds: Array<(seed: SeedName) => void> = [];

	constructor(app: App) {
		this.#app = app;
	}

	add(plant: (seed: SeedName) => void): void {
		this.#seeds.push(plant);
	}

	/** Puts the first rows in, unless the data folder has been seeded before. */
	plantOnce(): void {
		const { config, database, settings } = this.#app;
		if (settings.get(SEEDED_SETTING) === undefined) database.transaction(() => this.#plant(config.seed));
	}

	/**
	 * Takes everything back to the first rows and the machine's time. In its turn: what was accepted before it is part of what it
	 * clears. The first API key goes on working.
	 */
	reset(seed: SeedName): Promise<void> {
		const { database } = this.#app;
		return database.write(() => {
			clearTables(database);
			this.#plant(seed);
		});
	}

	#plant(seed: SeedName): void {
		for (const plant of this.#seeds) plant(seed);
		this.#app.settings.set(SEEDED_SETTING, seed);
	}
}

/** The first rows, and the way back to them. */
export default definePart({
	name: 'seed',
	dependencies: ['database'],
	provide: (app) => ({ seeds: new Seeds(app) }),
	setUp: (app) => void app.addHook('onReady', async () => app.seeds.plantOnce()),
});
