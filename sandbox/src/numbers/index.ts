import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { addNumber, listNumbers, listPhoneNumbers } from './endpoints.ts';
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
	tag: 'Phone numbers',
	dependencies: ['agents', 'ids'],
	migrations: [recordTable('phone_numbers', 'phone_number')],
	provide: (app) => ({ numbers: new Numbers(app) }),
	seed: seedNumbers,
	functions: listPhoneNumbers,
	control: [listNumbers, addNumber],
});
