import { AGENT_LIST_FIELDS } from '../../service/undocumentedNames';
import { defineOperation, listOutput } from '../operation';
import { post } from '../../service/request';
import { OTHER_AGENT_FIELDS, SIMPLIFIED_AGENT } from './get.operation';

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
