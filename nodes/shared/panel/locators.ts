import type { INodeProperties } from 'n8n-workflow';

/** "From List" or by hand: what a parameter that names a record of the account offers. */
export interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The list-search method. */
	search: string;
	/** The parameters by which the list is narrowed: it is read again when they change. */
	searchDependsOn?: string[];
	/** The text that the list shows while nothing is chosen, where that has a meaning. */
	listPlaceholder?: string;
	idLabel: string;
	placeholder: string;
	/**
	 * A typed value has to match this as a whole, unless it is empty. The editor says so while a person types.
	 */
	form: { regex: string; errorMessage: string };
	hint?: string;
	required?: boolean;
	displayOptions?: INodeProperties['displayOptions'];
}

/** Blanks around it do no harm: people copy them along. */
export const ID_FORM = {
	regex: '\\s*[\\w-]*\\s*',
	errorMessage: 'An ID has only letters, digits, - and _',
};

/**
 * `00` or digits alone may be enough, depending on the parameter; what is
 * wrong beyond that is found when it is read.
 */
export const NUMBER_FORM = {
	regex: '\\s*\\+?[\\d\\s().\\/-]*',
	errorMessage: 'Enter a number with its country code',
};

export function locator(of: Locator): INodeProperties {
	return {
		displayName: of.displayName,
		name: of.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: of.required ?? true,
		...(of.searchDependsOn && {
			typeOptions: { loadOptionsDependsOn: of.searchDependsOn.map((name) => `${name}.value`) },
		}),
		...(of.displayOptions && { displayOptions: of.displayOptions }),
		description: of.description,
		...(of.hint !== undefined && { hint: of.hint }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(of.listPlaceholder !== undefined && { placeholder: of.listPlaceholder }),
				typeOptions: { searchListMethod: of.search, searchable: true },
			},
			{
				displayName: of.idLabel,
				name: 'id',
				type: 'string',
				placeholder: of.placeholder,
				validation: [{ type: 'regex', properties: of.form }],
			},
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
		form: NUMBER_FORM,
		...more,
	});
