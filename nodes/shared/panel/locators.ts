import type { INodeProperties } from 'n8n-workflow';

/** "From List" or "By ID": what a parameter that names a record of the account offers. */
export interface Locator {
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
