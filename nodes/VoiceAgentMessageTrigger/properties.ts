import type { INodeProperties } from 'n8n-workflow';

import { authentication } from '../shared/panel/authentication';
import { phoneNumberLocator } from '../shared/panel/locators';

const WHICH_TRIGGER =
	'This trigger asks for new messages at the times below, so n8n needs no public address. The Voice Agent Trigger starts at once instead, and also when a call or a website chat ends; for that, the service must reach n8n.';

/** The panel. n8n puts the Poll Times above. */
export const properties: INodeProperties[] = [
	{
		displayName: WHICH_TRIGGER,
		name: 'whichTriggerNotice',
		type: 'notice',
		default: '',
	},
	authentication,
	{
		displayName: 'Direction',
		name: 'direction',
		type: 'options',
		default: 'inbound',
		options: [
			{ name: 'Any', value: 'any', description: 'Messages in both directions' },
			{ name: 'Inbound', value: 'inbound', description: 'Messages you receive' },
			{ name: 'Outbound', value: 'outbound', description: 'Messages you send' },
		],
		description: 'Whether to start on messages you receive, on those you send, or on both',
	},
	phoneNumberLocator({
		description:
			'Only messages from or to this number. Leave empty for all numbers. For a business number of the chat app, enter its ID, which is digits only.',
		required: false,
	}),
	{
		displayName: 'Channel',
		name: 'channel',
		type: 'options',
		default: 'any',
		options: [
			{ name: 'Any', value: 'any', description: 'SMS and chat-app messages' },
			{ name: 'Chat App', value: 'chatapp', description: 'Messages of a chat-app business number' },
			{ name: 'SMS', value: 'sms', description: 'Messages of a phone number' },
		],
		description: 'Channel of the messages, recognized by the format of your own number',
	},
	{
		displayName: 'Simplify',
		name: 'simplify',
		type: 'boolean',
		default: true,
		description: 'Whether to return a simplified version of the response instead of the raw data',
	},
];
