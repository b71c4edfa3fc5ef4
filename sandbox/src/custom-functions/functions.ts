import { Type } from 'typebox';
import { AnyError, plainError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { toCustomFunctionRecord, toSettings } from './record.ts';
import {
	ChangeRequest,
	CreateRequest,
	CustomFunctionRecord,
	DEFAULT_RETRIES,
	DEFAULT_TIMEOUT_MS,
} from './schema.ts';

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
				response: { 201: CustomFunctionRecord, '4xx': AnyError },
			},
		},
		async ({ body }, reply) => {
			const made = await database.write(() => {
				if (agents.find(body.agent_id) === undefined) throw plainError(404, 'Agent not found');
				return customFunctions.add({
					headers: [],
					bodySchema: [],
					responseVariables: [],
					timeoutMs: DEFAULT_TIMEOUT_MS,
					maxRetries: DEFAULT_RETRIES,
					isActive: true,
					...toSettings(body),
					name: body.name,
					description: body.description,
					httpMethod: body.http_method,
					endpointUrl: body.endpoint_url,
					agentId: body.agent_id,
					userId: user.id,
				});
			});
			return reply.status(201).send(toCustomFunctionRecord(made));
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
				response: { 200: CustomFunctionRecord, '4xx': AnyError },
			},
		},
		async ({ params, body }) => {
			const changed = await database.write(() => customFunctions.change(params.id, toSettings(body)));
			return toCustomFunctionRecord(changed);
		},
	);
};
