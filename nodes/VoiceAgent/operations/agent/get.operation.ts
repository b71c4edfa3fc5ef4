import { agentLocator } from '../../panel/locators';
import type { Operation } from '../../execution/operation';
import { SIMPLIFIED_AGENT } from './simplified';

/** get-agent (interface section 4). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an agent',
	description: 'Retrieve one agent with its numbers, functions and knowledge sources',
	properties: [agentLocator()],
	timeout: 'quick',
	repeatable: true,
	whenNotFound: 'Choose the agent from the list, or check its ID in the dashboard.',
	simplified: SIMPLIFIED_AGENT,
	wrapper: 'agent',
	request: (input) => ({
		method: 'POST',
		path: 'get-agent',
		body: { agent_id: input.required('agentId', 'Agent', 'Choose an agent from the list or enter its ID.') },
	}),
};
