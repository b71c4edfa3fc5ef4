import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { toCustomFunctionRecord } from './record.ts';
import { CustomFunctionRecord } from './schema.ts';

/** Lists custom functions, which no endpoint of the interface does. */
export const customFunctionControl: Routes = (app) => {
	const { customFunctions } = app;
	app.get(
		'/custom-functions',
		{ schema: { response: { 200: Type.Object({ custom_functions: Type.Array(CustomFunctionRecord) }) } } },
		() => ({ custom_functions: customFunctions.list().map(toCustomFunctionRecord) }),
	);
};
