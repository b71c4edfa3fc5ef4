import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { SHOW_UNLESS_SESSION } from '../n8n/node';
import type { CredentialType } from '../service/credentials';
import { InvalidParameterError, quote } from './invalidParameterError';

/** A parameter for a record of the account, which is chosen from a list or typed. */
export interface Locator {
	displayName: string;
	name: string;
	description: string;
	/** The list-search method. */
	search: string;
	/** The text of the list while nothing is chosen, for a parameter that may stay empty. */
	listPlaceholder?: string;
	/** The kind of value that a person types if they do not choose from the list: by default an ID. */
	manualMode?: 'id' | 'number';
	placeholder: string;
	/**
	 * A typed value has to match this as a whole, unless it is empty. The editor says so while a person types.
	 */
	validation: { regex: string; errorMessage: string };
	hint?: string;
	required?: boolean;
	displayOptions?: INodeProperties['displayOptions'];
}

/** The pattern is loose: what else is wrong with a number is found when the parameter is read. */
export const NUMBER_VALIDATION = {
	// The ranges have the digits of other keyboards, such as those of Arabic, Hindi and Chinese.
	regex: '\\s*\\+?[-\\d\\s().\\/\\u0660-\\u0ed9\\uff10-\\uff19]*',
	errorMessage: 'Enter a number with its country code',
};

export function locator(settings: Locator): INodeProperties {
	return {
		displayName: settings.displayName,
		name: settings.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: settings.required ?? true,
		...(settings.displayOptions && { displayOptions: settings.displayOptions }),
		description: settings.description,
		...(settings.hint !== undefined && { hint: settings.hint }),
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				...(settings.listPlaceholder !== undefined && { placeholder: settings.listPlaceholder }),
				typeOptions: { searchListMethod: settings.search, searchable: true },
			},
			{
				// n8n calls a mode by its own words if its name is 'id'.
				...(settings.manualMode === 'number'
					? { displayName: 'Number', name: 'number' }
					: { displayName: 'By ID', name: 'id' }),
				type: 'string',
				placeholder: settings.placeholder,
				validation: [{ type: 'regex', properties: settings.validation }],
			},
		],
	};
}

/** Builds the field for a service number of the account, as an E.164 number. */
export const phoneNumberLocator = (overrides: Partial<Locator>): INodeProperties =>
	locator({
		displayName: 'Phone Number',
		name: 'phoneNumber',
		description: 'One of your numbers, chosen from the list or entered with its country code',
		search: 'searchPhoneNumbers',
		manualMode: 'number',
		placeholder: 'e.g. +14155550100',
		validation: NUMBER_VALIDATION,
		...overrides,
	});

/**
 * Builds the field for a record of the account for which the service has no list, so that its ID, a UUID, is typed.
 * @param whereToFind A sentence that says where the ID is found. The panel shows it as a hint, and messages
 * repeat it if the ID is missing or the service does not know it.
 */
export const idField = (
	name: string,
	displayName: string,
	{ whereToFind, description, example }: { whereToFind: string; description: string; example: string },
): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	required: true,
	default: '',
	placeholder: `e.g. ${example}`,
	description,
	hint: whereToFind,
});

/** Matches an ID. Whitespace around it does no harm: people copy it by accident. */
const ID_REGEX = '\\s*[\\w-]*\\s*';

/** Builds the field for a record of the account that is chosen from a list or by its ID, a UUID. */
export const recordLocator = (
	settings: Pick<Locator, 'displayName' | 'name' | 'description' | 'search'> & Partial<Locator>,
): INodeProperties =>
	locator({
		placeholder: 'e.g. 0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90',
		validation: {
			regex: ID_REGEX,
			errorMessage: `'${settings.displayName}' takes an ID, not a name or a phone number. Choose it from the list, or enter its ID.`,
		},
		...settings,
	});

/** Builds the field for a voice or text agent of the account. */
export const agentLocator = (overrides: Partial<Locator> = {}): INodeProperties =>
	recordLocator({
		displayName: 'Agent',
		name: 'agentId',
		description: 'The agent, chosen from the list or by its ID',
		search: 'searchAgents',
		...overrides,
	});

export const memoryIdField = idField('memoryId', 'Memory ID', {
	description: 'ID of the memory of a caller, which the dashboard shows',
	example: '3c9a1f64-7d0b-4a62-9a0e-8b6c5d4e3f21',
	whereToFind:
		"The service cannot find a memory by number: keep a table of both, as in the example 'Log Calls and Update Memories'.",
});

export const skillIdField = idField('skillId', 'Skill ID', {
	description: 'ID of the skill of an agent',
	example: '6e1d3b5f-8a2c-4d7e-9b0a-1c2d3e4f5a6b',
	whereToFind:
		'The dashboard shows the ID beside the skill of the agent. It is not the ID of the skill definition.',
});

/**
 * Returns true for a required ID: the field that names the record an operation is about. A phone number is not one. A
 * field that begins with the message of the run is never empty, so that nothing requires it.
 */
export const isIdField = ({ name, required, modes = [] }: INodeProperties): boolean =>
	name.endsWith('Id') &&
	(required === true || modes[0]?.name === 'run') &&
	modes.every(({ name: mode }) => mode !== 'number');

/**
 * Builds a field for a list of rows; `ParameterGroup.rows` reads it.
 * @param entry The label of a row, in Title Case.
 */
export const rowsField = (
	displayName: string,
	name: string,
	entry: string,
	description: string,
	values: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${entry}`,
	default: {},
	options: [{ displayName: entry, name: 'entry', values }],
	description,
});

/** The choice between the two credentials. */
export const authenticationField: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'Email and Password', value: 'session' },
	],
	default: 'apiKey',
	description: 'How to log in to the service',
};

/** The two credentials of a node; the panel shows the chosen one. */
export const CREDENTIALS: INodeCredentialDescription[] = [
	{
		name: 'voiceAgentApi',
		required: true,
		testedBy: 'voiceAgentApiTest',
		displayOptions: SHOW_UNLESS_SESSION,
	},
	{
		name: 'voiceAgentSessionApi',
		required: true,
		testedBy: 'voiceAgentSessionApiTest',
		displayOptions: { show: { authentication: ['session'] } },
	},
];

const CREDENTIAL_BY_AUTHENTICATION = new Map<unknown, CredentialType>([
	['apiKey', 'voiceAgentApi'],
	['session', 'voiceAgentSessionApi'],
]);

/**
 * Reads the parameter Authentication.
 * @throws InvalidParameterError for a value that the panel does not offer: a credential other than the chosen one
 * could belong to another account.
 */
export function readAuthentication(value: unknown): CredentialType {
	const credentialType = CREDENTIAL_BY_AUTHENTICATION.get(value);
	if (credentialType) return credentialType;
	throw new InvalidParameterError(
		`'Authentication' ${quote(value)} is not one of its options`,
		`Choose one from the list, or use an expression that gives one of: ${[...CREDENTIAL_BY_AUTHENTICATION.keys()].join(', ')}.`,
	);
}

/** Builds a field to which a person adds those of some parameters that are needed; `ParameterGroup.collection` reads it. */
export const collectionField = (
	displayName: string,
	name: string,
	placeholder: string,
	options: INodeProperties[],
): INodeProperties => ({ displayName, name, type: 'collection', placeholder, default: {}, options });

/** Builds the collection Options of a node or an operation. */
export const optionsField = (options: INodeProperties[]): INodeProperties =>
	collectionField('Options', 'options', 'Add option', options);
