import { Type } from 'typebox';
import { AnyError } from '../http/errors.ts';
import { pageOf, PagingRequest } from '../http/paging.ts';
import type { Routes } from '../plugin.ts';
import { toNumberRecord } from './record.ts';
import { NumberRecord } from './schema.ts';

const gap = { 'x-not-shown-in-interface': 'Section 4 leaves the names of the filters open' };

const ListRequest = Type.Object({
	...PagingRequest.properties,
	agent_id: Type.Optional(Type.String({ description: 'Of the agent that answers calls', ...gap })),
	text_agent_id: Type.Optional(Type.String({ description: 'Of the agent that answers texts', ...gap })),
	is_active: Type.Optional(Type.Boolean(gap)),
});

/** Section 4, phone numbers: list-phone-numbers. */
export const numberFunctions: Routes = (app) => {
	const { agents, numbers } = app;
	app.post(
		'/list-phone-numbers',
		{
			schema: {
				tags: ['Phone numbers'],
				summary: 'The numbers of the account, newest first',
				body: ListRequest,
				response: {
					200: Type.Object({
						numbers: Type.Array(NumberRecord),
						total: Type.Integer({ description: 'How many the account has, whatever the filters' }),
					}),
					'4xx': AnyError,
				},
			},
		},
		({ body }) => {
			const { limit, offset } = pageOf(body);
			const { agent_id: agent, text_agent_id: textAgent, is_active: active } = body;
			const all = numbers.list();
			const matching = all
				.filter((number) => agent === undefined || number.agent_id === agent)
				.filter((number) => textAgent === undefined || number.text_agent_id === textAgent)
				.filter((number) => active === undefined || number.is_active === active);
			return {
				numbers: matching.slice(offset, offset + limit).map((number) => toNumberRecord(number, agents)),
				total: all.length,
			};
		},
	);
};
