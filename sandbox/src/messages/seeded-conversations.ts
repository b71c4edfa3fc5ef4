import type { Attachment, Message } from './message.ts';

/** One line of a seeded conversation; a delivered one unless it says otherwise. */
export interface SeededLine {
	/** `agent`: written by the AI; `staff`: by a person. */
	readonly from: 'contact' | 'agent' | 'staff';
	readonly text: string;
	readonly sentiment?: Message['sentiment'];
	readonly translation?: string;
	readonly media?: Attachment;
	readonly status?: 'pending' | 'sent';
	readonly failure?: {
		readonly status: 'failed' | 'undelivered';
		readonly code: string;
		readonly reason: string;
	};
}

/** What the people of the demo account talk about. All of it is made up. */
export const SEEDED_CONVERSATIONS: ReadonlyArray<readonly SeededLine[]> = [
	[
		{ from: 'contact', text: 'Hi, do you have a free slot on Thursday?', sentiment: 'neutral' },
		{ from: 'agent', text: 'Hello! On Thursday we have 10:00 and 15:30. Which would you like?' },
		{ from: 'contact', text: '15:30 please', sentiment: 'positive' },
		{ from: 'agent', text: 'Booked: Thursday, 15:30. Reply C to cancel.' },
		{ from: 'contact', text: 'Great, thank you!', sentiment: 'positive' },
	],
	[
		{
			from: 'contact',
			text: 'My parcel has not arrived and nobody answers the phone.',
			sentiment: 'negative',
		},
		{ from: 'agent', text: 'I am sorry about that. May I have your order number?' },
		{ from: 'contact', text: 'It is 20417', sentiment: 'negative' },
		{ from: 'staff', text: 'Thank you. It was held at the depot; it will be with you tomorrow before noon.' },
		{ from: 'contact', text: 'All right. I will be at home.', sentiment: 'neutral' },
	],
	[
		{
			from: 'contact',
			text: 'Buenos días, ¿abren los domingos?',
			sentiment: 'neutral',
			translation: 'Good morning, are you open on Sundays?',
		},
		{
			from: 'agent',
			text: 'Sí, los domingos abrimos de 10 a 14 h.',
			translation: 'Yes, on Sundays we are open from 10 to 2.',
		},
		{
			from: 'contact',
			text: 'Perfecto, muchas gracias.',
			sentiment: 'positive',
			translation: 'Perfect, many thanks.',
		},
	],
	[
		{ from: 'contact', text: 'Do you still have the blue lamp from the window?', sentiment: 'neutral' },
		{ from: 'agent', text: 'Could you send a photo, so that I can look it up?' },
		{
			from: 'contact',
			text: 'Here it is',
			sentiment: 'neutral',
			media: { asset: 'photo', caption: 'Seen on Saturday' },
		},
		{ from: 'agent', text: 'Two are left. Shall I put one aside for you?' },
		{ from: 'contact', text: 'Yes please!', sentiment: 'positive' },
	],
	[
		{ from: 'staff', text: 'Your invoice for March is ready. You can pay in the shop or by card.' },
		{ from: 'contact', text: 'Paid just now.', sentiment: 'positive' },
		{ from: 'agent', text: 'Thank you, we have received it.' },
		{
			from: 'agent',
			text: 'Would you rate our service from 1 to 5?',
			failure: {
				status: 'undelivered',
				code: '30003',
				reason: 'Unreachable destination handset: it is switched off or out of reach.',
			},
		},
	],
	[
		{ from: 'agent', text: 'A reminder: your appointment is tomorrow at 09:00.' },
		{ from: 'contact', text: 'STOP', sentiment: 'negative' },
		{ from: 'staff', text: 'You will receive no more messages from us. Reply START to change that.' },
		{
			from: 'agent',
			text: 'Your appointment is in one hour.',
			failure: { status: 'failed', code: '21610', reason: 'The recipient has opted out.' },
		},
	],
	[
		{
			from: 'contact',
			text: 'I would rather say it',
			sentiment: 'neutral',
			media: { asset: 'voice_note', caption: null },
		},
		{ from: 'agent', text: 'Thank you for your voice note. I have passed it on to the workshop.' },
		{ from: 'staff', text: 'We had a look: the repair takes two days and costs 85 dollars.', status: 'sent' },
		{ from: 'contact', text: 'That is more than I thought, but go ahead.', sentiment: 'neutral' },
	],
	[
		{ from: 'contact', text: 'Can you send me the price list?', sentiment: 'neutral' },
		{ from: 'agent', text: 'Of course. Small 20, medium 50, large 100 dollars.' },
		{
			from: 'contact',
			text: 'I have marked what I need',
			sentiment: 'positive',
			media: { asset: 'document', caption: 'Order form' },
		},
		{ from: 'staff', text: 'Thank you, we will have it ready on Friday.' },
		{ from: 'agent', text: 'Is there anything else I can do for you?', status: 'sent' },
	],
];
