import { Type } from 'typebox';
import { AnyError, structuredError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { toAgentRecord } from './record.ts';
import { AgentRecord } from './schema.ts';

/** Section 4, agents: get-agent. */
export const agentDetailFunctions: Routes = (app) => {
	const { agents } = app;

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
			return toAgentRecord(agent, app);
		},
	);
};
