import { Type, type Static } from 'typebox';
import agentsPart, { Agent } from '../agents/index.ts';
import customFunctionsPart from '../custom-functions/index.ts';
import { CustomFunction } from '../custom-functions/schema.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import knowledgePart, { KnowledgeSource } from '../knowledge/index.ts';
import numbersPart from '../numbers/index.ts';
import { NumberInAgent } from '../numbers/numbers.ts';
import { definePart, type App } from '../plugin.ts';

/** Section 2, agent (from get-agent). */
const AgentRecord = Type.Object({
	...Agent.properties,
	phone_numbers: Type.Array(NumberInAgent),
	custom_functions: Type.Array(CustomFunction),
	knowledge_sources: Type.Array(KnowledgeSource),
});

function withDetails(agent: Agent, { numbers, customFunctions, knowledge }: App): Static<typeof AgentRecord> {
	return {
		...agent,
		phone_numbers: numbers.listOfAgent(agent.id),
		custom_functions: customFunctions.listBy('agent_id', agent.id),
		knowledge_sources: knowledge.listBy('agent_id', agent.id),
	};
}

/** Sections 2 and 4, agents: get-agent, with what belongs to an agent. */
export default definePart({
	tag: 'Agents',
	dependencies: [agentsPart, numbersPart, customFunctionsPart, knowledgePart],
	functions: endpoint('POST /get-agent', {
		operationId: 'getAgent',
		summary: 'One agent in full, with what belongs to it',
		config: { notFoundCode: 'not_found' },
		body: Type.Object({ agent_id: Type.String() }),
		example: { agent_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10' },
		answer: AgentRecord,
		handle: ({ body }, app) => withDetails(app.agents.require(body.agent_id), app),
	}),
	control: listEndpoint(
		'agents',
		AgentRecord,
		(app) => app.agents.list().map((agent) => withDetails(agent, app)),
		'listAgentDetails',
	),
});
