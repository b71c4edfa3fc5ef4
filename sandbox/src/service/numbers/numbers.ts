import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { Nullable, Timestamp } from '../http/values.ts';

/** The capabilities of a number. */
export const Capabilities = Type.Object({
	voice: Type.Boolean(),
	sms: Type.Boolean(),
	mms: Type.Boolean(),
});

/** Section 2, phone number (from list-phone-numbers). */
export const NumberRecord = Type.Object({
	id: Type.String(),
	phone_number: Type.String({ description: 'E.164' }),
	friendly_name: Type.String(),
	agent_id: Nullable(Type.String({ description: 'The agent that answers calls' })),
	agent_name: Nullable(Type.String()),
	text_agent_id: Nullable(Type.String({ description: 'The agent that answers texts' })),
	text_agent_name: Nullable(Type.String()),
	capabilities: Capabilities,
	is_active: Type.Boolean(),
	created_at: Timestamp,
});
export type NumberRecord = Static<typeof NumberRecord>;

/** A number of the account as stored. */
export type PhoneNumber = Omit<NumberRecord, 'agent_name' | 'text_agent_name'>;

/** Section 2: the fields of a number in an agent's record. */
export const NumberInAgent = Type.Pick(NumberRecord, [
	'id',
	'phone_number',
	'friendly_name',
	'capabilities',
	'is_active',
	'created_at',
]);

/** The service numbers of the account. */
export class Numbers extends Records<PhoneNumber, 'agents'> {
	/** Lists all numbers with the names of their agents (section 2, phone number). */
	listWithAgents(): NumberRecord[] {
		return this.list().map((number) => this.withAgents(number));
	}

	/** Adds the names of its agents to a number. */
	withAgents(number: PhoneNumber): NumberRecord {
		const findName = (id: string | null) => (id === null ? null : (this.app.agents.find(id)?.name ?? null));
		return {
			...number,
			agent_name: findName(number.agent_id),
			text_agent_name: findName(number.text_agent_id),
		};
	}

	/** Lists the numbers on which an agent answers calls or texts, newest first. */
	listOfAgent(agentId: string): PhoneNumber[] {
		return this.list().filter((number) => number.agent_id === agentId || number.text_agent_id === agentId);
	}

	/** @param phoneNumber E.164 */
	findNumber(phoneNumber: string): PhoneNumber | undefined {
		return this.listBy('phone_number', phoneNumber)[0];
	}

	/**
	 * @param phoneNumber E.164
	 * @throws {ServiceError} 404 when it is not a number of the account
	 */
	requireNumber(phoneNumber: string): PhoneNumber {
		const number = this.findNumber(phoneNumber);
		if (number === undefined) throw plainError(404, `${phoneNumber} is not a number of this account`);
		return number;
	}
}
