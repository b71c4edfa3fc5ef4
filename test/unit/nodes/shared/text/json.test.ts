import { isRecord, parseJson } from '../../../../../nodes/shared/text/json';

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
