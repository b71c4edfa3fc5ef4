import { agentLocator } from '../../parameters/fields';
import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';

export const SIMPLIFIED_AGENT = [
	'id',
	'name',
	'agent_type',
	'language',
	'llm_model',
	'voice_id',
	'is_active',
	'is_default',
	'greeting',
	'phone_numbers',
] as const;

/** The other fields of an agent. */
export const OTHER_AGENT_FIELDS = [
	'system_prompt',
	'max_call_duration',
	'end_call_phrases',
	'transfer_number',
	'organization_name',
	'owner_name',
	'agent_role',
	'created_at',
	'updated_at',
	'dynamic_variables',
	'custom_functions',
	'knowledge_sources',
] as const;

/** Calls get-agent. */
export const getAgent = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get agent',
	description: 'Retrieve an agent with its numbers, functions and knowledge sources',
	properties: [agentLocator()],
	idempotent: true,
	output: recordOutput({ wrapper: 'agent', simplified: SIMPLIFIED_AGENT, otherFields: OTHER_AGENT_FIELDS }),
	request: ({ parameters }) => post('get-agent', { agent_id: parameters.id('agentId') }),
});
