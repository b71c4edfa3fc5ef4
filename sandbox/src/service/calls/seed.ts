import { HOUR_MS } from '../clock/clock.ts';
import type { SeedName } from '../config.ts';
import type { SeededAgent } from '../demo/demo-account.ts';
import { readContacts } from '../demo/people.ts';
import { readDemo } from '../demo/read.ts';
import type { App } from '../plugin.ts';
import type { CallOutcome } from './calls.ts';
import type { Call } from './schema.ts';

interface SeededCall extends CallOutcome, Pick<Call, 'direction' | 'duration_seconds'> {
	/** The number of the other person. */
	readonly contact: string;
	/** The service number, as in the first account. */
	readonly service_number: string;
	readonly agent: SeededAgent;
	/** Hours before now, at its end. */
	readonly hours_ago: number;
}

const CALLS = readDemo('calls') as readonly SeededCall[];

/** The calls of the demo account; its messages and chats continue their conversations. */
export function seedCalls({ calls, clock, demo }: App, seed: SeedName): void {
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
		const serviceNumber = demo.numberFor(service_number);
		const inbound = direction === 'inbound';
		calls.record({
			...outcome,
			direction,
			from_number: inbound ? contact : serviceNumber,
			to_number: inbound ? serviceNumber : contact,
			agent_id: demo.agents[agent],
			contact_name: names.get(contact) ?? null,
			startedAt: endedAt - duration_seconds * 1000,
			endedAt,
		});
	}
}
