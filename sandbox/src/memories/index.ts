import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { memoryControl } from './control.ts';
import { memoryFunctions } from './functions.ts';
import type { KeptMemory } from './schema.ts';
import { seedMemories } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** What is remembered of callers. */
		memories: Records<KeptMemory>;
	}
}

/** Sections 2 and 4, memory. */
export default definePart({
	name: 'memories',
	dependencies: ['clock', 'auth'],
	migrations: [recordTable('memories')],
	setUp: (app) => {
		app.decorate('memories', new Records<KeptMemory>(app.database, 'memories'));
	},
	seed: seedMemories,
	functions: memoryFunctions,
	control: memoryControl,
});
