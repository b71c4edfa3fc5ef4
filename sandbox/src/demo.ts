import { readAsset } from './assets.ts';
import { namedUuid } from './ids/ids.ts';

/** The made-up data of one kind: `assets/demo/KIND.json`. Its reader says of what type it is. */
export function readDemo(kind: string): unknown {
	return JSON.parse(readAsset(`demo/${kind}.json`));
}

/** A made-up person: a fictional number (E.164), a name, and what their seeded conversations are about. */
export interface DemoContact {
	readonly phone_number: string;
	readonly name: string;
	readonly conversations: readonly string[];
}

/** The people of the demo account; the first is {@link DEMO_CONTACT}. */
export function readContacts(): readonly DemoContact[] {
	return readDemo('contacts') as readonly DemoContact[];
}

/** The seeded agents; numbers, messages and what belongs to an agent refer to them. */
export const SEEDED_AGENTS = {
	reception: namedUuid('seed agent reception'),
	booking: namedUuid('seed agent booking'),
	texts: namedUuid('seed agent texts'),
	reminders: namedUuid('seed agent reminders'),
	weekend: namedUuid('seed agent weekend'),
} as const;

/** A seeded agent, as the made-up data names it. */
export type SeededAgent = keyof typeof SEEDED_AGENTS;

/** The number on which demo SMS arrive. */
export const DEMO_SERVICE_NUMBER = '+14155550100';

/** The seeded business number on the chat-app channel. */
export const DEMO_PHONE_NUMBER_ID = '106540352242922';

/** The person whom the demo data and the control API's defaults are about. A fictional number. */
export const DEMO_CONTACT = { smsNumber: '+14155550123', chatAppId: '14155550123' } as const;
