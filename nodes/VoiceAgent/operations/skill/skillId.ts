import type { INodeProperties } from 'n8n-workflow';

import type { ItemInput } from '../../execution/itemInput';

/** No endpoint lists skills, so that the ID has to be typed. */
export const skillId: INodeProperties = {
	displayName: 'Skill ID',
	name: 'skillId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 6e1d3b5f-8a2c-4d7e-9b0a-1c2d3e4f5a6b',
	description: 'ID of the skill of the agent (not of the skill definition), as the dashboard shows it',
};

export const WHEN_UNKNOWN =
	'Check the Skill ID: it is the ID of the skill of an agent, not of the skill definition.';

/** The path of a skill; the ID is encoded, so that it cannot lead anywhere else. */
export const skillPath = (input: ItemInput): string =>
	`manage-skills/${encodeURIComponent(input.required('skillId', 'Skill ID', 'Enter the ID of a skill of an agent.'))}`;
