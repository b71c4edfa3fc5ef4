import { Type } from 'typebox';
import type { Routes } from '../room.ts';
import { toCustomFunctionRecord } from './record.ts';
import { CustomFunctionRecord } from './schema.ts';

/** Lists custom functions, which no endpoint of the interface does. */
export const customFunctionControl: Routes = (app, { customFunctions }) => {
	app.get(
		'/custom-functions',
		{ schema: { response: { 200: Type.Object({ custom_functions: Type.Array(CustomFunctionRecord) }) } } },
		() => ({ custom_functions: customFunctions.list().map(toCustomFunctionRecord) }),
	);
};
