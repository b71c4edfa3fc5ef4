import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { customFunctionControl } from './control.ts';
import { CustomFunctions } from './custom-functions.ts';
import { customFunctionFunctions } from './functions.ts';
import { seedCustomFunctions } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The functions that agents call. */
		customFunctions: CustomFunctions;
	}
}

/** Sections 2 and 4, custom functions. */
export default definePart({
	name: 'custom-functions',
	dependencies: ['agents', 'account', 'auth'],
	migrations: [recordTable('custom_functions', 'agent_id')],
	setUp: (app) => {
		app.decorate('customFunctions', new CustomFunctions(app));
	},
	seed: seedCustomFunctions,
	functions: customFunctionFunctions,
	control: customFunctionControl,
});
