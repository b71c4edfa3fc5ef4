import { Type } from 'typebox';
import { Records, recordTable } from '../database/records.ts';
import { endpoint } from '../http/endpoint.ts';
import { definePart } from '../plugin.ts';
import { ListedAgent, type Agent } from './schema.ts';
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
	tag: 'Agents',
	dependencies: ['clock', 'ids', 'models', 'seed'],
	tables: recordTable('agents'),
	provide: (app) => ({ agents: new Records<Agent>(app, 'agents', 'Agent') }),
	seed: seedAgents,
	functions: endpoint('POST /list-agents', {
		summary: 'The agents of the account, newest first',
		body: Type.Object({}),
		answer: Type.Object(
			{ agents: Type.Array(ListedAgent) },
			{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
		),
		handle: (_request, { agents }) => ({ agents: agents.list() }),
	}),
});
