import { DAY_MS } from '../clock/clock.ts';
import { isoTime } from '../iso-time.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';

const SOURCES = [
	{ agent: 'booking', title: 'Fittings and repairs', path: 'services', chunks: 3 },
	{ agent: 'texts', title: 'Delivery and returns', path: 'delivery', chunks: 2 },
	{ agent: 'reception', title: 'Opening hours', path: 'hours', chunks: 4 },
	{ agent: 'reception', title: 'Price list', path: 'prices', chunks: 3 },
] as const;

/** The knowledge of the made-up lamp shop's agents. */
export function seedKnowledge({ clock, demo, ids, knowledge }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const [index, { agent, title, path, chunks }] of SOURCES.entries()) {
		const createdAt = clock.now() - (SOURCES.length - index) * 10 * DAY_MS;
		const updated = isoTime(createdAt + 2 * DAY_MS);
		knowledge.add({
			id: ids.named(`seed knowledge ${path}`),
			agent_id: demo.agents[agent],
			title,
			url: `https://lamps.example.com/${path}`,
			sync_status: 'completed',
			chunk_count: chunks,
			last_synced_at: updated,
			created_at: isoTime(createdAt),
			updated_at: updated,
		});
	}
}
