import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../parameters/parameters';

/** No endpoint lists skills, so that the ID has to be typed. */
export const skillId: INodeProperties = {
	displayName: 'Skill ID',
	name: 'skillId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 6e1d3b5f-8a2c-4d7e-9b0a-1c2d3e4f5a6b',
	description: 'Agent skill ID (not the skill definition ID)',
	hint: 'The service has no list of skills. The dashboard shows the ID beside the skill of the agent.',
};

export const WHEN_UNKNOWN =
	'Check the Skill ID: it is the ID of the skill of an agent, not of the skill definition.';

/** The path of a skill (interface section 4). */
export const skillPath = (item: Item): string =>
	`manage-skills/${item.id('skillId', 'Enter the ID of a skill of an agent, as the dashboard shows it.')}`;
