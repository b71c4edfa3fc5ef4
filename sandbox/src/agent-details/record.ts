import { isoTime } from '../clock/clock.ts';
import { toCustomFunctionRecord } from '../custom-functions/record.ts';
import { toKnowledgeSourceRecord } from '../knowledge/record.ts';
import { toNumberInAgent } from '../numbers/record.ts';
import type { App } from '../plugin.ts';
import type { Agent, DynamicVariable } from '../agents/agents.ts';
import { toListedAgent } from '../agents/functions.ts';
import type { AgentRecord } from './schema.ts';

/** An agent in full, with what belongs to it (section 2, agent). */
export function toAgentRecord(agent: Agent, { numbers, customFunctions, knowledge }: App): AgentRecord {
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
