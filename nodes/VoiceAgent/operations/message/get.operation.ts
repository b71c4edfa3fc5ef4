import type { Operation } from '../define';
import { recordLocator } from '../../parameters/locators';
import { mediaDownload } from './media';

/** get-message (interface section 4). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get message',
	description: 'Retrieve an SMS or chat-app message and, optionally, its media',
	properties: [
		recordLocator({
			displayName: 'Message',
			name: 'messageId',
			description: 'The message, chosen from the newest or by its ID, which events and Get Many return',
			search: 'searchMessages',
		}),
		{
			displayName: 'Download Media',
			name: 'downloadMedia',
			type: 'boolean',
			default: false,
			displayOptions: { hide: { '@tool': [true] } },
			description: 'Whether to download the photos, voice notes, videos and documents of the message',
		},
		{
			displayName: 'Put Output Files in Fields',
			name: 'mediaFieldPrefix',
			type: 'string',
			default: 'media_',
			displayOptions: { show: { downloadMedia: [true] }, hide: { '@tool': [true] } },
			placeholder: 'e.g. media_',
			description: 'Prefix of the binary fields: the first file goes to media_0, the next to media_1',
			hint: 'The prefix of the output binary fields to put the files in',
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	ifNotFound:
		'Choose the message from the list, or check its ID: it is the id that an event or Get Many gives, not the ID of the carrier.',
	answer: {
		kind: 'record',
		wrapper: 'message',
		simplified: [
			'id',
			'thread_id',
			'direction',
			'from_number',
			'to_number',
			'body',
			'status',
			'sent_at',
			'sentiment',
			'media',
			'delivery_error',
		],
	},
	plan(item) {
		const messageId = item.id(
			'messageId',
			'Choose a message from the list, or enter its ID from an event or from Get Many.',
		);
		const download = !item.isForAgent && item.boolean('downloadMedia');
		return {
			request: { method: 'POST', path: 'get-message', body: { message_id: messageId } },
			...(download && { files: mediaDownload(item) }),
		};
	},
};
