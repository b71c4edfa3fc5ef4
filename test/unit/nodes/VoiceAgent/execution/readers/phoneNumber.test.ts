import { e164, withoutFormatting } from '../../../../../../nodes/VoiceAgent/execution/readers/phoneNumber';

describe('e164 of a number that may lack the plus', () => {
	it.each([
		['+1 (415) 555-0123', '14155550123'],
		['14155550123', '14155550123'],
		['+49.30/555 0100', '49305550100'],
		['0301234567', undefined],
		['+0301234567', undefined],
		['123456', undefined],
		['1234567890123456', undefined],
		['++14155550123', undefined],
		['call me', undefined],
		['', undefined],
	])('reads %s', (typed, digits) => {
		expect(e164(typed, { withoutPlus: true })).toBe(digits && `+${digits}`);
	});

	it('keeps the plus of a number it only cleans', () => {
		expect(withoutFormatting('+1 415-555 0123')).toBe('+14155550123');
	});
});
