import { DAY_MS } from '../clock/clock.ts';
import { isoTime } from '../iso-time.ts';
import type { SeededAgent } from '../demo/demo-account.ts';
import { readDemo } from '../demo/read.ts';
import type { SeedName } from '../config.ts';
import type { App } from '../plugin.ts';
import type { Agent, DynamicVariable } from './schema.ts';

type GeneratedFields = 'id' | 'created_at' | 'updated_at';
type Profile = Omit<Agent, GeneratedFields | 'voice_id' | 'dynamic_variables'> & {
	readonly key: SeededAgent;
	readonly age_days: number;
	/** The name of its voice. */
	readonly voice: string;
	readonly dynamic_variables: ReadonlyArray<Omit<DynamicVariable, GeneratedFields>>;
};

/**
 * Agents of a made-up lamp shop: of every type, for calls and for texts; one is switched off.
 */
const AGENTS = readDemo('agents') as readonly Profile[];

/** The account's agents. */
export function seedAgents({ agents, clock, demo, ids }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { key, age_days, voice, dynamic_variables, ...profile } of AGENTS) {
		const createdAt = clock.now() - age_days * DAY_MS;
		const times = { created_at: isoTime(createdAt), updated_at: isoTime(createdAt + 3 * DAY_MS) };
		agents.add({
			...profile,
			...times,
			id: demo.agents[key],
			voice_id: ids.named(`seed voice ${voice}`),
			dynamic_variables: dynamic_variables.map((variable) => ({
				...variable,
				...times,
				id: ids.named(`seed variable ${key} ${variable.name}`),
			})),
		});
	}
}
