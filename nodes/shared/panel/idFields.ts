import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';

import { ID_FORM, locator, type Locator } from './locators';

/**
 * A record of the account for which the service has no list, so that its
 * ID (a UUID, interface section 2) is typed.
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

/** A record of the account that is chosen from a list or by its ID (a UUID, interface section 2). */
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

export const memoryIdField = idField('memoryId', 'Memory ID', {
	description: 'ID of the memory of a caller',
	example: '3c9a1f64-7d0b-4a62-9a0e-8b6c5d4e3f21',
	whereToFind:
		'The dashboard shows the ID of the memory, and events may contain it. It is not the ID of a person or message.',
});

export const skillIdField = idField('skillId', 'Skill ID', {
	description: 'ID of the skill of an agent',
	example: '6e1d3b5f-8a2c-4d7e-9b0a-1c2d3e4f5a6b',
	whereToFind:
		'The dashboard shows the ID beside the skill of the agent. It is not the ID of the skill definition.',
});

/** Returns true for a required ID: the field that names the record an operation is about. */
export const isIdField = ({ name, required, modes = [] }: INodeProperties): boolean =>
	required === true &&
	name.endsWith('Id') &&
	modes.every(({ validation }) => !validation || hasIdForm(validation));

/** Returns false for a locator of phone numbers. */
const hasIdForm = (validation: NonNullable<INodePropertyMode['validation']>): boolean =>
	validation.some((rule) => 'properties' in rule && rule.properties === ID_FORM);

/** Says where the value of an ID field is found, for messages about a missing or unknown ID. */
export const describeWhereToFind = ({ type, hint = '' }: INodeProperties): string =>
	(type === 'resourceLocator' ? `Choose it from the list or enter its ID. ${hint}` : hint).trim();
