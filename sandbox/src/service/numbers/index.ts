import { Type } from 'typebox';
import accountPart from '../account/index.ts';
import agentsPart from '../agents/index.ts';
import type { SeedName } from '../config.ts';
import { recordTable } from '../database/records.ts';
import type { SeededAgent } from '../demo/index.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { PagingRequest, readPage } from '../http/listing.ts';
import { E164 } from '../http/values.ts';
import idsPart from '../ids/index.ts';
import { type App, definePart } from '../plugin.ts';
import { DAY_MS } from '../time.ts';
import { type PhoneNumber, Numbers, Capabilities, NumberRecord } from './numbers.ts';

const EVERYTHING = { voice: true, sms: true, mms: true };
const VOICE_AND_SMS = { voice: true, sms: true, mms: false };
const VOICE_ONLY = { voice: true, sms: false, mms: false };
const TEXT_ONLY = { voice: false, sms: true, mms: true };

type Seeded = readonly [
	phone_number: string,
	friendly_name: string,
	PhoneNumber['capabilities'],
	{ agent?: SeededAgent; textAgent?: SeededAgent; is_active?: false }?,
];

/**
 * The numbers of the first account, oldest first: for calls, for texts and for both, some switched off, with
 * and without agents.
 */
const NUMBERS: readonly Seeded[] = [
	['+12125550142', 'Old office', VOICE_AND_SMS, { is_active: false }],
	['+12065550118', 'Weekend desk', VOICE_ONLY, { agent: 'weekend', is_active: false }],
	['+15145550163', 'Montréal, not yet in use', VOICE_AND_SMS],
	['+18885550150', 'Toll-free orders', VOICE_AND_SMS, { agent: 'reception' }],
	['+13125550127', 'Reminders', VOICE_AND_SMS, { agent: 'reminders', textAgent: 'texts' }],
	['+17785550134', 'Vancouver texts', TEXT_ONLY, { textAgent: 'texts' }],
	['+16475550171', 'Toronto bookings', VOICE_ONLY, { agent: 'booking' }],
	['+14155550101', 'Text line', TEXT_ONLY, { textAgent: 'texts' }],
	['+14155550100', 'Main line', EVERYTHING, { agent: 'reception', textAgent: 'texts' }],
];

/** The account's numbers. */
function seedNumbers({ clock, demo, ids, numbers }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const [index, [number, friendly_name, capabilities, more]] of NUMBERS.entries()) {
		const { agent, textAgent, is_active = true } = more ?? {};
		numbers.add({
			id: ids.uuid('phone-number'),
			phone_number: demo.numberFor(number),
			friendly_name,
			capabilities,
			agent_id: agent === undefined ? null : demo.agents[agent],
			text_agent_id: textAgent === undefined ? null : demo.agents[textAgent],
			is_active,
			created_at: clock.stamp((NUMBERS.length - index) * 30 * DAY_MS),
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		numbers: Numbers;
	}
}

const gap = { 'x-not-shown-in-interface': 'Section 4 leaves the names of the filters open' };

const listPhoneNumbers = endpoint('POST /list-phone-numbers', {
	operationId: 'listPhoneNumbers',
	summary: 'The numbers of the account, newest first',
	body: Type.Object({
		...PagingRequest.properties,
		agent_id: Type.Optional(Type.String({ description: 'Of the agent that answers calls', ...gap })),
		text_agent_id: Type.Optional(Type.String({ description: 'Of the agent that answers texts', ...gap })),
		is_active: Type.Optional(Type.Boolean(gap)),
	}),
	example: { limit: 50, is_active: true },
	answer: Type.Object({
		numbers: Type.Array(NumberRecord),
		total: Type.Integer({ description: 'How many the account has, whatever the filters' }),
	}),
	handle: ({ body }, { numbers }) => {
		const { limit, offset } = readPage(body);
		const filters = ['agent_id', 'text_agent_id', 'is_active'] as const;
		const all = numbers.listWithAgents();
		const matching = all.filter((number) =>
			filters.every((name) => body[name] === undefined || body[name] === number[name]),
		);
		return { numbers: matching.slice(offset, offset + limit), total: all.length };
	},
});

const listNumbers = listEndpoint('numbers', NumberRecord, ({ numbers }) => numbers.listWithAgents());

/** Adds a number to the account, which no endpoint of the interface does. */
const addNumber = endpoint('POST /numbers', {
	operationId: 'addNumber',
	summary: 'Provision a service number',
	body: Type.Object({
		phone_number: E164,
		friendly_name: Type.Optional(
			Type.String({ pattern: '\\S', description: 'The number itself when left out' }),
		),
		agent_id: Type.Optional(Type.String({ description: 'The agent that answers calls' })),
		text_agent_id: Type.Optional(Type.String({ description: 'The agent that answers texts' })),
		capabilities: Type.Optional(Capabilities),
		is_active: Type.Optional(Type.Boolean({ default: true })),
	}),
	status: 201,
	answer: NumberRecord,
	handle: ({ body }, { agents, clock, ids, numbers, otherAccounts }) => {
		const { phone_number: number } = body;
		if (numbers.findNumber(number) !== undefined) {
			throw plainError(409, `${number} is a number of this account already`);
		}
		if (otherAccounts.some((other) => other.numbers.findNumber(number) !== undefined)) {
			throw plainError(409, `${number} is a number of another account`);
		}
		for (const id of [body.agent_id, body.text_agent_id]) if (id !== undefined) agents.require(id);
		const added = numbers.add({
			friendly_name: number,
			agent_id: null,
			text_agent_id: null,
			capabilities: { voice: true, sms: true, mms: true },
			is_active: true,
			...body,
			id: ids.uuid('phone-number'),
			created_at: clock.stamp(),
		});
		return numbers.withAgents(added);
	},
});

/** Sections 2 and 4: the phone numbers of the account. */
export default definePart({
	tag: 'Phone numbers',
	dependencies: [accountPart, agentsPart, idsPart],
	tables: recordTable('phone_numbers', 'phone_number'),
	provide: (app) => ({ numbers: new Numbers(app, 'phone_numbers', 'Phone number') }),
	seed: seedNumbers,
	functions: listPhoneNumbers,
	control: [listNumbers, addNumber],
});
