import { sortOut } from '../../../../../../nodes/VoiceAgent/operations/batchCall/recipients';

describe('sortOut', () => {
	it('writes numbers in E.164 and keeps names, in the order given', () => {
		const entries = [
			{ phone_number: ' +1 (415) 555-0123 ', name: ' Ada ' },
			{ phone_number: '+49.30/555-0100', name: '' },
		];
		expect(sortOut(entries)).toEqual({
			recipients: [{ phone_number: '+14155550123', name: 'Ada' }, { phone_number: '+49305550100' }],
			rejected: [],
			duplicates: 0,
		});
	});

	it('calls nobody twice, however the number is written', () => {
		const entries = [
			{ phone_number: '+14155550123', name: 'first' },
			{ phone_number: '+1 415 555 0123', name: 'second' },
		];
		expect(sortOut(entries)).toMatchObject({ recipients: [{ name: 'first' }], duplicates: 1 });
	});

	it.each([
		[undefined, /missing/],
		['4155550123', /\+ and a country code/],
		[4155550123, /\+ and a country code/],
		['0041 44 555 01 00', /\+ and a country code/],
		['+0415555012', /not a phone number/],
		['+1415', /not a phone number/],
		['+1415555012345678', /not a phone number/],
		['+1415CALLME', /not a phone number/],
	])('never guesses what %j means', (phone_number, reason) => {
		const { recipients, rejected } = sortOut([{ phone_number }]);
		expect(recipients).toEqual([]);
		expect(rejected).toEqual([
			expect.objectContaining({ position: 1, reason: expect.stringMatching(reason) }),
		]);
	});
});
