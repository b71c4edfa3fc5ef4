import { DAY_MS } from '../clock/clock.ts';
import type { SeededAgent } from '../demo/demo-account.ts';
import { readDemo } from '../demo/read.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { CustomFunction } from './schema.ts';

type SeededFunction = Omit<CustomFunction, 'id' | 'user_id' | 'agent_id' | 'created_at' | 'updated_at'> & {
	readonly agent: SeededAgent;
	readonly age_days: number;
};

/** A function of the booking agent, and an order status that is switched off. */
const FUNCTIONS = readDemo('custom-functions') as readonly SeededFunction[];

/** The functions of the account's agents. */
export function seedCustomFunctions({ clock, customFunctions, demo, ids, user }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { agent, age_days, ...fresh } of FUNCTIONS) {
		customFunctions.create({
			...fresh,
			id: ids.named(`seed function ${fresh.name}`),
			user_id: user.id,
			agent_id: demo.agents[agent],
			created_at: clock.stamp(age_days * DAY_MS),
		});
	}
}
