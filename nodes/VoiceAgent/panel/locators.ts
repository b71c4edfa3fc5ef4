import type { INodeProperties } from 'n8n-workflow';

/** "From List" or "By ID": what a parameter that names a record of the account offers. */
interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The list-search method. */
	search: string;
	idLabel: string;
	placeholder: string;
	required?: boolean;
}

export function locator(of: Locator): INodeProperties {
	return {
		displayName: of.displayName,
		name: of.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: of.required ?? false,
		description: of.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: of.search, searchable: true },
			},
			{ displayName: of.idLabel, name: 'id', type: 'string', placeholder: of.placeholder },
		],
	};
}

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

/** A service number of the account, as an E.164 number. */
export const phoneNumberLocator = (more: Partial<Locator> = {}): INodeProperties =>
	locator({
		displayName: 'Phone Number',
		name: 'phoneNumber',
		description: 'One of your numbers, chosen from the list or entered with its country code',
		search: 'searchPhoneNumbers',
		idLabel: 'By Number',
		placeholder: 'e.g. +14155550100',
		required: true,
		...more,
	});
