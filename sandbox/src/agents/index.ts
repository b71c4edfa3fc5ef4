import { Records, recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { agentFunctions } from './functions.ts';
import type { Agent } from './schema.ts';
import { seedAgents } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's agents. The interface creates and edits none, so they are those of the seed. */
		agents: Records<Agent>;
	}
}

/** Sections 2 and 4, agents: list-agents. */
export default definePart({
	name: 'agents',
	dependencies: ['clock', 'ids', 'models', 'seed'],
	migrations: [recordTable('agents')],
	setUp: (app) => {
		app.decorate('agents', new Records<Agent>(app.database, 'agents'));
	},
	seed: seedAgents,
	functions: agentFunctions,
});
