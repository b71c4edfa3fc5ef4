import type { Room } from '../room.ts';
import { customFunctionControl } from './control.ts';
import { CUSTOM_FUNCTION_TABLES } from './custom-functions.ts';
import { customFunctionFunctions } from './functions.ts';
import { seedCustomFunctions } from './seed.ts';

/** Sections 2 and 4, custom functions. */
export const customFunctionsRoom: Room = {
	name: 'custom-functions',
	migrations: [CUSTOM_FUNCTION_TABLES],
	seed: seedCustomFunctions,
	functions: customFunctionFunctions,
	control: customFunctionControl,
};
