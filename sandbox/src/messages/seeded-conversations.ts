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

type More = Partial<SeededLine>;
const contact = (text: string, sentiment: Message['sentiment'], more?: More): SeededLine => ({
	from: 'contact',
	text,
	sentiment,
	...more,
});
const agent = (text: string, more?: More): SeededLine => ({ from: 'agent', text, ...more });
const staff = (text: string, more?: More): SeededLine => ({ from: 'staff', text, ...more });

const UNREACHABLE = {
	status: 'undelivered',
	code: '30003',
	reason: 'Unreachable destination handset: it is switched off or out of reach.',
} as const;
const OPTED_OUT = { status: 'failed', code: '21610', reason: 'The recipient has opted out.' } as const;

/** What the people of the demo account talk about. All of it is made up. */
export const SEEDED_CONVERSATIONS: ReadonlyArray<readonly SeededLine[]> = [
	[
		contact('Hi, do you have a free slot on Thursday?', 'neutral'),
		agent('Hello! On Thursday we have 10:00 and 15:30. Which would you like?'),
		contact('15:30 please', 'positive'),
		agent('Booked: Thursday, 15:30. Reply C to cancel.'),
		contact('Great, thank you!', 'positive'),
	],
	[
		contact('My parcel has not arrived and nobody answers the phone.', 'negative'),
		agent('I am sorry about that. May I have your order number?'),
		contact('It is 20417', 'negative'),
		staff('Thank you. It was held at the depot; it will be with you tomorrow before noon.'),
		contact('All right. I will be at home.', 'neutral'),
	],
	[
		contact('Buenos días, ¿abren los domingos?', 'neutral', {
			translation: 'Good morning, are you open on Sundays?',
		}),
		agent('Sí, los domingos abrimos de 10 a 14 h.', {
			translation: 'Yes, on Sundays we are open from 10 to 2.',
		}),
		contact('Perfecto, muchas gracias.', 'positive', { translation: 'Perfect, many thanks.' }),
	],
	[
		contact('Do you still have the blue lamp from the window?', 'neutral'),
		agent('Could you send a photo, so that I can look it up?'),
		contact('Here it is', 'neutral', { media: { asset: 'photo', caption: 'Seen on Saturday' } }),
		agent('Two are left. Shall I put one aside for you?'),
		contact('Yes please!', 'positive'),
	],
	[
		staff('Your invoice for March is ready. You can pay in the shop or by card.'),
		contact('Paid just now.', 'positive'),
		agent('Thank you, we have received it.'),
		agent('Would you rate our service from 1 to 5?', { failure: UNREACHABLE }),
	],
	[
		agent('A reminder: your appointment is tomorrow at 09:00.'),
		contact('STOP', 'negative'),
		staff('You will receive no more messages from us. Reply START to change that.'),
		agent('Your appointment is in one hour.', { failure: OPTED_OUT }),
	],
	[
		contact('I would rather say it', 'neutral', { media: { asset: 'voice_note', caption: null } }),
		agent('Thank you for your voice note. I have passed it on to the workshop.'),
		staff('We had a look: the repair takes two days and costs 85 dollars.', { status: 'sent' }),
		contact('That is more than I thought, but go ahead.', 'neutral'),
	],
	[
		contact('Can you send me the price list?', 'neutral'),
		agent('Of course. Small 20, medium 50, large 100 dollars.'),
		contact('I have marked what I need', 'positive', {
			media: { asset: 'document', caption: 'Order form' },
		}),
		staff('Thank you, we will have it ready on Friday.'),
		agent('Is there anything else I can do for you?', { status: 'sent' }),
	],
];
