import { Type } from 'typebox';
import { AnyError } from '../http/errors.ts';
import { Capabilities } from '../numbers/schema.ts';
import type { Routes } from '../plugin.ts';
import { availableNumbers, type AvailableNumber } from './catalogue.ts';
import { limitOf, SearchRequest, toWanted } from './criteria.ts';

/** Section 2, available number. */
const AvailableRecord = Type.Object({
	phone_number: Type.String({ description: 'E.164' }),
	friendly_name: Type.String(),
	locality: Type.String({ description: 'City or region' }),
	region: Type.String({ description: 'Code of the state or province' }),
	capabilities: Capabilities,
	monthly_cost: Type.Number({ description: 'USD' }),
});

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
				response: { 200: Type.Object({ numbers: Type.Array(AvailableRecord) }), '4xx': AnyError },
			},
		},
		({ body }) => {
			const wanted = toWanted(body);
			if (wanted === null) return { numbers: [] };
			const limit = limitOf(body);
			const found: AvailableNumber[] = [];
			for (const number of availableNumbers(wanted)) {
				if (found.length === limit) break;
				if (numbers.findNumber(number.phoneNumber) === undefined) found.push(number);
			}
			return { numbers: found.map(toRecord) };
		},
	);
};

function toRecord(number: AvailableNumber) {
	return {
		phone_number: number.phoneNumber,
		friendly_name: number.friendlyName,
		locality: number.locality,
		region: number.region,
		capabilities: number.capabilities,
		monthly_cost: number.monthlyCost,
	};
}
