import { namedUuid } from '../ids/ids.ts';
import { DEMO_CONTACT } from '../demo.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { Memory } from './memories.ts';

const HOUR_MS = 3_600_000;

type SeededMemory = Omit<Memory, 'id' | 'lastUpdated'>;

const MEMORIES: readonly SeededMemory[] = [
	{
		phoneNumber: '+14155550132',
		summary: 'Asked twice for trade prices; runs a small hotel and furnishes it room by room.',
		keyTopics: ['trade prices', 'floor lamps'],
		preferences: { contact_by: 'email', invoice: 'monthly' },
		relationshipNotes: 'Wants one person to talk to: Robin.',
	},
	{
		phoneNumber: '+14155550130',
		summary: 'A parcel of his was held at the depot and came a day late.',
		keyTopics: ['delivery', 'complaint'],
		preferences: { deliver_before: '12:00' },
		relationshipNotes: 'Was upset and then content. Be exact about times.',
	},
	{
		phoneNumber: DEMO_CONTACT.smsNumber,
		summary: 'Bought a blue lamp and had it put aside; books fittings in the afternoon.',
		keyTopics: ['blue lamp', 'fitting', 'collection'],
		preferences: { language: 'en', time_of_day: 'afternoon' },
		relationshipNotes: 'Friendly; prefers texts to calls.',
	},
];

/** What is remembered of some callers; a part of the history, so the empty account has none. */
export function seedMemories({ memories, clock }: App, seed: SeedName): void {
	if (seed === 'empty') return;
	for (const [index, memory] of MEMORIES.entries()) {
		memories.add({
			...memory,
			id: namedUuid(`seed memory ${memory.phoneNumber}`),
			lastUpdated: clock.now() - (MEMORIES.length - index) * 26 * HOUR_MS,
		});
	}
}
