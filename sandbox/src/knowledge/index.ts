import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { knowledgeControl } from './control.ts';
import { knowledgeFunctions } from './functions.ts';
import type { KeptSource } from './schema.ts';
import { seedKnowledge } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The knowledge sources of agents. */
		knowledge: Records<KeptSource>;
	}
}

/** Sections 2 and 4, knowledge base. */
export default definePart({
	name: 'knowledge',
	dependencies: ['agents', 'auth'],
	migrations: [recordTable('knowledge_sources', 'agent_id')],
	setUp: (app) => {
		app.decorate('knowledge', new Records<KeptSource>(app.database, 'knowledge_sources'));
	},
	seed: seedKnowledge,
	functions: knowledgeFunctions,
	control: knowledgeControl,
});
