import { Type } from 'typebox';
import accountPart from '../account/index.ts';
import { endpoint } from '../http/endpoint.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import { AvailableNumber, availableNumbers } from './catalogue.ts';
import { readLimit, SearchRequest, toWanted } from './criteria.ts';

/** Section 4, search-phone-numbers. */
export default definePart({
	tag: 'Phone numbers',
	dependencies: [accountPart, numbersPart],
	functions: endpoint('POST /search-phone-numbers', {
		operationId: 'searchPhoneNumbers',
		summary: 'Available numbers',
		body: SearchRequest,
		answer: Type.Object({ numbers: Type.Array(AvailableNumber) }),
		handle: ({ body }, app) => {
			const wanted = toWanted(body);
			if (wanted === null) return { numbers: [] };
			const accounts = [app, ...app.otherAccounts];
			const free = availableNumbers(wanted).filter(({ phone_number }) =>
				accounts.every(({ numbers }) => numbers.findNumber(phone_number) === undefined),
			);
			return { numbers: free.take(readLimit(body)).toArray() };
		},
	}),
});
