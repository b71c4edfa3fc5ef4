import { isRecord, parseJson, parseStorableJson } from '../../../../../nodes/shared/text/json';

it.each([
	[{}, true],
	[Object.create(null), true],
	[[], false],
	[null, false],
	[undefined, false],
	['{}', false],
	[5, false],
])('knows whether %j is a record', (value, answer) => {
	expect(isRecord(value)).toBe(answer);
});

it.each([
	['{"a":[1]}', { a: [1] }],
	['null', null],
	['{', undefined],
	['', undefined],
	['<html>', undefined],
])('parses %j', (text, value) => {
	expect(parseJson(text)).toEqual(value);
});

const nested = (open: string, close: string, levels: number) =>
	`${open.repeat(levels)}${close.repeat(levels)}`;

it.each([
	['lists', '[', ']'],
	['objects', '{"a":', '}'],
])('stores %s that are nested 501 deep, and none that are deeper', (_, open, close) => {
	const text = (levels: number) =>
		open === '[' ? nested(open, close, levels) : `${open.repeat(levels - 1)}{}${close.repeat(levels - 1)}`;
	expect(parseStorableJson(text(501))).toEqual(JSON.parse(text(501)));
	expect(parseStorableJson(text(502))).toBeUndefined();
	expect(parseStorableJson(`[[1], ${text(501)}]`)).toBeUndefined();
});

it('does not recurse into what is nested a hundred thousand deep', () => {
	expect(parseStorableJson(nested('[', ']', 100_000))).toBeUndefined();
});

it.each(['1', '"text"', 'null', '[]', '{}'])('stores %s', (text) => {
	expect(parseStorableJson(text)).toEqual(JSON.parse(text));
});
