import { AGENT_LIST_FIELDS } from '../../../shared/wire/undocumentedNames';
import { defineOperation } from '../define';
import { list } from '../output';
import { post } from '../../../shared/client/serviceRequest';
import { OTHER_AGENT_FIELDS, SIMPLIFIED_AGENT } from './get.operation';

/** list-agents (interface section 4), which takes neither filters nor pages. */
export const getAgents = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'List the agents of the account',
	properties: [],
	idempotent: true,
	output: list({
		fields: AGENT_LIST_FIELDS,
		limitedBy: 'node',
		simplified: SIMPLIFIED_AGENT,
		otherFields: OTHER_AGENT_FIELDS,
	}),
	request: () => post('list-agents', {}),
});
