import { HOUR_MS } from '../clock/clock.ts';
import type { SeedName } from '../config.ts';
import { readDemo } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';
import type { KeptMemory } from './memory.ts';

type SeededMemory = Omit<KeptMemory, 'id' | 'last_updated'>;

const MEMORIES = readDemo('memories') as readonly SeededMemory[];

/** What is remembered of some callers; a part of the history, so the empty account has none. */
export function seedMemories({ memories, clock }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	for (const [index, memory] of MEMORIES.entries()) {
		memories.add({
			...memory,
			id: namedUuid(`seed memory ${memory.phone_number}`),
			last_updated: clock.stamp((MEMORIES.length - index) * 26 * HOUR_MS),
		});
	}
}
