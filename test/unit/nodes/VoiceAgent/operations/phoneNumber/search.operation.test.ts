import { bodyOf, refusedBy } from '../../../../../support/plan-operation';

describe('Phone Number > Search Available', () => {
	it.each([
		[{ searchBy: 'areaCode', areaCode: 415 }, { area_code: '415' }],
		[{ searchBy: 'state', state: 'ca' }, { state: 'CA' }],
		[{ searchBy: 'city', city: 'Oakland' }, { city: 'Oakland' }],
		[{ searchBy: 'query', query: 'canada' }, { query: 'canada' }],
		[{ searchBy: 'any', options: { country: 'ca' } }, { country: 'CA' }],
	])('asks for %j', async (parameters, body) => {
		expect(await bodyOf('phoneNumber:search', parameters)).toEqual({
			numberType: 'local',
			limit: 50,
			...body,
		});
	});

	it.each([
		[{ searchBy: 'zip' }, /^'Search By' "zip" is not one of its options/],
		[{ searchBy: undefined as never }, /^The expression in 'Search By' gave no value/],
		[{ searchBy: 'any', numberType: 'mobile' }, /^'Number Type' "mobile" is not one of its options/],
		[{ searchBy: 'areaCode', areaCode: '41' }, /^'Area Code' "41" is not an area code/],
		[{ searchBy: 'any', limit: 76 }, /^'Limit' "76" is not a whole number from 1 to 75/],
		[{ searchBy: 'any', options: { country: 'USA' } }, /^'Country' "USA" is not a country code/],
	])('refuses %j', async (parameters, words) => {
		expect(await refusedBy('phoneNumber:search', parameters)).toMatch(words);
	});
});
