import { AGENT_ADVICE, agentLocator } from '../../panel/locators';
import type { Operation } from '../../execution/operation';
import { SIMPLIFIED_AGENT } from './simplified';

/** get-agent (interface section 4). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get an agent',
	description: 'Retrieve an agent with its numbers, functions and knowledge sources',
	properties: [agentLocator()],
	timeout: 'quick',
	retry: { safe: true },
	ifNotFound: 'Choose the agent from the list, or check its ID in the dashboard.',
	answer: { kind: 'record', wrapper: 'agent', simplified: SIMPLIFIED_AGENT },
	plan: (item) => ({
		request: {
			method: 'POST',
			path: 'get-agent',
			body: { agent_id: item.id('agentId', AGENT_ADVICE) },
		},
	}),
};
