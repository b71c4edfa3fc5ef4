import type { INodePropertyOptions } from 'n8n-workflow';

import type { Channel } from '../wire/channel';

/** The channels of messages, as menus offer them. */
export const CHANNEL_OPTIONS: Array<INodePropertyOptions & { value: Channel }> = [
	{ name: 'Chat App', value: 'chatapp', description: 'Messages of a chat-app business number' },
	{ name: 'SMS', value: 'sms', description: 'Messages of a phone number' },
];
