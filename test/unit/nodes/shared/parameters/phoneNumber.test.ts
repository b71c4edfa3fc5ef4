import {
	e164,
	readCountryCode,
	readListedNumber,
	readPhoneNumber,
	toDialledNumber,
} from '../../../../../nodes/shared/parameters/phoneNumber';
import { withoutFormatting } from '../../../../../nodes/shared/wire/listedNumber';
import { refusalOf } from '../../../../support/refusal';

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
		// The region 49 of Brazil, not the country code of Germany.
		['(49) 3321-1234', undefined],
		['', undefined],
		['+1\u00a0415\u202f555\u20110123', '14155550123'],
		['\u202a+14155550123\u202c', '14155550123'],
		['\u200e14155550123\ufeff', '14155550123'],
		['+1415\u200b555\u20600123', '14155550123'],
	])('reads %s', (typed, digits) => {
		expect(e164(typed, { withoutPlus: true })).toBe(digits && `+${digits}`);
	});

	it.each([
		['+1415555', undefined],
		['1415555', undefined],
		['+1 155 555 0123', undefined],
		['+49 0151 23456789', undefined],
		['+881 612 345 678', '+881612345678'],
		['+881612345678x', undefined],
		['+8816123456781234', undefined],
		['8816123456781234', undefined],
		['+999 1234567', '+9991234567'],
		['+7 701 234 56 78', '+77012345678'],
		['+44 1481 960194', '+441481960194'],
	])('asks the numbering plan about %s', (typed, number) => {
		expect(e164(typed, { withoutPlus: true })).toBe(number);
	});

	it.each(['5215512345678', '22587654321', '22997654321'])(
		'takes %s of the chat app as it was before the plan changed, which cannot be dialled any more',
		(number) => {
			expect(e164(number, { withoutPlus: true })).toBe(`+${number}`);
			expect(e164(`+${number}`)).toBeUndefined();
			expect(e164(`${number}1`, { withoutPlus: true })).toBeUndefined();
			expect(e164(number.replace(/^(52|225|229)/, '$19'), { withoutPlus: true })).toBeUndefined();
		},
	);

	it('keeps the plus of a number it only cleans', () => {
		expect(withoutFormatting('+1 415-555 0123')).toBe('+14155550123');
	});
});

it.each([
	['+5215512345678', '+525512345678'],
	['+551187654321', '+5511987654321'],
	['+22997654321', '+2290197654321'],
	// As they are now, of a landline, of another length, or of another country.
	...['+525512345678', '+5511987654321', '+2290197654321', '+551133445566'].map((as) => [as, as]),
	...['+52155123456789', '+521551234567', '+55118765432', '+5511876543211'].map((as) => [as, as]),
	...['+2299765432', '+229976543211', '+1521551234567', '+14155550123'].map((as) => [as, as]),
])('dials the chat-app number %s as %s', (number, dialled) => {
	expect(toDialledNumber(number)).toBe(dialled);
});

describe('readPhoneNumber', () => {
	const read = (value: unknown) => readPhoneNumber(value, 'Recipient', '14155550123', { withoutPlus: true });

	it.each(['+1 415 555 0123', '0014155550123', '14155550123', 14155550123, '1 415 555 0123'])(
		'takes %j',
		(value) => {
			expect(read(value)).toBe('+14155550123');
		},
	);

	it.each([
		['49 151 23456789', '+4915123456789'],
		['49-151/234 567-89', '+4915123456789'],
		['44 (20) 7946 0018', '+442079460018'],
		['351 912 345 678', '+351912345678'],
		['45 20 12 34 56', '+4520123456'],
	])('takes %j, in which the country code stands apart', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each([
		'(415) 555-0123',
		'415-555-0123',
		'501 555 0123',
		'501 5550123',
		'4915 123456789',
		'49 (0)151 23456789',
		'49 0151 23456789',
		'151 23456789',
		'+44 (0)20 7946 0018',
		'+44 ( 0 ) 20 7946 0018',
		'020 7946 0018',
		{},
	])('refuses %j with an example instead of guessing a country', (value) => {
		expect(refusalOf(() => read(value))).toMatch(
			/^Recipient ".*" is not a phone number with its country code\. Enter .*e\.g\. 14155550123\.$/,
		);
	});

	it('names the country that cannot have the number', () => {
		expect(refusalOf(() => read('+1415555'))).toBe(
			'Recipient "+1415555" is not a phone number of the country with the code +1. Enter the number with its country code, e.g. 14155550123.',
		);
	});

	it.each([undefined, null, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Recipient is empty\. /);
	});
});

it.each(['+44', '0044', '44', ' +44 ', 44])('reads the country code %j', (value) => {
	expect(readCountryCode(value, 'Default Country Code')).toBe('44');
});

describe('readListedNumber', () => {
	const read = (value: unknown) => readListedNumber(value, "'Contact Number'");

	it.each([
		['+1 (415) 555-0123', '+14155550123'],
		['0049 151 23456789', '+4915123456789'],
		['49 151 23456789', '4915123456789'],
		[106540352242922, '106540352242922'],
	])('takes %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each(['ACME', '+', '1415555O123'])('refuses %j', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^'Contact Number' ".+" is not a phone number\. Enter /);
	});

	it.each([undefined, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^'Contact Number' is empty\. Enter /);
	});

	it('refuses a list', () => {
		expect(refusalOf(() => read(['1']))).toMatch(/is a list, not a text/);
	});
});
