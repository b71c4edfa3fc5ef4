import { HOUR_MS } from '../clock/clock.ts';
import type { SeedName } from '../config.ts';
import { readContacts, readDemo, SEEDED_AGENTS, type SeededAgent } from '../demo.ts';
import type { App } from '../plugin.ts';
import type { CallOutcome } from './calls.ts';
import type { Call } from './schema.ts';

interface SeededCall extends CallOutcome, Pick<Call, 'direction' | 'duration_seconds'> {
	/** The number of the other person. */
	readonly contact: string;
	readonly service_number: string;
	readonly agent: SeededAgent;
	/** Hours before now, at its end. */
	readonly hours_ago: number;
}

const CALLS = readDemo('calls') as readonly SeededCall[];

/** The calls of the demo account; what was said in them goes on in its messages and chats. */
export function seedCalls({ calls, clock }: App, seed: SeedName): void {
	if (seed !== 'demo') return;
	const names = new Map(readContacts().map(({ phone_number: number, name }) => [number, name]));
	for (const {
		contact,
		service_number,
		agent,
		direction,
		hours_ago,
		duration_seconds,
		...outcome
	} of CALLS) {
		const endedAt = clock.now() - hours_ago * HOUR_MS;
		const inbound = direction === 'inbound';
		calls.record({
			...outcome,
			direction,
			from_number: inbound ? contact : service_number,
			to_number: inbound ? service_number : contact,
			agent_id: SEEDED_AGENTS[agent],
			contact_name: names.get(contact) ?? null,
			startedAt: endedAt - duration_seconds * 1000,
			endedAt,
		});
	}
}
