import type { INodeProperties } from 'n8n-workflow';

import { ID_FORM, locator, type Locator } from '../../shared/panel/locators';

export const AGENT_ADVICE = 'Choose an agent from the list or enter its ID.';

/** A record of the account that is known by a UUID (interface section 2). */
export const recordLocator = (
	of: Pick<Locator, 'displayName' | 'name' | 'description' | 'search'> & Partial<Locator>,
): INodeProperties =>
	locator({
		idLabel: 'By ID',
		placeholder: 'e.g. 0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90',
		form: ID_FORM,
		...of,
	});

/** A voice or text agent of the account. */
export const agentLocator = (more: Partial<Locator> = {}): INodeProperties =>
	recordLocator({
		displayName: 'Agent',
		name: 'agentId',
		description: 'The agent, chosen from the list or by its ID',
		search: 'searchAgents',
		...more,
	});
