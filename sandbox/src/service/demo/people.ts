import { readDemo } from './read.ts';

/** A made-up person: a fictional number (E.164), a name, and what their seeded conversations are about. */
export interface DemoContact {
	readonly phone_number: string;
	readonly name: string;
	readonly conversations: readonly string[];
}

/** Reads the people of the demo account; the first is {@link DEMO_CONTACT}. */
export function readContacts(): readonly DemoContact[] {
	return readDemo('contacts') as readonly DemoContact[];
}

/** The person in the demo data that the control API uses by default. The number is fictional. */
export const DEMO_CONTACT = { smsNumber: '+14155550123', chatAppId: '14155550123' } as const;
