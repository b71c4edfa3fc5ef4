import { Type } from 'typebox';
import type { Routes } from '../plugin.ts';
import { CustomFunction } from './schema.ts';

/** Lists custom functions, which no endpoint of the interface does. */
export const customFunctionControl: Routes = (app) => {
	app.get(
		'/custom-functions',
		{ schema: { response: { 200: Type.Object({ custom_functions: Type.Array(CustomFunction) }) } } },
		() => ({ custom_functions: app.customFunctions.list() }),
	);
};
