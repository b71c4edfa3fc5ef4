import type { SeedName } from '../config.ts';
import { clearTables } from '../database/database.ts';
import databasePart from '../database/index.ts';
import { type App, definePart } from '../plugin.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The functions that reset the parts, in the order in which the parts depend on one another. */
		resets: Array<() => void>;
		/** The functions that add the first rows of the parts, in the same order. */
		seeds: Array<(seed: SeedName) => void>;
	}
}

const SEEDED_SETTING = 'seeded';

/**
 * Resets everything to the first rows and the machine's time. The first API key still works. To be called
 * within a transaction.
 */
export function clearAndSeed(seed: SeedName, app: App): void {
	clearTables(app.database);
	runSeeds(seed, app);
}

/** Resets every part, adds its first rows at one moment, and records that this data folder is seeded. */
function runSeeds(seed: SeedName, { clock, resets, seeds, settings }: App): void {
	for (const reset of resets) reset();
	clock.freeze(() => {
		for (const addRows of seeds) addRows(seed);
	});
	settings.set(SEEDED_SETTING, seed);
}

/** Adds the first rows, and resets to them. A data folder that has been seeded before keeps its data. */
export default definePart({
	dependencies: [databasePart],
	provide: () => ({ resets: [], seeds: [] }),
	setUp: (app) => {
		const { config, database, settings } = app;
		app.addHook('onReady', async () => {
			if (settings.get(SEEDED_SETTING) === undefined) database.transaction(() => runSeeds(config.seed, app));
		});
	},
});
