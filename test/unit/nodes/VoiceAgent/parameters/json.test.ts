import { readJsonList, readJsonObject } from '../../../../../nodes/VoiceAgent/parameters/json';
import { refusalOf } from '../support/refusal';

describe('readJsonObject', () => {
	it.each(['{"order":"A-17"}', ' {"order": "A-17"}\n', '\ufeff{"order":"A-17"}', { order: 'A-17' }])(
		'takes %j',
		(value) => {
			expect(readJsonObject(value, 'Metadata')).toEqual({ order: 'A-17' });
		},
	);

	it.each(['', '[]', '"text"', '5', 'null', 'true', [], 5, true, null, undefined, new Date(0)])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => readJsonObject(value, 'Metadata'))).toMatch(
				/^Metadata ".*" is not a JSON object\. Enter names and values in curly brackets/,
			);
		},
	);
});

it.each([
	['{"order":1,}', 'unexpected } at character 12'],
	['\ufeff{"a":1,}', 'unexpected } at character 8'],
	['{', 'it ends too early'],
	['x', 'unexpected x at character 1'],
	['{"a":"b\nc"}', 'unexpected line break at character 8'],
	['{"a":\u00a01}', 'unexpected \\u00a0 at character 6'],
])('says where %j is not JSON', (text, fault) => {
	expect(refusalOf(() => readJsonObject(text, 'Metadata'))).toBe(
		`Metadata is not valid JSON: ${fault}. Enter names and values in curly brackets, e.g. { "order": "A-17" }.`,
	);
	expect(refusalOf(() => readJsonList(text, 'Recipients (JSON)', '[]'))).toMatch(
		`Recipients (JSON) is not valid JSON: ${fault}. `,
	);
});

describe('readJsonList', () => {
	const read = (value: unknown) => readJsonList(value, 'Recipients (JSON)', '[{ "name": "Ada" }]');

	it.each(['[{"name":"Ada"}]', [{ name: 'Ada' }]])('takes %j', (value) => {
		expect(read(value)).toEqual([{ name: 'Ada' }]);
	});

	it.each(['', '{}', '["Ada"]', '[[]]', '[null]', '"Ada"', { name: 'Ada' }, [1], undefined])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Recipients \(JSON\) ".*" is not a JSON list of objects\. Enter a list, e\.g\. \[\{ "name": "Ada" \}\]\./,
			);
		},
	);
});
