import { isSameNumber, numberSpellings } from '../../../../../nodes/shared/wire/comparableNumber';

it.each([
	['+14155550123', '14155550123'],
	['+1 (415) 555-0123', '001 415 555 0123'],
	['+14155550123', 14155550123],
	['\u202a+1\u00a0415\u00a0555\u20110123\u202c', '14155550123'],
	['ACME', ' ACME'],
	['CAFE\u0301', 'CAFÉ'],
])('takes %j and %j for the same', (one, other) => {
	expect(isSameNumber(one, other)).toBe(true);
});

it.each([
	['+14155550123', '+14155550124'],
	['ACME', 'BANK'],
	['ACME 24', 'BANK 24'],
	['ACME 24', '24'],
	['ACME', ''],
	['ACME', undefined],
	['+14155550123', '+14155550123 ext. 5'],
])('tells %j from %j', (one, other) => {
	expect(isSameNumber(one, other)).toBe(false);
});

it.each([
	['+14155550123', ['+14155550123', '14155550123']],
	['14155550123', ['14155550123', '+14155550123']],
	['ACME 24', ['ACME 24']],
])('spells %s as %j', (number, spellings) => {
	expect(numberSpellings(number)).toEqual(spellings);
});
