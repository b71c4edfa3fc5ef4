import { definePart } from '../plugin.ts';
import { Agents, AGENT_TABLES } from './agents.ts';
import { agentFunctions } from './functions.ts';
import { seedAgents } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's agents. */
		agents: Agents;
	}
}

/** Sections 2 and 4, agents: list-agents. */
export default definePart({
	name: 'agents',
	dependencies: ['clock', 'ids', 'models', 'seed'],
	migrations: [AGENT_TABLES],
	setUp: (app) => {
		app.decorate('agents', new Agents(app.database));
	},
	seed: seedAgents,
	functions: agentFunctions,
});
