import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { findTriggerItem, type RunContext } from '../n8n/triggerItem';
import { type Locator, recordLocator } from '../parameters/fields';
import { InvalidParameterError } from '../parameters/invalidParameterError';
import type { ParameterGroup } from '../parameters/parameterGroup';
import { toPlainText } from '../parameters/parseValue';
import { filterRecords, isRecord } from '../text/json';
import type { ConversationQuery } from './conversationReader';

/** The mode of the field Message in which it is the message that started the run. */
const RUN_MODE = 'run';

/** Builds the field Message, which begins with the message that started the run; {@link readMessageId} reads it. */
export function messageLocator(
	settings: Pick<Locator, 'description'> & Partial<Pick<Locator, 'hint' | 'displayOptions'>>,
): INodeProperties {
	const field = recordLocator({
		displayName: 'Message',
		name: 'messageId',
		search: 'searchMessages',
		required: false,
		...settings,
	});
	return {
		...field,
		default: { mode: RUN_MODE, value: '' },
		modes: [
			{
				displayName: 'This run',
				name: RUN_MODE,
				type: 'string',
				placeholder: 'The message that started this run',
				hint: 'Behind a Voice Agent Trigger or Voice Agent Polling Trigger',
				validation: [
					{
						type: 'regex',
						properties: { regex: '\\s*', errorMessage: "To enter an ID, choose 'By ID'" },
					},
				],
			},
			...(field.modes ?? []),
		],
	};
}

/**
 * Reads the field Message for an item. A value counts in every mode.
 * @param position Which message is meant if the run started with several, after a pause: the newest, or the first.
 * @throws InvalidParameterError for no ID, and if it is not known which message started the run.
 */
export function readMessageId(
	parameters: ParameterGroup,
	context: RunContext,
	itemIndex: number,
	position: 'newest' | 'first' = 'newest',
): string {
	const typed: unknown = context.getNode().parameters.messageId;
	// n8n keeps the mode when a person drags an ID onto the field.
	if (!isRecord(typed) || typed.mode !== RUN_MODE || toPlainText(typed.value) !== '') {
		return parameters.id('messageId');
	}
	const json = findTriggerItem(context, itemIndex, MESSAGE_TRIGGER, isMessageItem);
	if (!json) {
		throw new InvalidParameterError(
			'It is not known which message started this run',
			"A Voice Agent Trigger or Voice Agent Polling Trigger has to come before this node, and the nodes between have to keep their items linked. Otherwise, choose 'By ID' in 'Message' and enter the ID of the message.",
		);
	}
	const id = findMessageId(json, position);
	if (typeof id === 'string' && id !== '') return id;
	throw isRecord(json.message)
		? new InvalidParameterError(
				'The event that started this run does not say the ID of its message',
				"Add 'Field Paths' to the options of the trigger, with the path of 'Message: ID'.",
			)
		: new InvalidParameterError(
				'This run was not started by a message',
				"Choose 'By ID' in 'Message' and enter the ID of a message.",
			);
}

/** Matches the types of the triggers that start with messages. */
const MESSAGE_TRIGGER = /\.voiceAgent(?:Polling)?Trigger$/;

/**
 * Recognizes an item of these triggers by the fields that it always has: those of a pause, or those of a message. The
 * output of Send and Wait, whose message is the reply, has `data` as well.
 */
const isMessageItem = ({ messageId, messages, message, data }: IDataObject): boolean =>
	(messageId !== undefined && Array.isArray(messages)) ||
	(isRecord(message) && message.id !== undefined && message.direction !== undefined && data === undefined);

/** Finds the ID in an item: that of a pause has the message's, and a list of all; others have the message itself. */
function findMessageId({ messageId, messages, message }: IDataObject, position: 'newest' | 'first'): unknown {
	const [first] = filterRecords(messages);
	if (first) return position === 'first' ? first.id : messageId;
	return isRecord(message) ? message.id : undefined;
}

const findByField: INodeProperties = {
	displayName: 'Find By',
	name: 'findBy',
	type: 'options',
	options: [
		{ name: 'Contact Number', value: 'number', description: 'The conversation with a person' },
		{ name: 'Message', value: 'message', description: 'The conversation that a message belongs to' },
	],
	default: 'message',
	description: 'How to find the conversation',
};

/** As a tool of an AI agent, the node begins with a number, which a model can fill in: it often knows no message's ID. */
const findByVariants: INodeProperties[] = [
	{ ...findByField, displayOptions: { hide: { '@tool': [true] } } },
	{ ...findByField, displayOptions: { show: { '@tool': [true] } }, default: 'number' },
];

/**
 * Builds the fields that name a conversation; `readConversationQuery` reads them.
 * @param messageDescription Says what the message is for, in sentence case.
 */
export const conversationFields = (messageDescription: string): INodeProperties[] => [
	...findByVariants,
	messageLocator({
		description: messageDescription,
		hint: "Events and Message > Get Many return the ID as 'id'. It is not the ID of the phone company.",
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
