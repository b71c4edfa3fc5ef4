import { Type } from 'typebox';
import { AnyError, plainError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { ChangeRequest, CreateRequest, CustomFunction, type CompleteRequest } from './schema.ts';

/** Section 4, custom functions; their errors are section 7's, all in plain form. */
export const customFunctionFunctions: Routes = (app) => {
	const { agents, customFunctions, database, user } = app;
	app.post(
		'/custom-functions',
		{
			schema: {
				tags: ['Custom functions'],
				summary: 'Give an agent a function',
				body: CreateRequest,
				response: { 201: CustomFunction, '4xx': AnyError },
			},
		},
		async ({ body }, reply) => {
			const made = await database.write(() => {
				if (agents.find(body.agent_id) === undefined) throw plainError(404, 'Agent not found');
				const settings = body as CompleteRequest;
				return customFunctions.create({ ...settings, user_id: user.id });
			});
			return reply.status(201).send(made);
		},
	);

	app.patch(
		'/custom-functions/:id',
		{
			schema: {
				tags: ['Custom functions'],
				summary: 'Change a function; only included fields change',
				params: Type.Object({ id: Type.String() }),
				body: ChangeRequest,
				response: { 200: CustomFunction, '4xx': AnyError },
			},
		},
		({ params, body }) => database.write(() => customFunctions.edit(params.id, body)),
	);
};
