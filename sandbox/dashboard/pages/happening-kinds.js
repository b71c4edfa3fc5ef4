/**
 * One thing that can be made to happen: a control call and the fields of its form. A field left empty is left out, and the
 * sandbox fills in its own default.
 *
 * @typedef {{ name: string, label: string, kind: 'text' | 'tel' | 'long' | 'whole' | 'number' | 'account', value?: string, placeholder?: string, can?: 'sms' | 'voice' }} Field
 * @typedef {{ event: string, title: string, icon: string, about: string, fields: Field[], silence: string }} HappeningKind
 */

const CONTACT = '+14155550123';

/** @type {HappeningKind[]} */
export const HAPPENING_KINDS = [
	{
		event: 'sms.received',
		title: 'An SMS arrives',
		icon: 'inbound-sms',
		about: 'Somebody writes to one of the service numbers.',
		fields: [
			{ name: 'from_number', label: 'From', kind: 'tel', value: CONTACT },
			{ name: 'to_number', label: 'To', kind: 'number', can: 'sms' },
			{ name: 'body', label: 'Text', kind: 'long', placeholder: 'Left empty: an everyday sentence' },
		],
		silence:
			'No event: the same text came three times in a row from this sender, and the service stops responding to loops.',
	},
	{
		event: 'sms.sent',
		title: 'An SMS goes out',
		icon: 'outbound-sms',
		about: 'An agent, a person or a program sends one from a service number.',
		fields: [
			{ name: 'from_number', label: 'From', kind: 'number', can: 'sms' },
			{ name: 'to_number', label: 'To', kind: 'tel', value: CONTACT },
			{ name: 'body', label: 'Text', kind: 'long', placeholder: 'Left empty: a confirmation' },
		],
		silence: 'No event was sent.',
	},
	{
		event: 'chatapp.received',
		title: 'A chat message arrives',
		icon: 'chat-app',
		about: 'Somebody writes to a business number on the chat app; for 24 hours they can be answered.',
		fields: [
			{ name: 'from_number', label: 'From', kind: 'tel', value: CONTACT.slice(1) },
			{ name: 'phone_number_id', label: 'To', kind: 'account' },
			{ name: 'body', label: 'Text', kind: 'long', placeholder: 'Left empty: a question' },
		],
		silence: 'No event: this account has no webhook_url, so the AI agent would answer.',
	},
	{
		event: 'call.completed',
		title: 'A call ends',
		icon: 'call',
		about: 'Transcript, summary and extracted data are ready.',
		fields: [
			{ name: 'from_number', label: 'From', kind: 'tel', value: CONTACT },
			{ name: 'to_number', label: 'To', kind: 'number', can: 'voice' },
			{ name: 'duration_seconds', label: 'Duration (seconds)', kind: 'whole', value: '95' },
			{ name: 'summary', label: 'Summary', kind: 'long', placeholder: 'Left empty: one is made up' },
		],
		silence: 'No event was sent.',
	},
	{
		event: 'chat.session.completed',
		title: 'A website chat closes',
		icon: 'chat-session',
		about: 'The visitor closes the widget, or says nothing for 30 minutes.',
		fields: [{ name: 'visitor_name', label: 'Visitor', kind: 'text', placeholder: 'Left empty: a visitor' }],
		silence: 'No event was sent.',
	},
];
