import { requireValid } from '../../../../nodes/parameters/invalidParameterError';
import {
	parseCallingCode,
	parseE164Value,
	parseNumberOrIdValue,
} from '../../../../nodes/parameters/parseValue';
import { refusalOf } from '../../../support/refusal';

describe('parseE164Value', () => {
	const read = (value: unknown) =>
		requireValid(
			parseE164Value(value, { placeholder: '14155550123' }, { acceptsMissingPlus: true }),
			'Recipient',
		);

	it.each([
		'+1 415 555 0123',
		'0014155550123',
		'14155550123',
		14155550123,
		'+١ ٤١٥ ٥٥٥ ٠١٢٣',
		'१ ४१५ ५५५ ०१२३',
	])('takes %j', (value) => {
		expect(read(value)).toBe('+14155550123');
	});

	it('says why it is none, with an example', () => {
		expect(refusalOf(() => read('+1415555'))).toBe(
			'Recipient "+1415555" is not a phone number with its country code. It is too short for +1 (United States): 6 digits without the country code instead of 10 digits. Enter the number with its country code, e.g. 14155550123.',
		);
	});

	it.each([undefined, null, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Recipient is empty\. /);
	});
});

it.each(['+44', '0044', '44', ' +44 ', 44, '۰۰۴۴'])('reads the country code %j', (value) => {
	expect(parseCallingCode(value)).toEqual({ ok: true, value: '44' });
});

describe('parseNumberOrIdValue', () => {
	const read = (value: unknown) => requireValid(parseNumberOrIdValue(value), "'Contact Number'");

	it.each([
		['+1 (415) 555-0123', '+14155550123'],
		['0049 151 23456789', '+4915123456789'],
		['49 151 23456789', '4915123456789'],
		['14155550123.0', '14155550123'],
		[106540352242922, '106540352242922'],
		['٤٩١٥١٢٣٤٥٦٧٨٩', '4915123456789'],
	])('takes %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each(['ACME', '+', '1415555O123', '14155550123/4'])('refuses %j', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^'Contact Number' ".+" is not a phone number\. Enter /);
	});

	it.each([undefined, ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^'Contact Number' is empty\. Enter /);
	});

	it('refuses a number that JavaScript has rounded', () => {
		expect(refusalOf(() => read(2 ** 53))).toMatch(
			/^'Contact Number' is a number with more digits than JavaScript keeps\. Write it as text/,
		);
		expect(read(2 ** 53 - 1)).toBe('9007199254740991');
	});

	it('refuses a list', () => {
		expect(refusalOf(() => read(['1']))).toMatch(/is a list, not text/);
	});
});
