import type { INodeProperties } from 'n8n-workflow';

import type { ParameterGroup } from '../parameters/parameterGroup';
import type { ConversationQuery } from './conversationReader';
import { messageLocator } from './messageField';

/**
 * Builds the fields that name a conversation; `readConversationQuery` reads them.
 * @param messageDescription Says what the message is for, in sentence case.
 */
export const conversationFields = (messageDescription: string): INodeProperties[] => [
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
	messageLocator({
		description: messageDescription,
		hint: "Events and Message > Get Many return the ID as 'id'. It is not the ID of the carrier.",
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
];

/**
 * Reads which conversation is meant, from the fields of `conversationFields`.
 * @param readId Reads the field Message.
 * @throws InvalidParameterError for values that cannot work.
 */
export function readConversationQuery(parameters: ParameterGroup, readId: () => string): ConversationQuery {
	if (parameters.choice('findBy') === 'message') return { messageId: readId() };
	return {
		contact: readContact(parameters),
		ourNumber: parameters.has('ourNumber') ? parameters.phoneNumberOrId('ourNumber') : undefined,
	};
}

/** The digits of a short code, from which an SMS may come. A phone number with its country code has more. */
const SHORT_CODE = /^\d{3,6}$/;

/** Reads the number of the person. @throws InvalidParameterError if there can be no such number. */
function readContact(parameters: ParameterGroup): string {
	const number = parameters.phoneNumberOrId('contactNumber');
	return SHORT_CODE.test(number)
		? number
		: parameters.phoneNumber('contactNumber', { acceptsMissingPlus: true });
}
