import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

const AGENT_TYPES = ['inbound', 'outbound', 'both'] as const;
const VARIABLE_TYPES = ['text', 'number', 'boolean', 'enum'] as const;

/** An agent without what belongs to it. */
export const ListedAgent = Type.Object({
	id: Type.String(),
	name: Type.String(),
	greeting: Type.String({ description: 'Spoken when answering' }),
	system_prompt: Type.String(),
	voice_id: Type.String(),
	llm_model: Type.String({ description: 'An id of list-models' }),
	language: Type.String({ description: 'A language code, e.g. en-US' }),
	agent_type: OneOf(AGENT_TYPES),
	max_call_duration: Type.Integer({ description: 'Seconds' }),
	end_call_phrases: Type.Array(Type.String()),
	transfer_number: Type.String(),
	organization_name: Type.String(),
	owner_name: Type.String(),
	agent_role: Type.String(),
	is_active: Type.Boolean(),
	is_default: Type.Boolean(),
	created_at: Timestamp,
	updated_at: Timestamp,
});

/** A fact that an agent can be told about a conversation before it begins (section 2, dynamic variable). */
const DynamicVariable = Type.Object({
	id: Type.String(),
	name: Type.String(),
	description: Type.String(),
	var_type: OneOf(VARIABLE_TYPES),
	enum_options: Nullable(Type.Array(Type.String())),
	created_at: Timestamp,
	updated_at: Timestamp,
});
export type DynamicVariable = Static<typeof DynamicVariable>;

/** An agent as stored (section 2, agent). */
export const Agent = Type.Object({
	...ListedAgent.properties,
	dynamic_variables: Type.Array(DynamicVariable),
});
export type Agent = Static<typeof Agent>;
