import type { Operation } from '../../execution/operation';
import { internationalDigits } from '../../execution/phoneNumber';

/** send-chatapp-message (interface section 4). */
export const send: Operation = {
	value: 'send',
	name: 'Send',
	action: 'Send a chat-app message',
	description:
		'Send a text by chat app. Free-form messages are allowed only within 24 hours of the last message from the recipient.',
	properties: [
		{
			displayName: 'Phone Number ID',
			name: 'phoneNumberId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 106540352242922',
			description:
				'ID of the connected business number that sends the message. The dashboard shows it beside the chat-app account.',
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
	repeatable: false,
	howToFindOut: 'Look for it with Message > Get Many before you send it again.',
	whenNotFound:
		'Check the Phone Number ID: the business number has to be connected in the dashboard of the service first.',
	request(input) {
		const recipient = input.required(
			'recipientWaId',
			'Recipient',
			'Enter a phone number with its country code, e.g. 14155550123.',
		);
		const digits = internationalDigits(recipient);
		if (!digits) {
			throw input.refusal(
				`Recipient "${recipient}" is not a phone number with its country code`,
				'Enter the country code and the number, e.g. 14155550123 for a number in the United States.',
			);
		}
		const metadata = input.plainObject(input.collection('options').metadata, 'Metadata');
		return {
			method: 'POST',
			path: `send-${input.service.chatAppName}-message`,
			body: {
				phone_number_id: input.required(
					'phoneNumberId',
					'Phone Number ID',
					'Enter the ID of a connected business number, e.g. 106540352242922.',
				),
				recipient_wa_id: digits,
				message: input.required('message', 'Message', 'Enter the text to send.'),
				...(metadata && { metadata }),
			},
		};
	},
	sequence: ({ body }) => `${String(body.phone_number_id)}:${String(body.recipient_wa_id)}`,
};
