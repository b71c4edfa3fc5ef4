import { HOUR_MS } from '../clock/clock.ts';
import type { SeedName } from '../config.ts';
import { readDemo } from '../demo/read.ts';
import type { App } from '../plugin.ts';
import type { KeptMemory } from './memory.ts';

type SeededMemory = Omit<KeptMemory, 'id' | 'last_updated'>;

const MEMORIES = readDemo('memories') as readonly SeededMemory[];

/** Adds the memories of some callers. They are part of the history, so the empty account has none. */
export function seedMemories({ clock, ids, memories }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	for (const [index, memory] of MEMORIES.entries()) {
		memories.add({
			...memory,
			id: ids.named(`seed memory ${memory.phone_number}`),
			last_updated: clock.stamp((MEMORIES.length - index) * 26 * HOUR_MS),
		});
	}
}
