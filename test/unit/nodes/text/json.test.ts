import { isRecord, parseJson, parseExactJson } from '../../../../nodes/text/json';

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

it.each([
	['9007199254740991', 9007199254740991, '9007199254740991'],
	['9007199254740992', '9007199254740992', '9007199254740992'],
	['940011020088123456', '940011020088123456', '940011020088123456'],
	['123456789012345678.50', '123456789012345678.50', '123456789012345678.50'],
	['1e22', '1e22', '1e22'],
	['1.10', 1.1, '1.10'],
	['52.520006599999995', 52.520006599999995, '52.520006599999995'],
	['2.5e-3', 0.0025, '2.5e-3'],
])('the number %s', (text, held, asWritten) => {
	for (const form of [`${text}`, `[${text}]`, `{"a": ${text} }`]) {
		const place = (value: unknown) => (form === text ? value : form.startsWith('[') ? [value] : { a: value });
		expect(parseExactJson(form)).toEqual(place(held));
		expect(parseExactJson(form, 'asWritten')).toEqual(place(asWritten));
	}
});

it.each([
	['"940011020088123456"', '940011020088123456'],
	['"a\\"940011020088123456\\\\"', 'a"940011020088123456\\'],
	['{"940011020088123456":"\\u0031\\n2"}', { '940011020088123456': '1\n2' }],
	['{"__proto__":{"a":[true,false,null,""]}}', JSON.parse('{"__proto__":{"a":[true,false,null,""]}}')],
])('the digits in a text are no number: %s', (text, value) => {
	expect(parseExactJson(text)).toEqual(value);
	expect(parseExactJson(text, 'asWritten')).toEqual(value);
});

it.each(['', 'hello', '{', '01', '1-2', '[1,]', '"'])('%s is no JSON', (text) => {
	expect(parseExactJson(text)).toBeUndefined();
	expect(parseExactJson(text, 'asWritten')).toBeUndefined();
});

it('reads a long text as quickly as a short one', () => {
	const long = '\\"7'.repeat(1_000_000);
	expect(parseExactJson(`["${long}",940011020088123456]`)).toEqual([
		'"7'.repeat(1_000_000),
		'940011020088123456',
	]);
});
