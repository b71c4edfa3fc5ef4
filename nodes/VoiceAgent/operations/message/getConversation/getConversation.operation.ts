import { recordLocator } from '../../../../shared/panel/idFields';
import { defineOperation } from '../../define';
import { list } from '../../output';
import { post } from '../../../../shared/client/serviceRequest';
import { fetchConversation } from './fetchConversation';

/**
 * The messages between a person and one of your numbers, by get-message
 * and list-messages (interface section 4).
 */
export const getConversation = defineOperation({
	value: 'getConversation',
	name: 'Get Conversation',
	action: 'Get conversation',
	description:
		'Retrieve the messages between a person and one of your numbers, oldest first, also as one text for a language model',
	properties: [
		{
			displayName: 'Find By',
			name: 'findBy',
			type: 'options',
			options: [
				{ name: 'Contact Number', value: 'number', description: 'The conversation with a person' },
				{ name: 'Message', value: 'message', description: 'The conversation that a message belongs to' },
			],
			default: 'message',
			description: 'How to find the conversation',
		},
		recordLocator({
			displayName: 'Message',
			name: 'messageId',
			description: 'A message of the conversation, chosen from the newest or by its ID',
			hint: "Events and Message > Get Many return the ID as 'id'. It is not the ID of the carrier.",
			search: 'searchMessages',
			displayOptions: { show: { findBy: ['message'] } },
		}),
		{
			displayName: 'Contact Number',
			name: 'contactNumber',
			type: 'string',
			required: true,
			default: '',
			displayOptions: { show: { findBy: ['number'] } },
			placeholder: 'e.g. +14155550123',
			description: 'The number of the person, with its country code',
		},
		{
			displayName: 'Your Number',
			name: 'ourNumber',
			type: 'string',
			default: '',
			displayOptions: { show: { findBy: ['number'] } },
			placeholder: 'e.g. +14155550100',
			description:
				'Your number in the conversation: a phone number, or the ID of a business number of the chat app',
			hint: 'Needed only if the person has written with several of your numbers',
		},
	],
	options: [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'One Item', value: 'oneItem', description: 'The conversation with a list of its messages' },
				{ name: 'One per Message', value: 'onePerMessage', description: 'An item for each message' },
			],
			default: 'oneItem',
			description: 'How to return the conversation',
		},
	],
	idempotent: true,
	guardedFields: { message_id: 'Message', phone_number: 'Contact Number' },
	output: list({ fields: ['messages'], limitedBy: 'pages' }),
	request({ parameters, options, additionalBodyFields, context }) {
		const reading = {
			additionalBodyFields,
			timeZone: context.getTimezone(),
			isOnePerMessage: options.has('output') && options.choice('output') === 'onePerMessage',
		};
		if (parameters.choice('findBy') === 'message') {
			const request = post('get-message', { message_id: parameters.id('messageId') });
			return { ...request, fetchRecords: fetchConversation({ ...reading, request }) };
		}
		const contact = parameters.listedNumber('contactNumber');
		const our = parameters.has('ourNumber') ? parameters.listedNumber('ourNumber') : undefined;
		return {
			...post('list-messages', { phone_number: contact }),
			fetchRecords: fetchConversation({ ...reading, contact, our }),
		};
	},
});
