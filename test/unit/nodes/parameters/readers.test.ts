import { tryToParseDateTime } from 'n8n-workflow';

import {
	hasNoValue,
	readText,
	readTextField,
	readBoolean,
	readInteger,
	readNumber,
	type Bounds,
	readChoice,
	readDateTime,
	readUrl,
	readId,
} from '../../../../nodes/parameters/readers';
import { quote } from '../../../../nodes/parameters/invalidParameterError';
import { refusalOf } from '../../../support/refusal';

describe('value', () => {
	it('counts neither an empty text nor false nor 0 as no value', () => {
		expect([undefined, null, '', false, 0, [], {}].map(hasNoValue)).toEqual([
			true,
			true,
			...Array.from({ length: 5 }, () => false),
		]);
	});

	it.each([
		['abc', '"abc"'],
		[1.5, '"1.5"'],
		[NaN, '"NaN"'],
		['+1415\u200b5', '"+1415\\u200b5"'],
		[{ a: 1 }, '"{"a":1}"'],
		[[1], '"[1]"'],
		['x'.repeat(60), `"${'x'.repeat(60)}"`],
		['x'.repeat(61), `"${'x'.repeat(60)}..."`],
	])('quotes %j', (value, text) => {
		expect(quote(value)).toBe(text);
	});
});

describe('text', () => {
	describe('readText', () => {
		it.each([
			['  Ada\n', 'Ada'],
			[0, '0'],
			[false, 'false'],
			[undefined, ''],
			[null, ''],
			['', ''],
			[{ a: 1 }, '{"a":1}'],
			[[1, 2], '[1,2]'],
			[{ __rl: true, mode: 'id', value: ' a-1 ' }, 'a-1'],
			[{ __rl: true, mode: 'list', value: null }, ''],
			[tryToParseDateTime('2026-05-31T14:00:00', 'utc'), '2026-05-31T14:00:00.000Z'],
			[tryToParseDateTime('2026-05-31').setZone('nowhere'), ''],
			[new Date('2026-05-31T14:00:00Z'), '2026-05-31T14:00:00.000Z'],
			[new Date(NaN), ''],
		])('makes of %p %j', (value, text) => {
			expect(readText(value)).toBe(text);
		});
	});

	describe('readTextField', () => {
		it.each(['Ada', 7, true, undefined, new Date('2026-05-31T14:00:00Z'), tryToParseDateTime('2026-05-31')])(
			'takes %p',
			(value) => {
				expect(readTextField(value, 'Message')).toBe(readText(value));
			},
		);

		it('takes nothing, and the value of a resource locator', () => {
			expect(readTextField(null, 'Message')).toBe('');
			expect(readTextField({ __rl: true, mode: 'id', value: ' a-1 ' }, 'Message')).toBe('a-1');
		});

		it.each<[unknown, string]>([
			[[1, 2], 'a list'],
			[[], 'a list'],
			[{ a: 1 }, 'an object'],
			[{}, 'an object'],
			[{ toISO: '2026-05-31' }, 'an object'],
			[{ __rl: true, mode: 'id', value: ['a'] }, 'an object'],
		])('refuses %j as %s', (value, what) => {
			expect(refusalOf(() => readTextField(value, 'Message'))).toMatch(
				new RegExp(`^Message ".*" is ${what}, not text\\. `),
			);
		});
	});
});

describe('boolean', () => {
	describe('readBoolean', () => {
		it.each([true, 'true', 'TRUE', ' True\n', 1, '1'])('takes %j for true', (value) => {
			expect(readBoolean(value, 'Preview Only')).toBe(true);
		});

		it.each([false, 'false', 'FALSE', ' False\t', 0, '0', ' 0 '])('takes %j for false', (value) => {
			expect(readBoolean(value, 'Preview Only')).toBe(false);
		});

		it.each(['yes', 'no', 'on', '', ' ', 'truee', '2', 2, -1, NaN, [], [true], {}, 'constructor'])(
			'refuses %j by the name of the switch',
			(value) => {
				expect(refusalOf(() => readBoolean(value, 'Preview Only'))).toMatch(
					/^Preview Only ".*" is neither true nor false\. Turn the switch on or off/,
				);
			},
		);

		it.each([undefined, null])('refuses an expression that gives %p', (value) => {
			expect(refusalOf(() => readBoolean(value, 'Preview Only'))).toMatch(/^Preview Only has no value\. /);
		});
	});
});

describe('number', () => {
	const read = (value: unknown, bounds: Bounds = { minValue: 1, maxValue: 72 }) =>
		readNumber(value, 'Hours', bounds);

	it.each([
		[1, 1],
		[1.5, 1.5],
		[' 71.25 ', 71.25],
		['72', 72],
	])('takes %j', (value, number) => {
		expect(read(value)).toBe(number);
	});

	it.each(['abc', 0, 0.99, 72.01, -1, '1,5', '.5', '1.', '1e1', '0x10', '5 h', NaN, Infinity, true, [5], {}])(
		'refuses %j with the range of the panel',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Hours ".*" is not a number from 1 to 72\. Enter a number from 1 to 72\.$/,
			);
		},
	);

	it('refuses one that has more digits than a computer counts with', () => {
		expect(refusalOf(() => read('9007199254740993', {}))).toMatch(/is not a number\. Enter a number\.$/);
	});

	it.each(['', undefined, null])('names an empty one: %j', (value) => {
		expect(refusalOf(() => read(value))).toMatch(/^Hours is empty/);
	});
});

describe('integer', () => {
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

		it.each<[Bounds, number]>([
			[{ maxValue: 5 }, -3],
			[{ minValue: 0 }, 1e12],
			[{}, -7],
		])('has no end where %j names none', (bounds, number) => {
			expect(read(number, bounds)).toBe(number);
		});

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
			[{ minValue: 0 }, 'a whole number of at least 0.'],
			[{ maxValue: 5 }, 'a whole number of at most 5.'],
			[{}, 'a whole number.'],
		])('names the range of %j', (bounds, words) => {
			expect(refusalOf(() => read('x', bounds))).toBe(`Limit "x" is not ${words} Enter ${words}`);
		});
	});
});

describe('choice', () => {
	const METHODS = ['GET', 'POST'].map((value) => ({ name: value, value }));
	const DAYS = [
		{ name: 'Monday', value: 1 },
		{ name: 'Sunday', value: 0 },
	];

	describe('readChoice', () => {
		it.each([
			['GET', METHODS, 'GET'],
			[' POST ', METHODS, 'POST'],
			[0, DAYS, 0],
			['1', DAYS, 1],
		])('finds %j in its list', (value, choices, found) => {
			expect(readChoice<string | number>(value, 'Choice', choices)).toBe(found);
		});

		it.each(['get', 'HEAD', 'GET,POST', ['GET', 'POST'], {}, true])(
			'refuses %j and lists what there is',
			(value) => {
				expect(refusalOf(() => readChoice(value, 'HTTP Method', METHODS))).toMatch(
					/^HTTP Method ".*" is not one of its options\. .*one of: GET, POST\.$/,
				);
			},
		);

		it.each([undefined, null, '', '  '])('refuses %j as empty', (value) => {
			expect(refusalOf(() => readChoice(value, 'HTTP Method', METHODS))).toMatch(/^HTTP Method is empty\. /);
		});
	});
});

describe('dateTime', () => {
	const read = (value: unknown) => readDateTime(value, 'After', 'Europe/Zurich');

	describe('readDateTime', () => {
		it.each([
			['2026-05-31', '2026-05-30T22:00:00.000Z'],
			['2026-05-31T14:00', '2026-05-31T12:00:00.000Z'],
			['2026-05-31 14:00:00', '2026-05-31T12:00:00.000Z'],
			['2026-05-31T14:00:00Z', '2026-05-31T14:00:00.000Z'],
			['2026-05-31T14:00:00 Z', '2026-05-31T14:00:00.000Z'],
			['2026-05-31 14:00:00 +02:00', '2026-05-31T12:00:00.000Z'],
			['2026-05-31T14:00:00.123456-0400', '2026-05-31T18:00:00.123Z'],
			['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
			[1780236000000, '2026-05-31T14:00:00.000Z'],
			['1780236000000', '2026-05-31T14:00:00.000Z'],
			[new Date('2026-05-31T14:00:00Z'), '2026-05-31T14:00:00.000Z'],
			[tryToParseDateTime('2026-05-31T14:00:00', 'Asia/Tokyo'), '2026-05-31T05:00:00.000Z'],
		])('takes %p', (value, utc) => {
			expect(read(value)).toBe(utc);
		});

		it.each([
			'05/06/2026',
			'5',
			5,
			2026,
			1780236000,
			202605311400,
			20260531140000,
			'20260531',
			'tomorrow',
			'31 May 2026',
			'2026-5-31',
			'2026-02-31',
			'2026-02-30T10:00:00Z',
			'2026-13-01',
			'2026-05-31T25:00',
			'2026-05-31T14:61',
			'2026-W22',
			'14:00',
			true,
			[],
			{ year: 2026 },
		])('refuses %j instead of guessing', (value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^After ".*" is not a date and time\. .*2026-05-31T14:00:00/,
			);
		});

		it.each([undefined, null, '', ' ', new Date(NaN), tryToParseDateTime('2026-05-31').setZone('nowhere')])(
			'refuses %p as empty',
			(value) => {
				expect(refusalOf(() => read(value))).toMatch(/^After is empty\. /);
			},
		);
	});
});

describe('url', () => {
	const read = (value: unknown) => readUrl(value, 'Success URL', 'https://example.com/thank-you');

	describe('readUrl', () => {
		it.each(['https://example.com', 'http://127.0.0.1:8080/a?b=c#d', 'HTTPS://EXAMPLE.COM/', 'http://a'])(
			'takes %s',
			(url) => {
				expect(read(` ${url} `)).toBe(url);
			},
		);

		it.each([
			'example.com',
			'ftp://example.com',
			'https://',
			'https:///x',
			'https://a b.com',
			'https://example.com/a b',
			'https://example.com:port',
			'xhttps://example.com',
			'javascript:x',
			{},
		])('refuses %j with an example', (value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Success URL ".*" is not a web address\. Enter a full address, e\.g\. https:\/\/example\.com\/thank-you\.$/,
			);
		});

		it.each([undefined, null, ' '])('refuses %j as empty', (value) => {
			expect(refusalOf(() => read(value))).toMatch(/^Success URL is empty\. /);
		});
	});
});

describe('id', () => {
	const read = (value: unknown) => readId(value, 'Skill ID', 'Enter the ID of a skill.');

	describe('readId', () => {
		it.each([
			['0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90', '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90'],
			[' sk_1\n', 'sk_1'],
			['\u200bsk_\u20601\u00a0', 'sk_1'],
			['\u200b sk_1 \u2060', 'sk_1'],
			[106540352242922, '106540352242922'],
			[{ __rl: true, mode: 'list', value: 'a-1' }, 'a-1'],
		])('takes %j', (value, id) => {
			expect(read(value)).toBe(id);
		});

		it.each(['..', '.', 'a/b', '../x', 'a?b', 'a#b', '%2e%2e', 'a b', 'a.b', 'é', 'a\\b', {}, ['a']])(
			'refuses %j, which could lead elsewhere in a path',
			(value) => {
				expect(refusalOf(() => read(value))).toMatch(
					/^Skill ID ".*" is not an ID\. An ID has only letters, digits, - and _\. Enter the ID of a skill\.$/,
				);
			},
		);

		it.each([undefined, null, ' ', { __rl: true, mode: 'list', value: '' }])(
			'refuses %j as empty',
			(value) => {
				expect(refusalOf(() => read(value))).toBe('Skill ID is empty. Enter the ID of a skill.');
			},
		);
	});
});
