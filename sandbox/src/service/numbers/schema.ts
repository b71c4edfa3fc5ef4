import { Type, type Static } from 'typebox';
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
