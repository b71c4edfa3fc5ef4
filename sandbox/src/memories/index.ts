import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { addMemory, deleteMemory, listMemories, updateMemory, type KeptMemory } from './memory.ts';
import { seedMemories } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The memories of callers. */
		memories: Records<KeptMemory>;
	}
}

/** Sections 2 and 4, memory. */
export default definePart({
	name: 'memories',
	tag: 'Memory',
	dependencies: ['clock', 'demo', 'ids'],
	tables: recordTable('memories'),
	provide: (app) => ({ memories: new Records<KeptMemory>(app, 'memories', 'Memory') }),
	seed: seedMemories,
	functions: [updateMemory, deleteMemory],
	control: [listMemories, addMemory],
});
