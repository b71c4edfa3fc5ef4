import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { recordLocator, locator, NUMBER_VALIDATION, type Locator } from '../../parameters/fields';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { objectField, readObject } from '../fields/objectField';

/**
 * Builds the fields that a chat-app message needs: sender, recipient and text.
 * @param example The text that the empty field shows.
 */
export const messageProperties = (example: string): INodeProperties[] => [
	businessNumberLocator({
		displayName: 'From (Business Number)',
		description: 'The connected business number that sends the message',
	}),
	locator({
		displayName: 'Recipient',
		name: 'recipientWaId',
		description:
			'The person who gets the message. The list shows the people who wrote in the last 24 hours, the latest first. Search it by number or by text.',
		search: 'searchRecipients',
		manualMode: 'number',
		placeholder: 'e.g. +14155550123',
		validation: NUMBER_VALIDATION,
	}),
	messageTextField({ displayName: 'Message', example }),
];

/** Builds the field for a business number of the chat app. No endpoint lists them, so the list has those with messages. */
export const businessNumberLocator = (
	settings: Pick<Locator, 'displayName' | 'description'> & Partial<Locator>,
): INodeProperties =>
	recordLocator({
		name: 'phoneNumberId',
		search: 'searchBusinessNumbers',
		placeholder: 'e.g. 106540352242922',
		hint: "Numbers with messages are listed. For others, choose 'By ID' and enter the ID that the dashboard shows.",
		...settings,
	});

/** Builds the field for the text of a message; `readMessageText` reads it. @param example The text that the empty field shows. */
export const messageTextField = ({
	displayName,
	example,
}: {
	displayName: string;
	example: string;
}): INodeProperties => ({
	displayName,
	name: 'message',
	type: 'string',
	typeOptions: { rows: 2 },
	required: true,
	default: '',
	placeholder: `e.g. ${example}`,
	description: 'Text of the message',
});

/** The data that a message carries besides its text. The service returns it with the reply. */
export const metadataOption: INodeProperties = objectField({
	displayName: 'Metadata',
	name: 'metadata',
	description: 'Data to store with the message. The event of a reply returns it.',
	example: '{ "order": "A-17" }',
});

/** Reads the option Metadata; undefined if it has no value. */
export const readMetadata = (options: ParameterGroup): IDataObject | undefined =>
	readObject(options, 'metadata');

/** Reads the sender and the recipient of a message. @throws InvalidParameterError for values that cannot work. */
export const readSenderAndRecipient = (
	parameters: ParameterGroup,
): { sender: string; recipient: string } => ({
	sender: parameters.id('phoneNumberId'),
	recipient: parameters.phoneNumber('recipientWaId', { acceptsMissingPlus: true }).slice(1),
});

/** Reads the message as it was typed. @throws InvalidParameterError if it is empty. */
export const readMessageText = (parameters: ParameterGroup): string =>
	parameters.requireNonEmptyText('message', 'Enter the text to send.');
