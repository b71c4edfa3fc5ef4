import { Type, type Static } from 'typebox';
import { ListedAgent, VARIABLE_TYPES } from '../agents/schema.ts';
import { CustomFunctionRecord } from '../custom-functions/schema.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { KnowledgeSourceRecord } from '../knowledge/schema.ts';
import { NumberInAgent } from '../numbers/schema.ts';

const DynamicVariableRecord = Type.Object({
	id: Type.String(),
	name: Type.String(),
	description: Type.String(),
	var_type: OneOf(VARIABLE_TYPES),
	enum_options: Nullable(Type.Array(Type.String())),
	created_at: Timestamp,
	updated_at: Timestamp,
});

/** Section 2, agent (from get-agent). */
export const AgentRecord = Type.Object({
	...ListedAgent.properties,
	dynamic_variables: Type.Array(DynamicVariableRecord),
	phone_numbers: Type.Array(NumberInAgent),
	custom_functions: Type.Array(CustomFunctionRecord),
	knowledge_sources: Type.Array(KnowledgeSourceRecord),
});
export type AgentRecord = Static<typeof AgentRecord>;
