import { agentLocator } from '../../parameters/fields';
import { post } from '../../service/request';
import { AGENT_LIST_FIELDS } from '../../service/undocumentedNames';
import { defineOperation, listOutput, recordOutput } from '../operation';

const SIMPLIFIED_AGENT = [
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
const OTHER_AGENT_FIELDS = [
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

/** Calls list-agents, which takes neither filters nor pages. */
export const getAgents = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'List the agents of the account',
	properties: [],
	idempotent: true,
	output: listOutput({
		fields: AGENT_LIST_FIELDS,
		limitIn: 'node',
		simplified: SIMPLIFIED_AGENT,
		otherFields: OTHER_AGENT_FIELDS,
	}),
	request: () => post('list-agents', {}),
});
