import { agentLocator } from '../../parameters/idFields';
import { defineOperation, post, record } from '../define';

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

/** get-agent (interface section 4). */
export const getAgent = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get agent',
	description: 'Retrieve an agent with its numbers, functions and knowledge sources',
	properties: [agentLocator()],
	idempotent: true,
	output: record({ wrapper: 'agent', simplified: SIMPLIFIED_AGENT }),
	request: (params) => post('get-agent', { agent_id: params.id('agentId') }),
});
