import { bodyOf, refusedBy } from '../../../../support/plan-operation';

describe('Phone Number > Search Available', () => {
	it.each([
		[{ searchBy: 'areaCode', areaCode: 415 }, { area_code: '415' }],
		[{ searchBy: 'areaCode', areaCode: '٤١٥' }, { area_code: '415' }],
		[{ searchBy: 'state', state: 'ca' }, { state: 'CA' }],
		[{ searchBy: 'city', city: 'Oakland' }, { city: 'Oakland' }],
		[{ searchBy: 'query', query: 'canada' }, { query: 'canada' }],
		[{ searchBy: 'any', options: { country: 'ca' } }, { country: 'CA' }],
		[{ searchBy: 'any', limit: 75 }, { limit: 75 }],
	])('asks for %j', async (parameters, body) => {
		expect(await bodyOf('phoneNumber:search', parameters)).toEqual({
			numberType: 'local',
			limit: 50,
			...body,
		});
	});

	it.each([
		[{ searchBy: 'zip' }, /^'Search By' "zip" is not one of its options/],
		[{ searchBy: 'areaCode', areaCode: '41' }, /^'Area Code' "41" is not an area code/],
		[{ searchBy: 'areaCode', areaCode: '4155' }, /^'Area Code' "4155" is not an area code/],
		[{ searchBy: 'state', state: 'Cal' }, /^'State or Province' "Cal" is not a code of two letters/],
		[{ searchBy: 'any', limit: 76 }, /^'Limit' "76" is not a whole number from 1 to 75/],
		[{ searchBy: 'any', options: { country: 'USA' } }, /^'Country' "USA" is not a country code/],
	])('refuses %j', async (parameters, words) => {
		expect(await refusedBy('phoneNumber:search', parameters)).toMatch(words);
	});
});
