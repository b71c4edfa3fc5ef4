import type { Room } from '../room.ts';
import { numberControl } from './control.ts';
import { numberFunctions } from './functions.ts';
import { NUMBER_TABLES } from './numbers.ts';
import { seedNumbers } from './seed.ts';

/** Sections 2 and 4, phone numbers: those of the account. */
export const numbersRoom: Room = {
	name: 'numbers',
	migrations: [NUMBER_TABLES],
	seed: seedNumbers,
	functions: numberFunctions,
	control: numberControl,
};
