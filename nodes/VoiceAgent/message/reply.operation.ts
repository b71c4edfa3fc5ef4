import type { Message } from '../../messages/message';
import { fetchMessage } from '../../messages/messageList';
import { toChatAppNumber } from '../../numbers/spellings';
import { recordLocator } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { defineOperation, recordOutput } from '../operation';
import { commonSendParts, planMessage } from './chatAppMessage';
import { createDeliveryPoll, waitUntilDeliveredOption } from './delivery';
import {
	businessNumberLocator,
	DEFAULT_MESSAGE_LOCATOR,
	metadataOption,
	readMessageText,
	readMetadata,
	messageTextField,
} from './fields';
import { readReplyConditions, createReplyCheck, skipReplyOption } from './skip';

/** Answers a message, with get-message, list-messages and send-chatapp-message. */
export const replyToMessage = defineOperation({
	value: 'reply',
	name: 'Reply',
	action: 'Reply to message',
	pastTense: 'sent',
	description:
		'Answer a message that a person wrote, by chat app, unless they have written again or have an answer already',
	properties: [
		{
			...recordLocator({
				displayName: 'Message',
				name: 'messageId',
				// The editor shows no hint beside an expression.
				description:
					"The message to answer, chosen from the newest or by its ID. After an AI Agent or another node, take it from the trigger, e.g. $('Voice Agent Trigger').item.json.messageId.",
				hint: "To answer an SMS, add the option 'From'",
				search: 'searchMessages',
			}),
			default: DEFAULT_MESSAGE_LOCATOR,
		},
		messageTextField({ displayName: 'Text', example: 'Yes, we are open until 8 pm.' }),
	],
	options: [
		businessNumberLocator({
			displayName: 'From',
			required: false,
			description:
				'The business number that sends the reply, if not the one that got the message. Needed to answer an SMS by chat app.',
		}),
		metadataOption,
		skipReplyOption,
		waitUntilDeliveredOption,
	],
	...commonSendParts,
	adviceWhenUnknown:
		"You can run the node again: with 'Do Not Send If' > 'The Message Was Answered', which is on by default, a reply that was sent is not sent twice.",
	reservedFields: { phone_number_id: 'From', recipient_wa_id: 'Message', message: 'Text' },
	output: recordOutput(),
	async request(item, _, send) {
		const { parameters, options } = item;
		const messageId = parameters.id('messageId');
		const text = readMessageText(parameters);
		const metadata = readMetadata(options);
		const pollStatus = createDeliveryPoll(options);
		const sender = options.has('phoneNumberId') ? options.id('phoneNumberId') : undefined;
		const conditions = readReplyConditions(options);
		const messageToAnswer = await fetchMessage(messageId, send);
		return {
			...planMessage(item, {
				...readReplyParties(messageToAnswer, sender, parameters),
				message: text,
				metadata,
			}),
			...(conditions.length > 0 && {
				skip: createReplyCheck(conditions, { ...messageToAnswer, id: messageId }),
			}),
			...(pollStatus && { pollStatus }),
		};
	},
});

/**
 * Returns the sender and the recipient of the reply to a message.
 * @param sender The ID of the business number, if one was chosen.
 * @throws InvalidParameterError for a message that cannot be answered.
 */
function readReplyParties(
	message: Message,
	sender: string | undefined,
	parameters: ParameterGroup,
): { sender: string; recipient: string } {
	const label = parameters.label('messageId');
	if (message.direction === 'outbound') {
		throw new InvalidParameterError(
			`${label} is a message that was sent from your number, so there is nobody to answer`,
			'Use the ID of a message that you received. To write to a person, use Message > Send.',
		);
	}
	const { contact, ourNumber, channel, direction } = message;
	const missing = !direction ? 'its direction' : !contact ? 'its sender' : undefined;
	if (missing !== undefined || !contact) throw createMissingError(label, missing ?? '');
	const recipient = toChatAppNumber(contact.written);
	if (!/^\d+$/.test(recipient)) {
		throw new InvalidParameterError(
			`${label} is from "${contact.written}", which is not a phone number`,
			'Such a sender cannot be answered.',
		);
	}
	if (sender !== undefined) return { sender, recipient };
	if (!ourNumber) throw createMissingError(label, 'your number');
	if (channel === 'sms') {
		throw new InvalidParameterError(
			`${label} is an SMS, and the service sends no SMS`,
			"To answer by chat app, add the option 'From' and choose a business number there. The person must have written to it by chat app within 24 hours.",
		);
	}
	return { sender: toChatAppNumber(ourNumber.written), recipient };
}

/** @param missing What the service does not say of the message, such as `its sender`. */
const createMissingError = (label: string, missing: string): InvalidParameterError =>
	new InvalidParameterError(
		`${label} cannot be answered: the service does not say ${missing}`,
		'Look at the message with Message > Get. To write to the person, use Message > Send.',
	);
