import type { Agent } from '../agents/schema.ts';
import type { App } from '../plugin.ts';
import type { AgentRecord } from './schema.ts';

/** An agent in full, with what belongs to it (section 2, agent). */
export function toAgentRecord(agent: Agent, { numbers, customFunctions, knowledge }: App): AgentRecord {
	return {
		...agent,
		phone_numbers: numbers.listOfAgent(agent.id),
		custom_functions: customFunctions.listBy('agent_id', agent.id),
		knowledge_sources: knowledge.listBy('agent_id', agent.id),
	};
}
