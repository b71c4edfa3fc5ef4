import { reasonOf, type Refusal as ServiceRefusal } from '../../../shared/service/failure';
import type { Message } from '../../../shared/service/failureMessage';
import type { Operation } from '../../execution/operation';

/** send-chatapp-message (interface section 4). */
export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send a chat-app message',
	description:
		'Send a text by chat app. Free-form messages are allowed only within 24 hours of the last message from the recipient.',
	properties: [
		{
			displayName: 'From (Business Number)',
			name: 'phoneNumberId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 106540352242922',
			description:
				'ID of the connected business number that sends the message. The dashboard shows it with the chat-app account.',
		},
		{
			displayName: 'Recipient',
			name: 'recipientWaId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 14155550123',
			description: 'Phone number of the recipient with its country code',
		},
		{
			displayName: 'Message',
			name: 'message',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. Thank you, we will call you back within the hour.',
			description: 'Text of the message',
		},
	],
	options: [
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'json',
			default: '{}',
			placeholder: 'e.g. { "order": "A-17" }',
			description:
				'A JSON object that is kept with the message and comes back on the event when the recipient replies',
		},
	],
	timeout: 'provider',
	retry: {
		safe: false,
		ifUnknown: 'Look for it with Message > Get Many before you send it again.',
	},
	ifNotFound:
		'Check From (Business Number): the number has to be connected in the dashboard of the service first.',
	answer: { kind: 'record' },
	explain: outsideWindow,
	plan(item) {
		const recipient = item.phoneNumber('recipientWaId', { withoutPlus: true }).slice(1);
		const sender = item.id(
			'phoneNumberId',
			'Enter the ID of a connected business number, e.g. 106540352242922.',
		);
		return {
			request: {
				method: 'POST',
				path: `send-${item.service.chatAppName}-message`,
				body: {
					phone_number_id: sender,
					recipient_wa_id: recipient,
					message: item.requiredText('message', 'Enter the text to send.'),
					...(item.options.text('metadata') && { metadata: item.options.jsonObject('metadata') }),
				},
			},
			order: `${sender}:${recipient}`,
		};
	},
};

/** How providers word it: the hours, the name of the window, or their code for it. */
const WINDOW_CLOSED =
	/24[\s-]*h(ou)?(rs?)?\b|re-?engagement|131047|(messaging|customer care|service) window/i;

/** The provider declines free-form messages later than 24 hours after the recipient's last one (interface sections 4 and 8). */
function outsideWindow(refusal: ServiceRefusal): Message | undefined {
	const { message, detail = '' } = refusal;
	// A rate limit may speak of 24 hours, too.
	const declined = ['invalid', 'forbidden', 'unavailable'].includes(reasonOf(refusal));
	if (!declined || !WINDOW_CLOSED.test(`${message} ${detail}`)) return undefined;
	return {
		message: 'The recipient has not written in the last 24 hours',
		description:
			'The chat app allows free-form messages only within 24 hours of the last message from the recipient. Wait until they write again, or reach them by another channel. Nothing was sent.',
	};
}
