import accountPart from '../account/index.ts';
import agentsPart from '../agents/index.ts';
import { recordTable } from '../database/records.ts';
import { endpoint, list } from '../http/endpoint.ts';
import { definePart } from '../plugin.ts';
import { CustomFunctions } from './custom-functions.ts';
import { ChangeRequest, CreateRequest, CustomFunction } from './schema.ts';
import { seedCustomFunctions } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		customFunctions: CustomFunctions;
	}
}

const createFunction = endpoint('POST /custom-functions', {
	operationId: 'createCustomFunction',
	summary: 'Give an agent a function',
	body: CreateRequest,
	status: 201,
	answer: CustomFunction,
	handle: ({ body }, { agents, customFunctions, user }) => {
		agents.require(body.agent_id);
		return customFunctions.create({ ...body, user_id: user.id });
	},
});

const changeFunction = endpoint('PATCH /custom-functions/:id', {
	operationId: 'updateCustomFunction',
	summary: 'Change a function; only included fields change',
	body: ChangeRequest,
	answer: CustomFunction,
	handle: ({ params, body }, { customFunctions }) => customFunctions.edit(params.id, body),
});

/** Sections 2 and 4, custom functions; their errors have the plain form of section 7. */
export default definePart({
	tag: 'Custom functions',
	dependencies: [accountPart, agentsPart],
	tables: recordTable('custom_functions', 'agent_id'),
	provide: (app) => ({
		customFunctions: new CustomFunctions(app, 'custom_functions', 'Custom function'),
	}),
	seed: seedCustomFunctions,
	functions: [createFunction, changeFunction],
	control: list('custom-functions', CustomFunction, ({ customFunctions }) => customFunctions.list()),
});
