import { definePart } from '../plugin.ts';
import { knowledgeControl } from './control.ts';
import { knowledgeFunctions } from './functions.ts';
import { Knowledge, KNOWLEDGE_TABLES } from './knowledge.ts';
import { seedKnowledge } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The knowledge sources of agents. */
		knowledge: Knowledge;
	}
}

/** Sections 2 and 4, knowledge base. */
export default definePart({
	name: 'knowledge',
	dependencies: ['agents', 'auth'],
	migrations: [KNOWLEDGE_TABLES],
	setUp: (app) => {
		app.decorate('knowledge', new Knowledge(app.database));
	},
	seed: seedKnowledge,
	functions: knowledgeFunctions,
	control: knowledgeControl,
});
