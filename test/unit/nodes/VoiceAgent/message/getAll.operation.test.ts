import { bodyOf, refusedBy } from '../../../../support/plan-operation';

describe('Message > Get Many', () => {
	it('reads its filters', async () => {
		const filters = {
			afterDate: '2026-05-01',
			beforeDate: 1780236000000,
			direction: 'inbound',
			phoneNumber: '0041 44 555 01 00',
		};
		expect(await bodyOf('message:getAll', { filters })).toEqual({
			after_date: '2026-05-01T00:00:00.000Z',
			before_date: '2026-05-31T14:00:00.000Z',
			direction: 'inbound',
			phone_number: '+41445550100',
		});
	});

	it.each([
		[{ afterDate: '05/06/2026' }, /^'After' "05\/06\/2026" is not a date and time/],
		[{ afterDate: '2026-05-02', beforeDate: '2026-05-01' }, /^'After' must be earlier than 'Before'\. /],
		[{ phoneNumber: 'Ada' }, /^'Phone Number' "Ada" is not a phone number/],
	])('refuses %j', async (filters, words) => {
		expect(await refusedBy('message:getAll', { filters })).toMatch(words);
	});
});
