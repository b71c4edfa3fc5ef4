import { e164, readCountryCode, readPhoneNumber } from '../../../../../nodes/shared/parameters/phoneNumber';
import { withoutFormatting } from '../../../../../nodes/shared/wire/listedNumber';
import { refusalOf } from '../../VoiceAgent/support/refusal';

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
		['+1\u00a0415\u202f555\u20110123', '14155550123'],
		['\u202a+14155550123\u202c', '14155550123'],
		['\u200e14155550123\ufeff', '14155550123'],
		['+1415\u200b555\u20600123', '14155550123'],
	])('reads %s', (typed, digits) => {
		expect(e164(typed, { withoutPlus: true })).toBe(digits && `+${digits}`);
	});

	it('keeps the plus of a number it only cleans', () => {
		expect(withoutFormatting('+1 415-555 0123')).toBe('+14155550123');
	});
});

describe('readPhoneNumber', () => {
	const read = (value: unknown) => readPhoneNumber(value, 'Recipient', '14155550123', { withoutPlus: true });

	it.each(['+1 415 555 0123', '0014155550123', '14155550123', 14155550123])('takes %j', (value) => {
		expect(read(value)).toBe('+14155550123');
	});

	it.each([
		'(415) 555-0123',
		'+44 (0)20 7946 0018',
		'+44 ( 0 ) 20 7946 0018',
		'020 7946 0018',
		'1 415 555 0123',
		{},
	])('refuses %j with an example instead of guessing a country', (value) => {
		expect(refusalOf(() => read(value))).toMatch(
			/^Recipient ".*" is not a phone number with its country code\. Enter .*e\.g\. 14155550123\.$/,
		);
	});

	it.each([undefined, null, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Recipient is empty\. /);
	});
});

it.each(['+44', '0044', '44', ' +44 ', 44])('reads the country code %j', (value) => {
	expect(readCountryCode(value, 'Default Country Code')).toBe('44');
});
