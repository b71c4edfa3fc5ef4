import { Type, type Static } from 'typebox';
import { AnyError } from '../http/errors.ts';
import type { Routes } from '../plugin.ts';
import { AvailableNumber, availableNumbers } from './catalogue.ts';
import { limitOf, SearchRequest, toWanted } from './criteria.ts';

/** Section 4, phone numbers: search-phone-numbers. */
export const searchFunctions: Routes = (app) => {
	const { numbers } = app;
	app.post(
		'/search-phone-numbers',
		{
			schema: {
				tags: ['Phone numbers'],
				summary: 'Available numbers',
				body: SearchRequest,
				response: { 200: Type.Object({ numbers: Type.Array(AvailableNumber) }), '4xx': AnyError },
			},
		},
		({ body }) => {
			const wanted = toWanted(body);
			if (wanted === null) return { numbers: [] };
			const limit = limitOf(body);
			const found: Array<Static<typeof AvailableNumber>> = [];
			for (const number of availableNumbers(wanted)) {
				if (found.length === limit) break;
				if (numbers.findNumber(number.phone_number) === undefined) found.push(number);
			}
			return { numbers: found };
		},
	);
};
