import { DAY_MS } from '../clock/clock.ts';
import { readDemo, SEEDED_AGENTS, type SeededAgent } from '../demo.ts';
import { namedUuid } from '../ids/ids.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { CustomFunction } from './schema.ts';

type SeededFunction = Omit<CustomFunction, 'id' | 'user_id' | 'agent_id' | 'created_at' | 'updated_at'> & {
	readonly agent: SeededAgent;
	readonly age_days: number;
};

/** What the booking agent looks up, and an order status that is switched off. */
const FUNCTIONS = readDemo('custom-functions') as readonly SeededFunction[];

/** The functions of the account's agents. */
export function seedCustomFunctions({ customFunctions, clock, user }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { agent, age_days, ...fresh } of FUNCTIONS) {
		customFunctions.create({
			...fresh,
			id: namedUuid(`seed function ${fresh.name}`),
			user_id: user.id,
			agent_id: SEEDED_AGENTS[agent],
			created_at: clock.stamp(age_days * DAY_MS),
		});
	}
}
