import type { Room } from '../room.ts';
import { memoryControl } from './control.ts';
import { memoryFunctions } from './functions.ts';
import { MEMORY_TABLES } from './memories.ts';
import { seedMemories } from './seed.ts';

/** Sections 2 and 4, memory. */
export const memoriesRoom: Room = {
	name: 'memories',
	migrations: [MEMORY_TABLES],
	seed: seedMemories,
	functions: memoryFunctions,
	control: memoryControl,
};
