import { Type, type Static } from 'typebox';
import accountPart from '../account/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { OneOf } from '../http/values.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import { type Criteria, findCity, REGIONS, AvailableNumber, availableNumbers } from './catalogue.ts';

/** Section 8. */
const MAX_LIMIT = 75;
const DEFAULT_LIMIT = 20;

const AreaCode = Type.Optional(Type.String({ pattern: '^\\d{3}$', description: '3 digits' }));
const TWO_LETTERS = '^[A-Za-z]{2}$';

/** Section 4, search-phone-numbers. */
const SearchRequest = Type.Object({
	area_code: AreaCode,
	areaCode: AreaCode,
	country: Type.Optional(Type.String({ pattern: TWO_LETTERS, description: '2 letters' })),
	state: Type.Optional(
		Type.String({
			pattern: TWO_LETTERS,
			description: 'the 2-letter code of a US state or a Canadian province',
		}),
	),
	city: Type.Optional(Type.String({ minLength: 1, description: 'A major US or Canadian city' })),
	query: Type.Optional(
		Type.String({ minLength: 1, description: 'Area code, city, state code, or `canada` or `usa`' }),
	),
	numberType: Type.Optional(OneOf(['local', 'tollFree'])),
	limit: Type.Optional(
		Type.Integer({
			minimum: 1,
			default: DEFAULT_LIMIT,
			description: `More than ${MAX_LIMIT} counts as that`,
			'x-not-shown-in-interface': 'Section 4 gives no default',
		}),
	),
});
type SearchRequest = Static<typeof SearchRequest>;

/** Returns the maximum number of results. */
function readLimit({ limit = DEFAULT_LIMIT }: SearchRequest): number {
	return Math.min(limit, MAX_LIMIT);
}

/**
 * Returns the criteria of a search; null if it cannot find anything.
 * @throws {ServiceError} 400 when it names several criteria, two area codes, or a state that does not exist
 */
function toCriteria(request: SearchRequest): Criteria | null {
	const { numberType = 'local' } = request;
	const found = readCriterion(request);
	const country = request.country?.toUpperCase() ?? found?.country;
	if (found === null || (found.country !== undefined && country !== found.country)) return null;
	const anywhere = Object.values({ ...found, country }).every((value) => value === undefined);
	return { numberType, ...found, country: anywhere ? 'US' : country };
}

type Criterion = Pick<Criteria, 'areaCode' | 'country' | 'region' | 'city'> | null;

function readCriterion({ area_code: one, areaCode: other, state, city, query }: SearchRequest): Criterion {
	const areaCode = one ?? other;
	if (other !== undefined && areaCode !== other) {
		throw plainError(400, 'area_code and areaCode name the same criterion and must not differ');
	}
	const criteria = Object.entries({ area_code: areaCode, state, city, query });
	const given = criteria.filter(([, value]) => value !== undefined).map(([name]) => name);
	if (given.length > 1) {
		throw plainError(400, `Send only one of area_code, state, city and query, not ${given.join(' and ')}`);
	}
	if (query !== undefined) return parseLegacyQuery(query.trim());
	if (city !== undefined) return inCity(city);
	if (state === undefined) return { areaCode };
	if (REGIONS.has(state.toUpperCase())) return { region: state.toUpperCase() };
	throw plainError(400, 'state must be the 2-letter code of a US state or a Canadian province');
}

function inCity(name: string): Criterion {
	const city = findCity(name);
	return city === undefined ? null : { city: city.name, region: city.region };
}

/** Parses the legacy free text: an area code, a city, a state code, `canada` or `usa`. */
function parseLegacyQuery(text: string): Criterion {
	if (/^\d{3}$/.test(text)) return { areaCode: text };
	const word = text.toUpperCase();
	if (word === 'CANADA') return { country: 'CA' };
	if (word === 'USA') return { country: 'US' };
	return REGIONS.has(word) ? { region: word } : inCity(text);
}

/** Section 4, search-phone-numbers. */
export default definePart({
	tag: 'Phone numbers',
	dependencies: [accountPart, numbersPart],
	functions: endpoint('POST /search-phone-numbers', {
		operationId: 'searchPhoneNumbers',
		summary: 'Available numbers',
		body: SearchRequest,
		example: { area_code: '415', limit: 10 },
		answer: Type.Object({ numbers: Type.Array(AvailableNumber) }),
		handle: ({ body }, app) => {
			const wanted = toCriteria(body);
			if (wanted === null) return { numbers: [] };
			const accounts = [app, ...app.otherAccounts];
			const free = availableNumbers(wanted).filter(({ phone_number }) =>
				accounts.every(({ numbers }) => numbers.findNumber(phone_number) === undefined),
			);
			return { numbers: free.take(readLimit(body)).toArray() };
		},
	}),
});
