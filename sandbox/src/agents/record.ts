import { isoTime } from '../clock/clock.ts';
import { toCustomFunctionRecord } from '../custom-functions/record.ts';
import { toKnowledgeSourceRecord } from '../knowledge/record.ts';
import { toNumberInAgent } from '../numbers/record.ts';
import type { Services } from '../services.ts';
import type { Agent, DynamicVariable } from './agents.ts';
import type { AgentRecord, ListedAgent } from './schema.ts';

/** An agent as list-agents shows it. */
export function toListedAgent(agent: Agent): ListedAgent {
	return {
		id: agent.id,
		name: agent.name,
		greeting: agent.greeting,
		system_prompt: agent.systemPrompt,
		voice_id: agent.voiceId,
		llm_model: agent.llmModel,
		language: agent.language,
		agent_type: agent.agentType,
		max_call_duration: agent.maxCallDuration,
		end_call_phrases: [...agent.endCallPhrases],
		transfer_number: agent.transferNumber,
		organization_name: agent.organizationName,
		owner_name: agent.ownerName,
		agent_role: agent.agentRole,
		is_active: agent.isActive,
		is_default: agent.isDefault,
		created_at: isoTime(agent.createdAt),
		updated_at: isoTime(agent.updatedAt),
	};
}

/** An agent in full, with what belongs to it (section 2, agent). */
export function toAgentRecord(
	agent: Agent,
	{ numbers, customFunctions, knowledge }: Pick<Services, 'numbers' | 'customFunctions' | 'knowledge'>,
): AgentRecord {
	return {
		...toListedAgent(agent),
		dynamic_variables: agent.dynamicVariables.map(toVariableRecord),
		phone_numbers: numbers.listOfAgent(agent.id).map(toNumberInAgent),
		custom_functions: customFunctions.listOfAgent(agent.id).map(toCustomFunctionRecord),
		knowledge_sources: knowledge.listOfAgent(agent.id).map(toKnowledgeSourceRecord),
	};
}

function toVariableRecord(variable: DynamicVariable): AgentRecord['dynamic_variables'][number] {
	return {
		id: variable.id,
		name: variable.name,
		description: variable.description,
		var_type: variable.varType,
		enum_options: variable.enumOptions && [...variable.enumOptions],
		created_at: isoTime(variable.createdAt),
		updated_at: isoTime(variable.updatedAt),
	};
}
