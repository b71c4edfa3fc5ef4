import type { Agent } from '../agents/schema.ts';
import type { Records } from '../database/records.ts';
import type { NumberRecord, PhoneNumber } from './schema.ts';

/** A number with the names of its agents (section 2, phone number). */
export function toNumberRecord(number: PhoneNumber, agents: Records<Agent>): NumberRecord {
	const nameOf = (id: string | null) => (id === null ? null : (agents.find(id)?.name ?? null));
	return {
		...number,
		agent_name: nameOf(number.agent_id),
		text_agent_name: nameOf(number.text_agent_id),
	};
}
