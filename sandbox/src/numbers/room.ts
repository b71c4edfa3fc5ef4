import { Type } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Nullable, Timestamp } from '../http/values.ts';
import type { Room, Routes } from '../room.ts';
import { NUMBER_TABLES } from './numbers.ts';
import { seedNumbers } from './seed.ts';

const NumberRecord = Type.Object({
	id: Type.String(),
	phone_number: Type.String(),
	friendly_name: Type.String(),
	agent_id: Nullable(Type.String()),
	text_agent_id: Nullable(Type.String()),
	capabilities: Type.Object({ voice: Type.Boolean(), sms: Type.Boolean(), mms: Type.Boolean() }),
	is_active: Type.Boolean(),
	created_at: Timestamp,
});

const control: Routes = (app, { numbers }) => {
	app.get(
		'/numbers',
		{ schema: { response: { 200: Type.Object({ numbers: Type.Array(NumberRecord) }) } } },
		() => ({
			numbers: numbers.list().map((number) => ({
				id: number.id,
				phone_number: number.phoneNumber,
				friendly_name: number.friendlyName,
				agent_id: number.agentId,
				text_agent_id: number.textAgentId,
				capabilities: number.capabilities,
				is_active: number.isActive,
				created_at: isoTime(number.createdAt),
			})),
		}),
	);
};

/** Section 2, phone number: the numbers of the account. */
export const numbersRoom: Room = { name: 'numbers', migrations: [NUMBER_TABLES], seed: seedNumbers, control };
