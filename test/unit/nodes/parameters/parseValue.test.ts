import { type INodePropertyTypeOptions, tryToParseDateTime } from 'n8n-workflow';

import {
	hasNoValue,
	toPlainText,
	parseTextValue,
	parseBooleanValue,
	parseIntegerValue,
	parseNumberValue,
	parseChoiceValue,
	parseDateTimeValue,
	parseUrlValue,
	parseIdValue,
} from '../../../../nodes/parameters/parseValue';
import { type ParsedValue, quote, requireValid } from '../../../../nodes/parameters/invalidParameterError';
import { refusalOf } from '../../../support/refusal';

it('counts neither an empty text nor false nor 0 as no value', () => {
	expect([undefined, null].map(hasNoValue)).toEqual([true, true]);
	expect(['', false, 0, [], {}].filter(hasNoValue)).toEqual([]);
});

it.each([
	[1.5, '"1.5"'],
	['+1415\u200b5', '"+1415\\u200b5"'],
	[{ a: 1 }, '"{"a":1}"'],
	['x'.repeat(60), `"${'x'.repeat(60)}"`],
	['x'.repeat(61), `"${'x'.repeat(60)}..."`],
])('quotes %j', (value, text) => {
	expect(quote(value)).toBe(text);
});

const NO_TIME = tryToParseDateTime('2026-05-31').setZone('nowhere');

it.each([
	['  Ada\n', 'Ada'],
	[0, '0'],
	[false, 'false'],
	[undefined, ''],
	[null, ''],
	[{ a: 1 }, '{"a":1}'],
	[{ __rl: true, mode: 'id', value: ' a-1 ' }, 'a-1'],
	[{ __rl: true, mode: 'list', value: null }, ''],
	[tryToParseDateTime('2026-05-31T14:00:00', 'utc'), '2026-05-31T14:00:00.000Z'],
	[NO_TIME, ''],
	[new Date('2026-05-31T14:00:00Z'), '2026-05-31T14:00:00.000Z'],
	[new Date(NaN), ''],
])('makes of %p the text %j', (value, text) => {
	expect(toPlainText(value)).toBe(text);
});

it.each([7, true, null, undefined, new Date(0), { __rl: true, mode: 'id', value: ' a-1 ' }])(
	'takes %p for a text',
	(value) => {
		expect(parseTextValue(value)).toEqual({ ok: true, value: toPlainText(value) });
	},
);

const METHODS = ['GET', 'POST'].map((value) => ({ name: value, value }));
const DAYS = [
	{ name: 'Monday', value: 1 },
	{ name: 'Sunday', value: 0 },
];

/** How a field is read. */
const PARSERS = {
	text: parseTextValue,
	switch: parseBooleanValue,
	number: (value: unknown) => parseNumberValue(value, { typeOptions: { minValue: 1, maxValue: 72 } }),
	integer: (value: unknown) => parseIntegerValue(value, { typeOptions: { minValue: 1, maxValue: 100 } }),
	method: (value: unknown) => parseChoiceValue(value, { options: METHODS }),
	day: (value: unknown) => parseChoiceValue(value, { options: DAYS }),
	time: (value: unknown) => parseDateTimeValue(value, 'Europe/Zurich'),
	url: (value: unknown) => parseUrlValue(value, { placeholder: 'e.g. https://example.com/thank-you' }),
	id: (value: unknown) => parseIdValue(value, { hint: 'Enter the ID of a skill.' }),
};
type Kind = keyof typeof PARSERS;

const read = (kind: Kind, value: unknown) =>
	requireValid<unknown>(PARSERS[kind](value) as ParsedValue<unknown>, 'Field');

it.each<[Kind, unknown, unknown]>([
	...[true, 'TRUE', ' True\n', 1, '1'].map((given): [Kind, unknown, unknown] => ['switch', given, true]),
	...[false, ' False\t', 0, ' 0 '].map((given): [Kind, unknown, unknown] => ['switch', given, false]),
	['number', 1, 1],
	['number', 1.5, 1.5],
	['number', ' 72 ', 72],
	['number', '٢.٥', 2.5],
	['integer', 1, 1],
	['integer', ' 50 ', 50],
	['integer', '+7', 7],
	['integer', '२۰', 20],
	['integer', 100, 100],
	['method', ' POST ', 'POST'],
	['day', 0, '0'],
	['day', '1', '1'],
	['time', '2026-05-31', '2026-05-30T22:00:00.000Z'],
	['time', '2026-05-31T14:00', '2026-05-31T12:00:00.000Z'],
	['time', '2026-05-31T14:00:00Z', '2026-05-31T14:00:00.000Z'],
	['time', '2026-05-31 14:00:00 +02:00', '2026-05-31T12:00:00.000Z'],
	['time', '2026-05-31T14:00:00.123456-0400', '2026-05-31T18:00:00.123Z'],
	['time', '2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
	['time', '1780236000000', '2026-05-31T14:00:00.000Z'],
	['time', '٢٠٢٦-٠٥-٣١ ١٤:٠٠Z', '2026-05-31T14:00:00.000Z'],
	['time', 1780236000000, '2026-05-31T14:00:00.000Z'],
	['time', new Date('2026-05-31T14:00:00Z'), '2026-05-31T14:00:00.000Z'],
	['time', tryToParseDateTime('2026-05-31T14:00:00', 'Asia/Tokyo'), '2026-05-31T05:00:00.000Z'],
	['url', ' https://example.com ', 'https://example.com'],
	['url', 'http://127.0.0.1:8080/a?b=c#d', 'http://127.0.0.1:8080/a?b=c#d'],
	['id', '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90', '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90'],
	['id', '\u200b sk_1 \u2060', 'sk_1'],
	['id', 106540352242922, '106540352242922'],
	['id', { __rl: true, mode: 'list', value: 'a-1' }, 'a-1'],
])('reads as a %s %p', (kind, given, value) => {
	expect(read(kind, given)).toBe(value);
});

it.each<[Kind, RegExp, unknown[]]>([
	['text', /^Field ".*" is a list, not text\. /, [[1, 2]]],
	['text', /is an object, not text\. /, [{ a: 1 }, { toISO: '' }, { __rl: true, mode: 'id', value: ['a'] }]],
	[
		'switch',
		/^Field ".*" is neither true nor false\. Turn the switch on or off/,
		['yes', 'on', '', 'truee', 2, -1, NaN, [true], {}, 'constructor'],
	],
	[
		'number',
		/^Field ".*" is not a number from 1 to 72\. Enter a number from 1 to 72\.$/,
		['abc', 0.99, 72.01, '1,5', '.5', '1.', '1e1', '0x10', '5 h', NaN, Infinity, true, [5]],
	],
	[
		'integer',
		/^Field ".*" is not a whole number from 1 to 100\. Enter a whole number from 1 to 100\.$/,
		['abc', 0, 101, 1.5, '1.5', '1e2', '0x10', '5 items', '1,000', Infinity, true, [5]],
	],
	[
		'method',
		/^Field ".*" is not one of its options\. .*one of: GET, POST\.$/,
		['get', 'HEAD', 'GET,POST', ['GET'], true],
	],
	[
		'time',
		/^Field ".*" is not a date and time\. .*2026-05-31T14:00:00/,
		['05/06/2026', '5', 2026, 1780236000, 20260531140000, 'tomorrow', '2026-02-31', '14:00', true, {}],
	],
	['time', /is not a date and time/, ['2026-02-30T10:00:00Z', '2026-05-31T25:00', '2026-05-31T14:61']],
	[
		'url',
		/^Field ".*" is not a web address\. Enter a full address, e\.g\. https:\/\/example\.com\/thank-you\.$/,
		['example.com', 'https://', 'https://a b.com', 'https://example.com:port', 'javascript:x', {}],
	],
	[
		// It could lead elsewhere in a path.
		'id',
		/^Field ".*" is not an ID\. An ID has only letters, digits, - and _\. Enter the ID of a skill\.$/,
		['..', '.', 'a/b', 'a?b', 'a#b', '%2e%2e', 'a b', 'a.b', 'é', 'a\\b', {}, ['a']],
	],
])('refuses as a %s, with %s: %j', (kind, words, values) => {
	for (const value of values) expect(refusalOf(() => read(kind, value))).toMatch(words);
});

it.each<[Kind, unknown[]]>([
	['number', ['']],
	['integer', [' ']],
	['method', ['  ']],
	['time', ['', new Date(NaN), NO_TIME]],
	['url', [' ']],
	['id', [' ', { __rl: true, mode: 'list', value: '' }]],
])('refuses an empty %s, and one without a value', (kind, values) => {
	for (const value of [undefined, null, ...values]) {
		expect(refusalOf(() => read(kind, value))).toMatch(/^Field is empty\. /);
	}
});

it.each([undefined, null])('refuses a switch whose expression gives %p', (value) => {
	expect(refusalOf(() => read('switch', value))).toMatch(/^Field has no value\. /);
});

it.each<[INodePropertyTypeOptions, number, string]>([
	[{ minValue: 0 }, 1e12, 'a whole number of at least 0.'],
	[{ maxValue: 5 }, -3, 'a whole number of at most 5.'],
	[{}, -7, 'a whole number.'],
])('names the range of %j, which has no other end', (typeOptions, number, words) => {
	expect(parseIntegerValue(number, { typeOptions })).toEqual({ ok: true, value: number });
	expect(parseIntegerValue('x', { typeOptions })).toEqual({
		ok: false,
		problem: { fault: `"x" is not ${words.slice(0, -1)}`, advice: `Enter ${words}` },
	});
});

it('refuses a number with more digits than a computer counts with', () => {
	for (const parse of [parseNumberValue, parseIntegerValue]) {
		expect(parse('9007199254740993')).toMatchObject({ ok: false });
	}
});

it('refuses an ID that JavaScript has rounded', () => {
	expect(refusalOf(() => read('id', 2 ** 53))).toMatch(
		/^Field is a number with more digits than JavaScript keeps\. /,
	);
	expect(read('id', 2 ** 53 - 1)).toBe('9007199254740991');
});

it('quotes no value of a field that holds a secret', () => {
	const given = ['s3cret'];
	expect(parseTextValue(given)).toMatchObject({ problem: { fault: '"["s3cret"]" is a list, not text' } });
	expect(parseTextValue(given, { typeOptions: { password: true } })).toMatchObject({
		problem: { fault: 'is a list, not text' },
	});
});
