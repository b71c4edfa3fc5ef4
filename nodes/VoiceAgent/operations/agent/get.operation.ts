import { AGENT_ADVICE, agentLocator } from '../../parameters/locators';
import type { Operation } from '../define';
import { SIMPLIFIED_AGENT } from './simplified';

/** get-agent (interface section 4). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get agent',
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
