import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { recordLocator, locator, NUMBER_VALIDATION, type Locator } from '../../parameters/fields';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { toPlainText } from '../../parameters/parseValue';
import { assess, type ErrorResponse, type Failure } from '../../service/failure';
import { hasFailed } from '../../service/records';
import { post, type Send, type ServiceRequest } from '../../service/request';
import { parseRecord } from '../../service/response';
import { isRecord } from '../../text/json';
import type { Result } from '../../text/result';
import type { Item } from '../fields/item';
import { objectField, readObject } from '../fields/objectField';
import type { BeforeRequest, PlannedRequest } from '../operation';

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

/**
 * Builds the field for the text of a message; `readMessageText` reads it.
 * @param example The text that the empty field shows.
 */
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

/**
 * Matches how providers report a free-form message that comes too late: by their code, or by the name of the window.
 */
const WINDOW_CLOSED =
	/\b131047\b|re-?engagement|messaging window|more than 24 hours have passed since the (recipient|customer)/i;

/**
 * Says what the provider's error message may mean for this message; see docs/maintainers/the-service.md, sections 4
 * and 8.
 */
function adviseOnSending(response: ErrorResponse, { body }: ServiceRequest): string | undefined {
	const { reason } = assess(response);
	if (reason === 'notFound') {
		return `Connect the business number ${toPlainText(body.phone_number_id)} in the dashboard of the service first, or choose another one.`;
	}
	if (!['invalid', 'forbidden', 'unavailable'].includes(reason)) return undefined;
	return adviseOnErrorText(`${response.message} ${response.detail ?? ''}`);
}

/** Says what a provider's error message means for a message; undefined if it is not a known one. */
export const adviseOnErrorText = (errorText: string): string | undefined =>
	WINDOW_CLOSED.test(errorText)
		? 'The chat app allows free-form messages only within 24 hours of the last message from the recipient. Wait until they write again, or reach them by another channel.'
		: undefined;

/**
 * Returns why a message did not arrive; the service may give an object or the reason alone.
 * @returns `at` is when it was given up, in ISO 8601.
 */
export function toDeliveryError({ delivery_error: given }: IDataObject): {
	code?: string;
	reason?: string;
	at?: string;
} {
	const { code, reason, at } = isRecord(given) ? given : { reason: given };
	const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
	return { ...(isText(code) && { code }), ...(isText(reason) && { reason }), ...(isText(at) && { at }) };
}

/** Parses the answer to send-chatapp-message. A message that did not go out is a failure, although the status is 200. */
export function parseSentMessage(body: IDataObject): Result<IDataObject, Failure> {
	const response = parseRecord(body);
	const failure = response.ok ? findSendFailure(response.value) : undefined;
	return failure ? { ok: false, problem: failure } : response;
}

/** Finds the failure in the answer for a message that did not go out. */
function findSendFailure({ stored }: IDataObject): ErrorResponse | undefined {
	if (!isRecord(stored) || !hasFailed(stored)) return undefined;
	const { reason = 'The service has not sent the message' } = toDeliveryError(stored as IDataObject);
	return {
		kind: 'errorResponse',
		status: 200,
		message: reason,
		advice: `The message has the status ${toPlainText(stored.status)}. Message > Get Many shows it with its 'delivery_error'.`,
	};
}

/** The parts that the operations that send messages have in common. */
export const commonSendParts = {
	timeout: 'slow',
	idempotent: false,
	adviceWhenUnknown: 'Look for it with Message > Get Many before you send it again.',
	adviseOn: adviseOnSending,
	findFailureInRecord: findSendFailure,
} as const;

/** A chat-app message to a person. */
interface OutgoingMessage {
	/** The ID of the business number. */
	sender: string;
	/** The number of the person, digits alone. */
	recipient: string;
	message: string;
	metadata: IDataObject | undefined;
}

/**
 * Plans send-chatapp-message. Messages to one recipient keep their order, also those from different numbers: a
 * message from any of them can be the reason to skip another.
 */
export const planMessage = (
	{ connection }: Pick<Item, 'connection'>,
	{ sender, recipient, message, metadata }: OutgoingMessage,
): PlannedRequest => ({
	...post(`send-${connection.chatAppName}-message`, {
		phone_number_id: sender,
		recipient_wa_id: recipient,
		message,
		...(metadata && { metadata }),
	}),
	orderKey: ({ body }) => `${connection.baseUrl} ${toPlainText(body.recipient_wa_id)}`,
});

/** Looks for a reason not to send a message. */
export interface SkipCheck {
	/**
	 * Returns the reason, as a sentence to show beside the output; undefined if the message is to be sent.
	 * @throws ServiceError if the service does not answer; then nothing is sent.
	 */
	findReason: (request: ServiceRequest, send: Send) => Promise<string | undefined>;
}

/**
 * Creates the step that looks before each try for a reason not to send a message. The output is then a hint for people, or
 * a record for an AI agent.
 */
export const skipIfFound =
	({ isToolCall }: Pick<Item, 'isToolCall'>, { findReason }: SkipCheck): BeforeRequest =>
	async (request, send) => {
		const reason = await findReason(request, send);
		if (reason === undefined) return undefined;
		return isToolCall ? { records: [{ sent: false, reason }] } : { records: [], hint: reason };
	};

/** Returns the ID of a message that was sent, as get-message takes it; undefined if the answer has none. */
export function findStoredId({ stored }: IDataObject): string | undefined {
	const id = isRecord(stored) ? stored.id : undefined;
	return typeof id === 'string' && id !== '' ? id : undefined;
}
