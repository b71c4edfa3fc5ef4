import { SEEDED_AGENTS } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { App } from '../plugin.ts';

const DAY_MS = 86_400_000;

interface SeededSource {
	readonly agent: keyof typeof SEEDED_AGENTS;
	readonly title: string;
	readonly path: string;
	readonly chunks: readonly string[];
}

const SOURCES: readonly SeededSource[] = [
	{
		agent: 'booking',
		title: 'Fittings and repairs',
		path: 'services',
		chunks: [
			'A fitting takes 45 minutes and is free with any lamp bought from us.',
			'Repairs are quoted within two working days. The quote costs nothing.',
			'Please bring the lamp, its shade and, when you still have it, the invoice.',
		],
	},
	{
		agent: 'texts',
		title: 'Delivery and returns',
		path: 'delivery',
		chunks: [
			'Parcels leave every weekday at 16:00 and arrive within three working days.',
			'Unused lamps can be returned within 30 days. Shades made to measure cannot.',
		],
	},
	{
		agent: 'reception',
		title: 'Opening hours',
		path: 'hours',
		chunks: [
			'Monday to Saturday we are open from 9:00 to 18:00, on Sundays from 10:00 to 14:00.',
			'On public holidays the shop is closed; orders on the web are taken all the same.',
			'The workshop is open on weekdays only, from 9:00 to 17:00.',
			'Parking is behind the house, free for the first hour.',
		],
	},
	{
		agent: 'reception',
		title: 'Price list',
		path: 'prices',
		chunks: ['Desk lamps from 49 dollars.', 'Floor lamps from 119 dollars.', 'Shades from 19 dollars.'],
	},
];

/** What the agents of the made-up lamp shop know. */
export function seedKnowledge({ knowledge, clock }: App): void {
	for (const [index, { agent, title, path, chunks }] of SOURCES.entries()) {
		const createdAt = clock.now() - (SOURCES.length - index) * 10 * DAY_MS;
		const updatedAt = createdAt + 2 * DAY_MS;
		knowledge.add(
			{
				id: namedUuid(`seed knowledge ${path}`),
				agentId: SEEDED_AGENTS[agent],
				title,
				url: `https://lamps.example.com/${path}`,
				syncStatus: 'completed',
				lastSyncedAt: updatedAt,
				createdAt,
				updatedAt,
			},
			chunks,
		);
	}
}
