import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { locator, NUMBER_FORM } from '../../../shared/panel/locators';
import { isRecord } from '../../../shared/text/json';
import { assess, type ErrorResponse } from '../../../shared/client/failure';
import type { ServiceRequest } from '../../../shared/client/serviceRequest';
import type { ParameterGroup } from '../../../shared/parameters/parameterGroup';
import type { Item } from '../../parameters/item';
import { readObject, objectField } from '../../parameters/objectField';
import { post } from '../../../shared/client/serviceRequest';
import type { PlannedRequest } from '../../operation';
import { findCountryCode } from '../../../shared/parameters/phoneNumber';
import { recordLocator } from '../../../shared/panel/idFields';
import { findSentMessage } from './findSentMessage';

/**
 * The fields that a chat-app message needs: sender, recipient and text.
 * @param example The text that the empty field shows.
 */
export const messageProperties = (example: string): INodeProperties[] => [
	// No endpoint lists the connected numbers; the messages tell which are in use.
	recordLocator({
		displayName: 'From (Business Number)',
		name: 'phoneNumberId',
		description:
			'The connected business number that sends the message. The dashboard shows its ID with the chat-app account.',
		search: 'searchBusinessNumbers',
		placeholder: 'e.g. 106540352242922',
		hint: "Only numbers with messages are listed. For others, choose 'By ID'.",
	}),
	locator({
		displayName: 'Recipient',
		name: 'recipientWaId',
		description:
			'The person who gets the message. The list shows the people who wrote in the last 24 hours, the latest first. Search it by number or by text.',
		search: 'searchRecipients',
		searchDependsOn: ['phoneNumberId'],
		idLabel: 'By Number',
		placeholder: 'e.g. +14155550123',
		form: NUMBER_FORM,
	}),
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: `e.g. ${example}`,
		description: 'Text of the message',
	},
];

/**
 * The data that a message carries beside its text; the service returns
 * it with the reply (interface section 4).
 */
export const metadataOption: INodeProperties = objectField({
	displayName: 'Metadata',
	name: 'metadata',
	description: 'Data to store with the message. The event of a reply returns it.',
	example: '{ "order": "A-17" }',
});

/** The parts that the two operations that send messages have in common. */
export const sending = {
	timeout: 'provider',
	idempotent: false,
	ifOutcomeUnknown: 'Look for it with Message > Get Many before you send it again.',
	ifNotFound: "Check 'From (Business Number)': connect the number in the dashboard of the service first.",
	adviseOn: adviseOnSending,
	findRefusal: unsentMessage,
	findOutcome: findSentMessage,
} as const;

/** Reads the option Metadata; undefined if it has no value. */
export const readMetadata = (options: ParameterGroup): IDataObject | undefined =>
	readObject(options, 'metadata');

/**
 * send-chatapp-message (interface section 4). Messages from one number to one recipient keep their order.
 * @throws InvalidParameterError for values that cannot work.
 */
export function planMessage(
	{ parameters, connection }: Pick<Item, 'parameters' | 'connection'>,
	more: { message: string; metadata: IDataObject | undefined },
): PlannedRequest {
	const recipient = parameters.phoneNumber('recipientWaId', { withoutPlus: true }).slice(1);
	const sender = parameters.id('phoneNumberId');
	return {
		...post(`send-${connection.chatAppName}-message`, {
			phone_number_id: sender,
			recipient_wa_id: recipient,
			message: more.message,
			...(more.metadata && { metadata: more.metadata }),
		}),
		orderKey: ({ body }) => `${String(body.phone_number_id)}:${String(body.recipient_wa_id)}`,
	};
}

/** Reads the message as it was typed. @throws InvalidParameterError if it is empty. */
export const readMessage = (parameters: ParameterGroup): string =>
	parameters.requiredText('message', 'Enter the text to send.');

/**
 * The words of providers for a free-form message that comes too late: their code, or the name of the window.
 */
const WINDOW_CLOSED =
	/\b131047\b|re-?engagement|messaging window|more than 24 hours have passed since the (recipient|customer)/i;

/** The words of providers for a number that they cannot reach. */
const NUMBER_UNKNOWN =
	/\b131026\b|country code|(invalid|unknown|incorrect) (recipient|phone)|(recipient|number)\b.*\b(invalid|unknown|not (a )?(valid|known|registered))/i;

/** Says what the provider's words may mean for this message (interface sections 4 and 8). */
function adviseOnSending(response: ErrorResponse, { body }: ServiceRequest): string | undefined {
	if (!['invalid', 'forbidden', 'unavailable'].includes(assess(response).reason)) return undefined;
	return adviseOnWords(`${response.message} ${response.detail ?? ''}`, String(body.recipient_wa_id));
}

/**
 * Says what a provider's words may mean for a message to this recipient; undefined if they say nothing known.
 */
export function adviseOnWords(words: string, recipient: string): string | undefined {
	const advice = [
		WINDOW_CLOSED.test(words) &&
			'The chat app allows free-form messages only within 24 hours of the last message from the recipient. Wait until they write again, or reach them by another channel.',
		(NUMBER_UNKNOWN.test(words) || findCountryCode(recipient) === undefined) &&
			`Check that 'Recipient' ${recipient} begins with its country code, as in +14155550123.`,
	].filter((sentence) => sentence !== false);
	return advice.length > 0 ? advice.join(' ') : undefined;
}

/**
 * Finds the failure in a stored message that did not go out: the service returns it
 * with a status of 200 (interface section 3).
 */
export function unsentMessage({ stored }: IDataObject): ErrorResponse | undefined {
	if (!isRecord(stored) || (stored.status !== 'failed' && stored.status !== 'undelivered')) return undefined;
	const { delivery_error: reason } = stored;
	return {
		kind: 'errorResponse',
		status: 200,
		message: typeof reason === 'string' && reason !== '' ? reason : 'The service has not sent the message',
		advice: `The message has the status ${stored.status}. Message > Get Many shows it with its 'delivery_error'.`,
	};
}
