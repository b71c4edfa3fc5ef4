import { definePart } from '../plugin.ts';
import { searchFunctions } from './functions.ts';

/** Section 4, search-phone-numbers. */
export default definePart({
	name: 'number-search',
	dependencies: ['numbers', 'auth'],
	functions: searchFunctions,
});
