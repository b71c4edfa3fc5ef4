import { defineOperation } from '../define';
import { record } from '../output';
import {
	messageProperties,
	metadataOption,
	planMessage,
	readMessage,
	readMetadata,
	sending,
} from './chatAppMessage';
import { planDeliveryWait, waitUntilDeliveredOption } from './delivery';

/** send-chatapp-message (interface section 4). */
export const sendMessage = defineOperation({
	value: 'send',
	name: 'Send',
	action: 'Send chat-app message',
	participle: 'sent',
	description:
		'Send a text by chat app. Allowed only within 24 hours of the last message from the recipient.',
	properties: messageProperties('Thank you, we will call you back within the hour.'),
	options: [metadataOption, waitUntilDeliveredOption],
	...sending,
	output: record(),
	request(item) {
		const { parameters, options } = item;
		const followUp = planDeliveryWait(options);
		return {
			...planMessage(item, { message: readMessage(parameters), metadata: readMetadata(options) }),
			...(followUp && { followUp }),
		};
	},
});
