import { readInteger, type Bounds } from '../../../../../nodes/VoiceAgent/parameters/integer';
import { refusalOf } from '../support/refusal';

const read = (value: unknown, bounds: Bounds = { minValue: 1, maxValue: 100 }) =>
	readInteger(value, 'Limit', bounds);

describe('readInteger', () => {
	it.each([
		[1, 1],
		[100, 100],
		[' 50 ', 50],
		['+7', 7],
		[5.0, 5],
	])('takes %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each(['abc', 0, 101, -1, '0', 1.5, '1.5', '1e2', '0x10', '5 items', '1,000', Infinity, true, [5], {}])(
		'refuses %j with the range of the panel',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Limit ".*" is not a whole number from 1 to 100\. Enter a whole number from 1 to 100\.$/,
			);
		},
	);

	it('quotes a text as it was given', () => {
		expect(refusalOf(() => read('abc'))).toMatch(/^Limit "abc" is not a whole number/);
	});

	it.each([undefined, null, '', ' '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Limit is empty\. /);
	});

	it('refuses what a number cannot hold exactly', () => {
		expect(refusalOf(() => read('9007199254740993', {}))).toMatch(/is not a whole number\. /);
	});

	it.each<[Bounds, string]>([
		[{ minValue: 0 }, 'a whole number from 0 up.'],
		[{ maxValue: 5 }, 'a whole number up to 5.'],
		[{}, 'a whole number.'],
	])('names the range of %j', (bounds, words) => {
		expect(refusalOf(() => read('x', bounds))).toBe(`Limit "x" is not ${words} Enter ${words}`);
	});
});
