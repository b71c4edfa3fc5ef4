import { Type } from 'typebox';
import type { Routes } from '../room.ts';
import { toNumberRecord } from './record.ts';
import { NumberRecord } from './schema.ts';

/** Shows the account's numbers, all at once. */
export const numberControl: Routes = (app, { agents, numbers }) => {
	app.get(
		'/numbers',
		{ schema: { response: { 200: Type.Object({ numbers: Type.Array(NumberRecord) }) } } },
		() => ({ numbers: numbers.list().map((number) => toNumberRecord(number, agents)) }),
	);
};
