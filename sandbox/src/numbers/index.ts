import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { numberControl } from './control.ts';
import { numberFunctions } from './functions.ts';
import { Numbers } from './numbers.ts';
import { seedNumbers } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's service numbers. */
		numbers: Numbers;
	}
}

/** Sections 2 and 4, phone numbers: those of the account. */
export default definePart({
	name: 'numbers',
	dependencies: ['agents', 'ids'],
	migrations: [recordTable('phone_numbers', 'phone_number')],
	setUp: (app) => {
		app.decorate('numbers', new Numbers(app));
	},
	seed: seedNumbers,
	functions: numberFunctions,
	control: numberControl,
});
