import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { CITIES } from '../src/service/number-search/catalogue.ts';

interface Available {
	phone_number: string;
	friendly_name: string;
	locality: string;
	region: string;
	capabilities: { voice: boolean; sms: boolean; mms: boolean };
	monthly_cost: number;
}

const PROVINCES = ['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'];
const STATES = (
	'AL AK AZ AR CA CO CT DC DE FL GA HI IA ID IL IN KS KY LA MA MD ME MI MN MO MS MT ' +
	'NC ND NE NH NJ NM NV NY OH OK OR PA RI SC SD TN TX UT VA VT WA WI WV WY'
).split(' ');
let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});

const search = async (body: object = {}) =>
	(await callFunction<{ numbers: Available[] }>(sandbox, 'search-phone-numbers', body)).body.numbers;
const areaCodeOf = ({ phone_number: number }: Available) => number.slice(2, 5);
const regionsOf = (numbers: Available[]) => [...new Set(numbers.map(({ region }) => region))];

describe('2 available number', () => {
	it('has every field, and nothing more', async () => {
		for (const number of [
			...(await search({ limit: 75 })),
			...(await search({ numberType: 'tollFree' })),
			...(await search({ country: 'CA' })),
		]) {
			expect(number).toEqual({
				phone_number: expect.stringMatching(/^\+1\d{10}$/),
				friendly_name: expect.stringMatching(/^\(\d{3}\) \d{3}-\d{4}$/),
				locality: expect.any(String),
				region: expect.any(String),
				capabilities: { voice: expect.any(Boolean), sms: expect.any(Boolean), mms: expect.any(Boolean) },
				monthly_cost: expect.any(Number),
			});
			expect(number.friendly_name.replace(/\D/g, '')).toBe(number.phone_number.slice(2));
			expect(number.phone_number).toMatch(/55501\d\d$/);
		}
	});

	it('is not a number that the account already has', async () => {
		const { numbers } = await sandbox.control('GET', '/numbers');
		for (const own of numbers) {
			const code = own.phone_number.slice(2, 5);
			const numberType = code.startsWith('8') ? 'tollFree' : 'local';
			const found = await search({ area_code: code, numberType, limit: 75 });
			expect(found.length).toBeGreaterThan(0);
			expect(found.map((number) => number.phone_number)).not.toContain(own.phone_number);
		}
	});
});

describe('sections 4 and 8, search-phone-numbers', () => {
	it('answers US numbers by default', async () => {
		for (const body of [{}, { numberType: 'local' }]) {
			const numbers = await search(body);
			expect(numbers).toHaveLength(20);
			for (const region of regionsOf(numbers)) expect(STATES).toContain(region);
		}
	});

	it.each([
		[1, 1],
		[75, 75],
		[76, 75],
	])('answers for limit %d %d numbers, 75 at most', async (limit, count) => {
		const numbers = await search({ area_code: '415', limit });
		expect(numbers).toHaveLength(count);
		expect(new Set(numbers.map((number) => number.phone_number)).size).toBe(count);
	});

	it('takes the area code as area_code and as areaCode', async () => {
		const numbers = await search({ area_code: '212' });
		expect(numbers.map(areaCodeOf)).toEqual(Array(20).fill('212'));
		expect(numbers[0]).toMatchObject({ locality: 'New York', region: 'NY' });
		expect(await search({ areaCode: '212' })).toEqual(numbers);
		expect(await search({ area_code: '212', areaCode: '212' })).toEqual(numbers);
	});

	it('refuses two area codes that differ with 400', async () => {
		const answer = await callFunction(sandbox, 'search-phone-numbers', { area_code: '212', areaCode: '213' });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringMatching(/area_code and areaCode/) });
	});

	it('finds nothing under an area code that does not exist', async () => {
		expect(await search({ area_code: '999' })).toEqual([]);
		expect(await search({ area_code: '800' })).toEqual([]);
	});

	it('knows every US state and Canadian province, and detects a province without its country', async () => {
		for (const state of [...STATES, ...PROVINCES]) {
			const numbers = await search({ state });
			expect([state, regionsOf(numbers)]).toEqual([state, [state]]);
		}
	});

	it('takes codes in any letter case', async () => {
		expect(await search({ state: 'on' })).toEqual(await search({ state: 'ON' }));
		expect(await search({ country: 'ca' })).toEqual(await search({ country: 'CA' }));
	});

	it('knows more than 40 major US and Canadian cities', async () => {
		expect(CITIES.length).toBeGreaterThan(40);
		for (const { name, region } of CITIES) {
			const numbers = await search({ city: name.toLowerCase() });
			const places = new Set(numbers.map((number) => `${number.locality}, ${number.region}`));
			expect([numbers.length, places]).toEqual([20, new Set([`${name}, ${region}`])]);
		}
	});

	it('knows a city however its name is spelt', async () => {
		for (const city of ['MONTREAL', 'montréal', 'St Louis', 'st. louis']) {
			expect([city, (await search({ city })).length]).toEqual([city, 20]);
		}
	});

	it('does not mistake a state for the city of the same name', async () => {
		expect(regionsOf(await search({ city: 'Washington' }))).toEqual(['DC']);
		const codes = new Set((await search({ city: 'New York', limit: 75 })).map(areaCodeOf));
		expect(codes).toContain('212');
		expect(codes).not.toContain('518');
	});

	it('finds nothing in a city that it does not know', async () => {
		expect(await search({ city: 'Atlantis' })).toEqual([]);
	});

	it('filters by country', async () => {
		for (const region of regionsOf(await search({ country: 'CA', limit: 75 }))) {
			expect(PROVINCES).toContain(region);
		}
		for (const region of regionsOf(await search({ country: 'US', limit: 75 }))) {
			expect(STATES).toContain(region);
		}
		expect(await search({ country: 'CA', state: 'ON' })).toEqual(await search({ state: 'ON' }));
		expect(await search({ country: 'US', state: 'ON' })).toEqual([]);
		expect(await search({ country: 'CA', area_code: '212' })).toEqual([]);
		expect(await search({ country: 'US', city: 'Toronto' })).toEqual([]);
		expect(await search({ country: 'DE' })).toEqual([]);
	});

	it.each([
		['415', { area_code: '415' }],
		['toronto', { city: 'Toronto' }],
		['bc', { state: 'BC' }],
		['Canada', { country: 'CA' }],
		[' USA ', {}],
	])('understands the query "%s" as %j', async (query, same) => {
		const numbers = await search({ query });
		expect(numbers).toHaveLength(20);
		expect(numbers).toEqual(await search(same));
	});

	it('finds nothing for a query that it does not understand', async () => {
		expect(await search({ query: 'somewhere nice' })).toEqual([]);
		expect(await search({ query: 'canada', country: 'US' })).toEqual([]);
	});

	it('finds toll-free numbers, by their code too, from both countries and in no place', async () => {
		const numbers = await search({ numberType: 'tollFree', limit: 75 });
		expect(numbers).toHaveLength(75);
		for (const number of numbers) expect(areaCodeOf(number)).toMatch(/^8(00|33|44|55|66|77|88)$/);
		const coded = await search({ numberType: 'tollFree', area_code: '888' });
		expect(new Set(coded.map(areaCodeOf))).toEqual(new Set(['888']));
		expect(await search({ numberType: 'tollFree', query: 'canada' })).toHaveLength(20);
		expect(await search({ numberType: 'tollFree', country: 'DE' })).toEqual([]);
		expect(await search({ numberType: 'tollFree', area_code: '415' })).toEqual([]);
		expect(await search({ numberType: 'tollFree', state: 'CA' })).toEqual([]);
		expect(await search({ numberType: 'tollFree', city: 'Boston' })).toEqual([]);
	});

	it.each([
		[{ areaCode: '212', query: '212' }, 'area_code and query'],
		[{ city: 'Boston', query: 'usa', state: 'MA' }, 'state and city and query'],
	])('refuses several criteria, %j, with 400, naming them', async (body, names) => {
		const answer = await callFunction(sandbox, 'search-phone-numbers', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringContaining(`not ${names}`) });
	});
});
