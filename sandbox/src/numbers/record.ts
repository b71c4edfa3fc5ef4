import type { Agents } from '../agents/agents.ts';
import { isoTime } from '../clock/clock.ts';
import type { PhoneNumber } from './numbers.ts';
import type { NumberInAgent, NumberRecord } from './schema.ts';

/** A number as it stands in an agent's record (section 2). */
export function toNumberInAgent(number: PhoneNumber): NumberInAgent {
	return {
		id: number.id,
		phone_number: number.phoneNumber,
		friendly_name: number.friendlyName,
		capabilities: number.capabilities,
		is_active: number.isActive,
		created_at: isoTime(number.createdAt),
	};
}

/** A number in full, with the names of its agents (section 2, phone number). */
export function toNumberRecord(number: PhoneNumber, agents: Agents): NumberRecord {
	return {
		...toNumberInAgent(number),
		agent_id: number.agentId,
		agent_name: agents.nameOf(number.agentId),
		text_agent_id: number.textAgentId,
		text_agent_name: agents.nameOf(number.textAgentId),
	};
}
