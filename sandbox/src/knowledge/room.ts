import type { Room } from '../room.ts';
import { knowledgeControl } from './control.ts';
import { knowledgeFunctions } from './functions.ts';
import { KNOWLEDGE_TABLES } from './knowledge.ts';
import { seedKnowledge } from './seed.ts';

/** Sections 2 and 4, knowledge base. */
export const knowledgeRoom: Room = {
	name: 'knowledge',
	migrations: [KNOWLEDGE_TABLES],
	seed: seedKnowledge,
	functions: knowledgeFunctions,
	control: knowledgeControl,
};
