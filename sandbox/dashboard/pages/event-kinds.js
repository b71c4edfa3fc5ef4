import { field, optionsOf } from '../parts/form.js';

/** @import { Delivery } from '../../src/client/records.ts' */
/** @import { Field, Option } from '../parts/form.js' */

/**
 * A kind of event that the page can fire, with the fields of its control call. Empty fields are left out, and
 * the sandbox fills in its defaults.
 *
 * @typedef {{ sms: Option[], voice: Option[], accounts: Option[] }} Choices the numbers and accounts that can
 * have events
 *
 * @typedef {object} EventKind
 * @property {Delivery['event']} event
 * @property {string} title
 * @property {string} icon
 * @property {string} about
 * @property {(choices: Choices) => Field[]} fields
 * @property {(values: Record<string, unknown>) => object} [toBody] the body; the values when absent
 * @property {string} [silence] says why no event was sent
 */

const CONTACT = '+14155550123';
const MEDIA = optionsOf({ '': 'None', image: 'Photo', audio: 'Voice note', video: 'Video', document: 'PDF' });
const DIRECTIONS = optionsOf({ inbound: 'Inbound', outbound: 'Outbound' });

/** @param {string} empty the text that the sandbox uses when the field is empty */
const text = (empty) => field('long', 'body', 'Text', { placeholder: `Left empty: ${empty}` });

/** @type {[EventKind, ...EventKind[]]} */
export const EVENT_KINDS = [
	{
		event: 'sms.received',
		title: 'An SMS arrives',
		icon: 'phone',
		about: 'A contact writes to one of the service numbers.',
		fields: ({ sms }) => [
			field('number', 'from_number', 'From', { value: CONTACT }),
			field('choice', 'to_number', 'To', { options: sms }),
			text('an everyday sentence'),
		],
		silence:
			'No event: this is the third copy of the text in a row from this sender. The service does not ' +
			'answer loops.',
	},
	{
		event: 'sms.sent',
		title: 'An SMS goes out',
		icon: 'send-check',
		about: 'An agent, a person or a program sends one from a service number.',
		fields: ({ sms }) => [
			field('choice', 'from_number', 'From', { options: sms }),
			field('number', 'to_number', 'To', { value: CONTACT }),
			text('a confirmation'),
		],
	},
	{
		event: 'chatapp.received',
		title: 'A chat message arrives',
		icon: 'chat-dots',
		about: 'A contact writes to a business number on the chat app. You can answer for 24 hours.',
		fields: ({ accounts }) => [
			field('chatNumber', 'from_number', 'From', { value: CONTACT.slice(1) }),
			field('choice', 'phone_number_id', 'To', { options: accounts }),
			text('a question'),
			field('choice', 'media', 'Attachment', { options: MEDIA }),
			field('text', 'caption', 'Caption', { placeholder: 'Only with an attachment' }),
		],
		toBody: ({ media, caption, ...rest }) => ({
			...rest,
			...(media ? { media: [{ kind: media, caption }] } : {}),
		}),
		silence: 'No event: this number has no webhook URL, so the AI agent would answer.',
	},
	{
		event: 'call.completed',
		title: 'A call ends',
		icon: 'telephone-x',
		about: 'The transcript, the summary and the extracted data are ready.',
		fields: ({ voice }) => [
			field('number', 'contact', 'Person', { value: CONTACT }),
			field('choice', 'number', 'Service number', { options: voice }),
			field('choice', 'direction', 'Direction', { options: DIRECTIONS }),
			field('whole', 'duration_seconds', 'Duration (seconds)', { value: '95' }),
			field('text', 'outcome', 'Outcome', { placeholder: 'From the extracted data' }),
			field('long', 'summary', 'Summary', { placeholder: 'Left empty: one is made up' }),
			field('transcript', 'transcript', 'Transcript', {
				placeholder: 'Caller: Do you open on Sunday?\nAgent: Yes, from ten to four.',
			}),
			field('object', 'extracted_data', 'Extracted data (JSON)', {
				placeholder: '{"order": "A-17", "call_back": true}',
			}),
		],
		toBody: ({ contact, number, ...rest }) =>
			rest.direction === 'outbound'
				? { ...rest, from_number: number, to_number: contact }
				: { ...rest, from_number: contact, to_number: number },
	},
	{
		event: 'chat.session.completed',
		title: 'A website chat closes',
		icon: 'window-x',
		about: 'The visitor closes the widget, or writes nothing for 30 minutes.',
		fields: () => [field('text', 'visitor_name', 'Visitor', { placeholder: 'Left empty: A visitor' })],
	},
];
