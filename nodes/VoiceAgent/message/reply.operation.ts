import { findOnlyBusinessNumber, fetchMessage } from '../../messages/messageList';
import type { Message } from '../../messages/message';
import { messageLocator, readMessageId } from '../../messages/fields';
import { toChatAppNumber } from '../../numbers/spellings';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import type { Send } from '../../service/request';
import { defineOperation, recordOutput } from '../operation';
import {
	businessNumberLocator,
	commonSendParts,
	messageTextField,
	metadataOption,
	planMessage,
	readMessageText,
	readMetadata,
	skipIfFound,
} from './chatAppMessage';
import { createDeliveryPoll, waitUntilDeliveredOption } from './delivery';
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
		messageLocator({
			description:
				'The message to answer: the one that started this run, one of the newest, or one by its ID',
		}),
		messageTextField({ displayName: 'Text', example: 'Yes, we are open until 8 pm.' }),
		businessNumberLocator({
			displayName: 'From',
			required: false,
			listPlaceholder: 'The number that got the message',
			description: 'The business number that sends the reply, if it is not the one that got the message',
			hint: 'An SMS is answered by chat app. Choose the number for that here if you have several business numbers.',
		}),
	],
	options: [metadataOption, skipReplyOption, waitUntilDeliveredOption],
	...commonSendParts,
	adviceWhenUnknown:
		"You can run the node again: with 'Do Not Send If' > 'The Message Was Answered', which is on by default, a reply that was sent is not sent twice.",
	fieldsOnlyThePanelSets: { phone_number_id: 'From', recipient_wa_id: 'Message', message: 'Text' },
	output: recordOutput(),
	async request(item, _, send) {
		const { parameters, options } = item;
		const messageId = readMessageId(parameters, item.context, item.index);
		const text = readMessageText(parameters);
		const metadata = readMetadata(options);
		const afterResponse = createDeliveryPoll(options);
		const chosenSender = parameters.has('phoneNumberId') ? parameters.id('phoneNumberId') : undefined;
		const conditions = readReplyConditions(options);
		const messageToAnswer = await fetchMessage(messageId, send);
		const recipient = toRecipient(messageToAnswer, parameters);
		const sender = chosenSender ?? (await findSender(messageToAnswer, parameters, send));
		const isSmsFromFoundNumber = messageToAnswer.channel === 'sms' && chosenSender === undefined;
		return {
			...planMessage(item, { sender, recipient, message: text, metadata }),
			...(isSmsFromFoundNumber && {
				hint: `The message is an SMS. It is answered by chat app from ${sender}, your only business number.`,
			}),
			...(conditions.length > 0 && {
				beforeRequest: skipIfFound(
					item,
					createReplyCheck(item.context, conditions, { ...messageToAnswer, id: messageId }),
				),
			}),
			...(afterResponse && { afterResponse }),
		};
	},
});

/**
 * Returns the recipient of the reply to a message.
 * @throws InvalidParameterError for a message that cannot be answered.
 */
function toRecipient({ direction, contact }: Message, parameters: ParameterGroup): string {
	const label = parameters.label('messageId');
	if (direction === 'outbound') {
		throw new InvalidParameterError(
			`${label} is a message that was sent from your number, so there is nobody to answer`,
			'Use the ID of a message that you received. To write to a person, use Message > Send.',
		);
	}
	if (!direction) throw createMissingError(label, 'its direction');
	if (!contact) throw createMissingError(label, 'its sender');
	const recipient = toChatAppNumber(contact.written);
	if (/^\d+$/.test(recipient)) return recipient;
	throw new InvalidParameterError(
		`${label} is from "${contact.written}", which is not a phone number`,
		'Such a sender cannot be answered.',
	);
}

/**
 * Finds the business number that answers a message: the one that got it, or for an SMS the only one of the account.
 * @throws InvalidParameterError if there is none; ServiceError if the service does not answer.
 */
async function findSender(
	{ channel, ourNumber }: Message,
	parameters: ParameterGroup,
	send: Send,
): Promise<string> {
	const label = parameters.label('messageId');
	if (!ourNumber) throw createMissingError(label, 'your number');
	const sender = channel === 'sms' ? await findOnlyBusinessNumber(send) : ourNumber.written;
	if (sender !== undefined) return toChatAppNumber(sender);
	throw new InvalidParameterError(
		`${label} is an SMS, and the service sends no SMS`,
		`To answer by chat app, choose a business number in ${parameters.label('phoneNumberId')}. The person must have written to it by chat app within 24 hours.`,
	);
}

/** Creates the error for a message that lacks a part. @param missing The part in words, such as `its sender`. */
const createMissingError = (label: string, missing: string): InvalidParameterError =>
	new InvalidParameterError(
		`${label} cannot be answered: the service does not say ${missing}`,
		'Look at the message with Message > Get. To write to the person, use Message > Send.',
	);
