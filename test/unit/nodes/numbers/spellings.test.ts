import {
	isSameNumber,
	numberSpellings,
	toDialedNumber,
	toChatAppNumber,
} from '../../../../nodes/numbers/spellings';

/** Per person: the number that a phone dials, and the others under which the service may list the same person. */
const PEOPLE: Array<[country: string, dialed: string, ...others: string[]]> = [
	['Mexico', '+525512345678', '5215512345678'],
	['Argentina', '+5491123456700', '541123456700'],
	['Brazil', '+5511987654321', '551187654321'],
	['Benin', '+2290195123456', '22995123456'],
	['Ivory Coast, Orange', '+2250748123456', '22548123456'],
	['Ivory Coast, MTN', '+2250504123456', '22504123456'],
	['Germany', '+4915123456789'],
];

it.each(PEOPLE)('knows a person of %s by each spelling, and by no other', (_, dialed, ...others) => {
	const all = [dialed, ...others].flatMap((number) => [
		toChatAppNumber(number),
		`+${toChatAppNumber(number)}`,
	]);
	for (const one of all) {
		expect(numberSpellings(one)[0]).toBe(one);
		expect(numberSpellings(one).sort()).toEqual([...all].sort());
		for (const other of all) expect([one, other, isSameNumber(one, other)]).toEqual([one, other, true]);
		for (const [, stranger] of PEOPLE) {
			if (stranger !== dialed) expect([one, stranger, isSameNumber(one, stranger)]).toContain(false);
		}
	}
});

it.each(PEOPLE.filter(([country]) => country !== 'Argentina'))(
	'dials a person of %s by the number of today',
	(_, dialed, ...others) => {
		for (const one of [dialed, ...others]) expect(toDialedNumber(`+${toChatAppNumber(one)}`)).toBe(dialed);
	},
);

it.each(['+541123456700', '+5491123456700'])('dials %s in Argentina as it is given', (number) => {
	expect(toDialedNumber(number)).toBe(number);
});

it.each([
	['a landline of Brazil', '+551133334444', '+5511933334444'],
	['an older number of Ivory Coast on another network', '22548123456', '+2250148123456'],
])('tells %s from another number', (_, one, other) => {
	expect(isSameNumber(one, other)).toBe(false);
});

it.each([
	['+14155550123', '14155550123'],
	['+1 (415) 555-0123', '001 415 555 0123'],
	['+14155550123', 14155550123],
	['+14155550123', '14155550123.0'],
	['\u202a+1\u00a0415\u00a0555\u20110123\u202c', '14155550123'],
	['ACME', ' ACME'],
	['CAFE\u0301', 'CAFÉ'],
])('takes %j and %j for the same', (one, other) => {
	expect(isSameNumber(one, other)).toBe(true);
});

it.each([
	['+14155550123', '+14155550124'],
	['ACME', 'BANK'],
	['ACME 24', '24'],
	['ACME', ''],
	['+14155550123', '+14155550123 ext. 5'],
])('tells %j from %j', (one, other) => {
	expect(isSameNumber(one, other)).toBe(false);
});

it('spells a name as it is, and writes a number as the chat app does', () => {
	expect(numberSpellings('ACME 24')).toEqual(['ACME 24']);
	expect(['+55 31 98765-4321', '553187654321', ' ACME '].map(toChatAppNumber)).toEqual([
		'5531987654321',
		'553187654321',
		'ACME',
	]);
});
