import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { KeptMemory } from './schema.ts';

/** Lists memory records, which no endpoint of the interface does; the last updated first. */
export const memoryControl: Routes = (app) => {
	app.get(
		'/memories',
		{ schema: { response: { 200: Type.Object({ memories: Type.Array(KeptMemory) }) } } },
		() => ({
			memories: app.memories.list().sort((one, other) => (one.last_updated < other.last_updated ? 1 : -1)),
		}),
	);
};
