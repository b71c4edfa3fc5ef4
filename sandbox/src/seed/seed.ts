import { clearTables } from '../database/migrations.ts';
import type { Room } from '../room.ts';
import type { Services } from '../services.ts';

/** `demo`: a believable account with a history. `empty`: the same account, set up but without messages. */
export const SEEDS = ['demo', 'empty'] as const;
export type SeedName = (typeof SEEDS)[number];

const SEEDED_SETTING = 'seeded';

/** Puts the first rows in, unless the data folder has been seeded before. */
export function seedOnce(services: Services, rooms: readonly Room[], seed: SeedName): void {
	const { database, settings } = services;
	if (settings.get(SEEDED_SETTING) !== undefined) return;
	database.transaction(() => plant(services, rooms, seed));
}

/** Takes everything back to the first rows and the machine's time. The first API key goes on working. To be called within a write. */
export function reseed(services: Services, rooms: readonly Room[], seed: SeedName): void {
	services.dispatcher.reset();
	services.clock.reset();
	services.ids.restart();
	clearTables(services.database);
	plant(services, rooms, seed);
}

function plant(services: Services, rooms: readonly Room[], seed: SeedName): void {
	for (const room of rooms) room.seed?.(services, seed);
	services.settings.set(SEEDED_SETTING, seed);
}
