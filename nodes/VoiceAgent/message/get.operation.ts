import { defineOperation, recordOutput } from '../operation';
import { post } from '../../service/request';
import { OTHER_MESSAGE_FIELDS, SIMPLIFIED_MESSAGE } from '../../messages/messageRecord';
import { messageLocator, readMessageId } from '../../messages/fields';
import { createMediaDownload } from './media';

/** Calls get-message. */
export const getMessage = defineOperation({
	value: 'get',
	name: 'Get',
	action: 'Get message',
	description: 'Retrieve an SMS or chat-app message and, optionally, its media',
	properties: [
		messageLocator({
			description: 'The message that started this run, one of the newest, or one by its ID',
			hint: "Message > Get Many returns the ID as 'id'. It is not the ID of the phone company.",
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
	output: recordOutput({
		wrapper: 'message',
		simplified: SIMPLIFIED_MESSAGE,
		otherFields: OTHER_MESSAGE_FIELDS,
	}),
	request(item) {
		const { parameters, isToolCall } = item;
		const downloadsMedia = !isToolCall && parameters.boolean('downloadMedia');
		return {
			...post('get-message', { message_id: readMessageId(parameters, item.context, item.index) }),
			...(downloadsMedia && { afterResponse: createMediaDownload(item) }),
		};
	},
});
