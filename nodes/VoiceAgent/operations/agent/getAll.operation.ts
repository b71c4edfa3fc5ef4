import { AGENT_LIST_FIELDS } from '../../../shared/wire/undocumentedNames';
import type { Operation } from '../define';
import { SIMPLIFIED_AGENT } from './simplified';

/** list-agents (interface section 4), which takes neither filters nor pages. */
export const getAll: Operation = {
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many agents',
	description: 'List the agents of the account',
	properties: [],
	timeout: 'quick',
	retry: { safe: true },
	answer: { kind: 'list', fields: AGENT_LIST_FIELDS, size: 'cut', simplified: SIMPLIFIED_AGENT },
	plan: () => ({ request: { method: 'POST', path: 'list-agents', body: {} } }),
};
