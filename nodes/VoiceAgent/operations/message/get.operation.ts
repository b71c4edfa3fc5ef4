import type { Operation } from '../../execution/operation';
import { mediaDownload } from './media';

/** get-message (interface section 4). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get a message',
	description: 'Retrieve one SMS or chat-app message, with its media if wanted',
	properties: [
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 7d3f0c52-9a51-4a06-8c0e-5d1c6f1b2a34',
			description: 'ID of the message, as events and Get Many give it',
		},
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
			description:
				'Start of the names of the binary fields: the first file goes to media_0, the next to media_1',
			hint: 'The start of the names of the output binary fields to put the files in',
		},
	],
	timeout: 'quick',
	retry: { safe: true },
	ifNotFound:
		'Check the Message ID: it is the id that an event or Get Many gives, not the ID of the carrier.',
	answer: {
		kind: 'record',
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
		const messageId = item.id('messageId', 'Enter the ID of a message, e.g. from an event or from Get Many.');
		const download = !item.isForAgent && item.boolean('downloadMedia');
		return {
			request: { method: 'POST', path: 'get-message', body: { message_id: messageId } },
			...(download && { files: mediaDownload(item) }),
		};
	},
};
