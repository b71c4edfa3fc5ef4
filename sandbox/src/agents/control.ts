import { Type } from 'typebox';
import type { Routes } from '../room.ts';
import { toAgentRecord } from './record.ts';
import { AgentRecord } from './schema.ts';

/** Shows the agents in full, all at once. */
export const agentControl: Routes = (app, services) => {
	app.get(
		'/agents',
		{ schema: { response: { 200: Type.Object({ agents: Type.Array(AgentRecord) }) } } },
		() => ({ agents: services.agents.list().map((agent) => toAgentRecord(agent, services)) }),
	);
};
