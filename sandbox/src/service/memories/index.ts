import clockPart from '../clock/index.ts';
import { Records, recordTable } from '../database/records.ts';
import demoPart from '../demo/index.ts';
import idsPart from '../ids/index.ts';
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
	tag: 'Memory',
	dependencies: [clockPart, demoPart, idsPart],
	tables: recordTable('memories'),
	provide: (app) => ({ memories: new Records<KeptMemory>(app, 'memories', 'Memory') }),
	seed: seedMemories,
	functions: [updateMemory, deleteMemory],
	control: [listMemories, addMemory],
});
