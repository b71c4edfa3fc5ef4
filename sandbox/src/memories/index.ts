import { definePart } from '../plugin.ts';
import { memoryControl } from './control.ts';
import { memoryFunctions } from './functions.ts';
import { Memories, MEMORY_TABLES } from './memories.ts';
import { seedMemories } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** What is remembered of callers. */
		memories: Memories;
	}
}

/** Sections 2 and 4, memory. */
export default definePart({
	name: 'memories',
	dependencies: ['clock', 'auth'],
	migrations: [MEMORY_TABLES],
	setUp: (app) => {
		app.decorate('memories', new Memories(app.database, app.clock));
	},
	seed: seedMemories,
	functions: memoryFunctions,
	control: memoryControl,
});
