import { Type, type Static } from 'typebox';
import { Agent } from '../agents/schema.ts';
import { CustomFunction } from '../custom-functions/schema.ts';
import { KnowledgeSource } from '../knowledge/schema.ts';
import { NumberInAgent } from '../numbers/schema.ts';

/** Section 2, agent (from get-agent). */
export const AgentRecord = Type.Object({
	...Agent.properties,
	phone_numbers: Type.Array(NumberInAgent),
	custom_functions: Type.Array(CustomFunction),
	knowledge_sources: Type.Array(KnowledgeSource),
});
export type AgentRecord = Static<typeof AgentRecord>;
