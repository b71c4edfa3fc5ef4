import type { INodeProperties } from 'n8n-workflow';

import { humanOnly } from './humanOnly';

/** The beginning of the hint beside the output of a preview. */
export const NOTHING_SENT = 'Preview only: nothing was sent.';

/**
 * Builds the switch 'Preview Only', which only a person can turn off, and below it a notice that the panel
 * shows while the switch is on.
 * @param toSend The advice of the notice and of the hint, e.g. `Turn off 'Preview Only' to run the skill.`
 */
export const previewOnlyFields = (
	name: string,
	{ description, toSend }: { description: string; toSend: string },
): INodeProperties[] => [
	...humanOnly({ displayName: 'Preview Only', name, type: 'boolean', default: true, description }),
	{
		displayName: `Preview only: nothing is sent. ${toSend}`,
		name: 'previewOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { [name]: [true] } },
	},
];
