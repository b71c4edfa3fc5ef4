import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { toAgentRecord } from './record.ts';
import { AgentRecord } from './schema.ts';

/** Shows the agents in full, all at once. */
export const agentControl: Routes = (app) => {
	app.get(
		'/agents',
		{ schema: { response: { 200: Type.Object({ agents: Type.Array(AgentRecord) }) } } },
		() => ({ agents: app.agents.list().map((agent) => toAgentRecord(agent, app)) }),
	);
};
