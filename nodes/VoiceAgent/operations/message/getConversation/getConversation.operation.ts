import { readConversationQuery } from '../../../../shared/conversation/readConversationQuery';
import { conversationFields } from '../../../../shared/panel/conversationFields';
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
	properties: conversationFields('A message of the conversation, chosen from the newest or by its ID'),
	options: [
		{
			displayName: 'Only If Newest',
			name: 'onlyIfNewest',
			type: 'boolean',
			default: false,
			displayOptions: { show: { '/findBy': ['message'] } },
			description:
				'Whether to put out nothing if the person has written again after this message. With a Wait node of at least 5 seconds before it, only the last of several quick messages is answered.',
		},
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
		const query = readConversationQuery(parameters);
		const onlyIfNewest =
			query.request !== undefined && options.isAdded('onlyIfNewest') && options.boolean('onlyIfNewest');
		return {
			...(query.request ?? post('list-messages', { phone_number: query.contact })),
			fetchRecords: fetchConversation({ ...reading, ...query, onlyIfNewest }),
		};
	},
});
