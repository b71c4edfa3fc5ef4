import { definePart } from '../plugin.ts';
import { modelFunctions } from './functions.ts';

/** Sections 2 and 4, models. */
export default definePart({
	name: 'models',
	dependencies: [],
	functions: modelFunctions,
});
