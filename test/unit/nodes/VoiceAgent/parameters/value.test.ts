import { hasNoValue, quoted } from '../../../../../nodes/VoiceAgent/parameters/value';

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
	expect(quoted(value)).toBe(text);
});
