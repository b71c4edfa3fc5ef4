import { Type } from 'typebox';
import clockPart from '../clock/index.ts';
import { recordTable } from '../database/records.ts';
import demoPart from '../demo/index.ts';
import { endpoint } from '../http/endpoint.ts';
import modelsPart from '../models/index.ts';
import { definePart } from '../plugin.ts';
import seedPart from '../seed/index.ts';
import { Agents } from './agents.ts';
import { addAgent } from './create.ts';
import { ListedAgent } from './schema.ts';
import { seedAgents } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		agents: Agents;
	}
}

/** Sections 2 and 4, agents: list-agents. */
export default definePart({
	tag: 'Agents',
	dependencies: [clockPart, demoPart, modelsPart, seedPart],
	tables: recordTable('agents'),
	provide: (app) => ({ agents: new Agents(app, 'agents', 'Agent') }),
	seed: seedAgents,
	functions: endpoint('POST /list-agents', {
		operationId: 'listAgents',
		summary: 'The agents of the account, newest first',
		body: Type.Object({}),
		answer: Type.Object(
			{ agents: Type.Array(ListedAgent) },
			{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
		),
		handle: (_request, { agents }) => ({ agents: agents.list() }),
	}),
	control: addAgent,
});
