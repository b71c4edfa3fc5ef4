import { isoTime } from '../clock/clock.ts';
import { namedUuid } from '../ids/ids.ts';
import { DEMO_CONTACT } from '../demo.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { KeptMemory } from './memory.ts';

const HOUR_MS = 3_600_000;

type SeededMemory = Omit<KeptMemory, 'id' | 'last_updated'>;

const MEMORIES: readonly SeededMemory[] = [
	{
		phone_number: '+14155550132',
		summary: 'Asked twice for trade prices; runs a small hotel and furnishes it room by room.',
		key_topics: ['trade prices', 'floor lamps'],
		preferences: { contact_by: 'email', invoice: 'monthly' },
		relationship_notes: 'Wants one person to talk to: Robin.',
	},
	{
		phone_number: '+14155550130',
		summary: 'A parcel of his was held at the depot and came a day late.',
		key_topics: ['delivery', 'complaint'],
		preferences: { deliver_before: '12:00' },
		relationship_notes: 'Was upset and then content. Be exact about times.',
	},
	{
		phone_number: DEMO_CONTACT.smsNumber,
		summary: 'Bought a blue lamp and had it put aside; books fittings in the afternoon.',
		key_topics: ['blue lamp', 'fitting', 'collection'],
		preferences: { language: 'en', time_of_day: 'afternoon' },
		relationship_notes: 'Friendly; prefers texts to calls.',
	},
];

/** What is remembered of some callers; a part of the history, so the empty account has none. */
export function seedMemories({ memories, clock }: App, seed: SeedName): void {
	if (seed === 'empty') return;
	for (const [index, memory] of MEMORIES.entries()) {
		memories.add({
			...memory,
			id: namedUuid(`seed memory ${memory.phone_number}`),
			last_updated: isoTime(clock.now() - (MEMORIES.length - index) * 26 * HOUR_MS),
		});
	}
}
