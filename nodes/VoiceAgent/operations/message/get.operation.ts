import { defineOperation } from '../define';
import { post } from '../../../shared/client/serviceRequest';
import { record } from '../output';
import { recordLocator } from '../../../shared/panel/idFields';
import { createMediaDownload } from './media';

/** get-message (interface section 4). */
export const getMessage = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get message',
	description: 'Retrieve an SMS or chat-app message and, optionally, its media',
	properties: [
		recordLocator({
			displayName: 'Message',
			name: 'messageId',
			description: 'The message, chosen from the newest or by its ID',
			hint: "Events and Message > Get Many return the ID as 'id'. It is not the ID of the carrier.",
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
	idempotent: true,
	output: record({
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
			'media',
			'delivery_error',
		],
		otherFields: [
			...['contact_id', 'is_ai_generated', 'created_at', 'message_sid', 'delivered_at', 'sentiment'],
			...['agent_id', 'translation'],
		],
	}),
	request(item) {
		const { parameters, isForAgent } = item;
		const downloadsMedia = !isForAgent && parameters.boolean('downloadMedia');
		return {
			...post('get-message', { message_id: parameters.id('messageId') }),
			...(downloadsMedia && { downloadFiles: createMediaDownload(item) }),
		};
	},
});
