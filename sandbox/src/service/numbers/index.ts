import { Type } from 'typebox';
import accountPart from '../account/index.ts';
import agentsPart from '../agents/index.ts';
import { recordTable } from '../database/records.ts';
import { endpoint, list } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { PagingRequest, readPage } from '../http/listing.ts';
import { E164 } from '../http/values.ts';
import idsPart from '../ids/index.ts';
import { definePart } from '../plugin.ts';
import { Numbers } from './numbers.ts';
import { Capabilities, NumberRecord } from './schema.ts';
import { seedNumbers } from './seed.ts';

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

const listNumbers = list('numbers', NumberRecord, ({ numbers }) => numbers.listWithAgents());

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
