import { Type } from 'typebox';
import { AnyError, structuredError } from '../http/errors.ts';
import type { Room, Routes } from '../room.ts';
import { AGENT_TABLES } from './agents.ts';
import { agentControl } from './control.ts';
import { toAgentRecord, toListedAgent } from './record.ts';
import { AgentRecord, ListedAgent } from './schema.ts';
import { seedAgents } from './seed.ts';

const functions: Routes = (app, services) => {
	const { agents } = services;

	app.post(
		'/list-agents',
		{
			schema: {
				tags: ['Agents'],
				summary: 'The agents of the account, newest first',
				body: Type.Object({}),
				response: {
					200: Type.Object(
						{ agents: Type.Array(ListedAgent) },
						{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
					),
					'4xx': AnyError,
				},
			},
		},
		() => ({ agents: agents.list().map(toListedAgent) }),
	);

	app.post(
		'/get-agent',
		{
			schema: {
				tags: ['Agents'],
				summary: 'One agent in full, with what belongs to it',
				body: Type.Object({ agent_id: Type.String() }),
				response: { 200: AgentRecord, '4xx': AnyError },
			},
		},
		(request) => {
			const agent = agents.find(request.body.agent_id);
			if (agent === undefined) throw structuredError(404, 'not_found', 'Agent not found');
			return toAgentRecord(agent, services);
		},
	);
};

/** Sections 2 and 4, agents. */
export const agentsRoom: Room = {
	name: 'agents',
	migrations: [AGENT_TABLES],
	seed: seedAgents,
	functions,
	control: agentControl,
};
