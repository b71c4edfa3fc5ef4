import { readJsonList, readJsonObject } from '../../../../../../nodes/VoiceAgent/execution/readers/json';
import { refusalOf } from '../../support/refusal';

describe('readJsonObject', () => {
	it.each(['{"order":"A-17"}', ' {"order": "A-17"}\n', { order: 'A-17' }])('takes %j', (value) => {
		expect(readJsonObject(value, 'Metadata')).toEqual({ order: 'A-17' });
	});

	it.each(['', 'x', '{', '[]', '"text"', '5', 'null', 'true', [], 5, true, null, undefined, new Date(0)])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => readJsonObject(value, 'Metadata'))).toMatch(
				/^Metadata ".*" is not a JSON object\. Enter names and values in curly brackets/,
			);
		},
	);
});

describe('readJsonList', () => {
	const read = (value: unknown) => readJsonList(value, 'Recipients (JSON)', '[{ "name": "Ada" }]');

	it.each(['[{"name":"Ada"}]', [{ name: 'Ada' }]])('takes %j', (value) => {
		expect(read(value)).toEqual([{ name: 'Ada' }]);
	});

	it.each(['', '{}', '["Ada"]', '[[]]', '[null]', 'Ada', { name: 'Ada' }, [1], undefined])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Recipients \(JSON\) ".*" is not a JSON list of objects\. Enter a list, e\.g\. \[\{ "name": "Ada" \}\]\./,
			);
		},
	);
});
