import type { Operation } from '../define';
import {
	readMessage,
	messageProperties,
	readMetadata,
	metadataOption,
	planMessage,
	sending,
} from './chatAppMessage';

/** send-chatapp-message (interface section 4). */
export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send chat-app message',
	participle: 'sent',
	description:
		'Send a text by chat app. Allowed only within 24 hours of the last message from the recipient.',
	properties: messageProperties('Thank you, we will call you back within the hour.'),
	options: [metadataOption],
	...sending,
	answer: { kind: 'record' },
	plan: (item) => planMessage(item, { message: readMessage(item), metadata: readMetadata(item) }),
};
