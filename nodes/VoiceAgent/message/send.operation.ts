import { defineOperation, recordOutput } from '../operation';
import {
	commonSendParts,
	messageProperties,
	metadataOption,
	planMessage,
	readMessageText,
	readMetadata,
	readSenderAndRecipient,
	skipIfFound,
} from './chatAppMessage';
import { createDeliveryPoll, waitUntilDeliveredOption } from './delivery';
import { createSameTextCheck, skipSendOption } from './skip';

/** Calls send-chatapp-message. */
export const sendMessage = defineOperation({
	value: 'send',
	name: 'Send',
	action: 'Send chat-app message',
	pastTense: 'sent',
	description:
		'Send a text by chat app. Allowed only within 24 hours of the last message from the recipient in the chat app; an SMS does not count.',
	properties: messageProperties('Thank you, we will call you back within the hour.'),
	options: [metadataOption, skipSendOption, waitUntilDeliveredOption],
	...commonSendParts,
	output: recordOutput(),
	request(item) {
		const { parameters, options } = item;
		const afterResponse = createDeliveryPoll(options);
		const skip = createSameTextCheck(options);
		return {
			...planMessage(item, {
				...readSenderAndRecipient(parameters),
				message: readMessageText(parameters),
				metadata: readMetadata(options),
			}),
			...(skip && { beforeRequest: skipIfFound(item, skip) }),
			...(afterResponse && { afterResponse }),
		};
	},
});
