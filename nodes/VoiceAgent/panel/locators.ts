import type { INodeProperties } from 'n8n-workflow';

import { locator, type Locator } from '../../shared/panel/locators';

const UUID_PLACEHOLDER = 'e.g. 0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90';

export const AGENT_ADVICE = 'Choose an agent from the list or enter its ID.';

/** A voice or text agent of the account. */
export const agentLocator = (more: Partial<Locator> = {}): INodeProperties =>
	locator({
		displayName: 'Agent',
		name: 'agentId',
		description: 'The agent, chosen from the list or by its ID',
		search: 'searchAgents',
		idLabel: 'By ID',
		placeholder: UUID_PLACEHOLDER,
		required: true,
		...more,
	});
