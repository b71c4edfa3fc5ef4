import { Type } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { plainError, PlainError } from '../http/errors.ts';
import { E164 } from '../http/values.ts';
import type { Routes } from '../plugin.ts';
import { toNumberRecord } from './record.ts';
import { Capabilities, NumberRecord } from './schema.ts';

const NewNumberRequest = Type.Object({
	phone_number: E164,
	friendly_name: Type.Optional(
		Type.String({ pattern: '\\S', description: 'The number itself when left out' }),
	),
	agent_id: Type.Optional(Type.String({ description: 'The agent that answers calls' })),
	text_agent_id: Type.Optional(Type.String({ description: 'The agent that answers texts' })),
	capabilities: Type.Optional(Capabilities),
	is_active: Type.Optional(Type.Boolean({ default: true })),
});

/** Shows the account's numbers, all at once, and provisions more, which no endpoint of the interface does. */
export const numberControl: Routes = (app) => {
	const { agents, clock, database, ids, numbers } = app;
	app.get(
		'/numbers',
		{ schema: { response: { 200: Type.Object({ numbers: Type.Array(NumberRecord) }) } } },
		() => ({ numbers: numbers.list().map((number) => toNumberRecord(number, agents)) }),
	);

	app.post(
		'/numbers',
		{ schema: { body: NewNumberRequest, response: { 201: NumberRecord, '4xx': PlainError } } },
		async ({ body }, reply) => {
			const added = await database.write(() => {
				if (numbers.findNumber(body.phone_number) !== undefined) {
					throw plainError(409, `${body.phone_number} is a number of this account already`);
				}
				for (const id of [body.agent_id, body.text_agent_id]) {
					if (id !== undefined && agents.find(id) === undefined) throw plainError(404, 'Agent not found');
				}
				return numbers.add({
					id: ids.uuid('phone-number'),
					phone_number: body.phone_number,
					friendly_name: body.friendly_name ?? body.phone_number,
					agent_id: body.agent_id ?? null,
					text_agent_id: body.text_agent_id ?? null,
					capabilities: body.capabilities ?? { voice: true, sms: true, mms: true },
					is_active: body.is_active ?? true,
					created_at: isoTime(clock.now()),
				});
			});
			return reply.status(201).send(toNumberRecord(added, agents));
		},
	);
};
