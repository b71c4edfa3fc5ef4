import type { INodeProperties } from 'n8n-workflow';

import { authentication } from '../shared/panel/authentication';
import { conversationFields } from '../shared/panel/conversationFields';

/** The panel. */
export const memoryProperties: INodeProperties[] = [
	{
		displayName:
			'Connect this node to the Memory input of an AI Agent. The agent then knows what you and the person have written before, as the service keeps it; n8n stores nothing.',
		name: 'connectNotice',
		type: 'notice',
		default: '',
	},
	authentication,
	...conversationFields(
		'The message that the agent answers, or the first of several, usually by an expression. The memory holds what was written before it.',
	),
	{
		displayName: 'Context Window Length',
		name: 'contextWindowLength',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 20,
		description: 'How many past messages of the conversation the agent gets, at most',
	},
];
