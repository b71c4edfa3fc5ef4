import { requireValid } from '../../../../nodes/parameters/invalidParameterError';
import { parseJsonList, parseJsonObject } from '../../../../nodes/parameters/jsonObject';
import { refusalOf } from '../../../support/refusal';

const readJsonObject = (value: unknown) => requireValid(parseJsonObject(value), 'Metadata');
const readJsonList = (value: unknown, example: string) =>
	requireValid(parseJsonList(value, example), 'Recipients (JSON)');

describe('json', () => {
	describe('parseJsonObject', () => {
		it.each(['{"order":"A-17"}', ' {"order": "A-17"}\n', '\ufeff{"order":"A-17"}', { order: 'A-17' }])(
			'takes %j',
			(value) => {
				expect(readJsonObject(value)).toEqual({ order: 'A-17' });
			},
		);

		it.each(['', '[]', '"text"', '5', 'null', 'true', [], 5, true, new Date(0)])('refuses %j', (value) => {
			expect(refusalOf(() => readJsonObject(value))).toMatch(
				/^Metadata ".*" is not a JSON object\. Enter names and values in curly brackets/,
			);
		});
	});

	it.each([null, undefined])('says that there is no value for %j', (value) => {
		expect(refusalOf(() => readJsonObject(value))).toMatch(/^Metadata has no value\. Enter names/);
		expect(refusalOf(() => readJsonList(value, '[]'))).toMatch(
			/^Recipients \(JSON\) has no value\. Enter a list/,
		);
	});

	it.each([
		['{"order":1,}', 'expected double-quoted property name in JSON at position 11'],
		['{', "expected property name or '}' in JSON at position 1"],
		['x', "unexpected token 'x'"],
		['{"a":"b\nc"}', 'bad control character in string literal in JSON at position 7'],
		['{"a":\u00a01}', "unexpected token '\\u00a0'"],
	])('says where %j is not JSON', (text, fault) => {
		// Newer versions of Node add the line and the column.
		const reason = `${fault.replace(/[[\]()\\{}]/g, '\\$&')}(?: \\(line 1 column \\d+\\))?`;
		expect(refusalOf(() => readJsonObject(text))).toMatch(
			new RegExp(
				`^Metadata is not valid JSON: ${reason}\\. Enter names and values in curly brackets, e\\.g\\. .+$`,
			),
		);
		expect(refusalOf(() => readJsonList(text, '[]'))).toMatch(
			new RegExp(`^Recipients \\(JSON\\) is not valid JSON: ${reason}\\. `),
		);
	});

	it('refuses a text with more open brackets than the stack of JavaScript has room for', () => {
		expect(refusalOf(() => readJsonObject('['.repeat(20_001)))).toMatch(
			/^Metadata is not valid JSON: unexpected end of JSON input\. Enter names/,
		);
	});

	describe('parseJsonList', () => {
		const read = (value: unknown) => readJsonList(value, '[{ "name": "Ada" }]');

		it.each(['[{"name":"Ada"}]', [{ name: 'Ada' }]])('takes %j', (value) => {
			expect(read(value)).toEqual([{ name: 'Ada' }]);
		});

		it.each(['', '{}', '["Ada"]', '[[]]', '[null]', '"Ada"', { name: 'Ada' }, [1]])('refuses %j', (value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Recipients \(JSON\) ".*" is not a JSON list of objects\. Enter a list, e\.g\. \[\{ "name": "Ada" \}\]\./,
			);
		});
	});
});

it.each(['{"order":940011020088123456}', '{"a":[{"b c":1e400}]}', { order: 2 ** 53 }])(
	'refuses %j, whose number would go out rounded',
	(given) => {
		expect(() => readJsonObject(given)).toThrow(
			'Metadata has a number with more digits than JavaScript keeps',
		);
	},
);

it.each([{ order: '940011020088123456' }, { order: 2 ** 53 - 1 }, { part: 0.1 }, { part: 1.5e-10 }])(
	'takes %j',
	(given) => {
		expect(readJsonObject(JSON.stringify(given))).toEqual(given);
	},
);
