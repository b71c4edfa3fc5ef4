import type { SeedName } from '../config.ts';
import { clearTables } from '../database/tables.ts';
import { type App, definePart } from '../plugin.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Put the first rows of every part in, in the order in which the parts depend on one another. */
		seeds: Array<(seed: SeedName) => void>;
	}
}

const SEEDED_SETTING = 'seeded';

/**
 * Takes everything back to the first rows and the machine's time. In its turn: what was accepted before it is
 * part of what it clears. The first API key goes on working.
 */
export function resetTo(seed: SeedName, app: App): Promise<void> {
	return app.database.write(() => clearAndSeed(seed, app));
}

/** {@link resetTo}, to be called within a write. */
export function clearAndSeed(seed: SeedName, app: App): void {
	clearTables(app.database);
	runSeeds(seed, app);
}

/** Has every part add its first rows, and notes that this data folder is seeded. */
function runSeeds(seed: SeedName, { seeds, settings }: App): void {
	for (const put of seeds) put(seed);
	settings.set(SEEDED_SETTING, seed);
}

/** The first rows, and the way back to them. A data folder that has been seeded before keeps what it has. */
export default definePart({
	name: 'seed',
	dependencies: ['database'],
	provide: () => ({ seeds: [] }),
	setUp: (app) => {
		const { config, database, settings } = app;
		app.addHook('onReady', async () => {
			if (settings.get(SEEDED_SETTING) === undefined) database.transaction(() => runSeeds(config.seed, app));
		});
	},
});
