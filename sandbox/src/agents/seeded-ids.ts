import { namedUuid } from '../ids/ids.ts';

/** The seeded agents; numbers, messages and what belongs to an agent refer to them. */
export const SEEDED_AGENTS = {
	reception: namedUuid('seed agent reception'),
	booking: namedUuid('seed agent booking'),
	texts: namedUuid('seed agent texts'),
	reminders: namedUuid('seed agent reminders'),
	weekend: namedUuid('seed agent weekend'),
} as const;
