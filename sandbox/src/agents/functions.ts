import { Type } from 'typebox';
import { AnyError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { ListedAgent } from './schema.ts';

/** Section 4, agents: list-agents. */
export const agentFunctions: Routes = (app) => {
	app.post(
		'/list-agents',
		{
			schema: {
				tags: ['Agents'],
				summary: 'The agents of the account, newest first',
				body: Type.Object({}),
				response: {
					200: Type.Object(
						{ agents: Type.Array(ListedAgent) },
						{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
					),
					'4xx': AnyError,
				},
			},
		},
		() => ({ agents: app.agents.list() }),
	);
};
