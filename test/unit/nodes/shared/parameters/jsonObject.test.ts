import { fc } from '../../../../../sandbox/test/support/fast-check.ts';
import {
	readJsonList,
	readJsonObject,
	findSyntaxFault,
} from '../../../../../nodes/shared/parameters/jsonObject';
import { refusalOf } from '../../VoiceAgent/support/refusal';

describe('json', () => {
	describe('readJsonObject', () => {
		it.each(['{"order":"A-17"}', ' {"order": "A-17"}\n', '\ufeff{"order":"A-17"}', { order: 'A-17' }])(
			'takes %j',
			(value) => {
				expect(readJsonObject(value, 'Metadata')).toEqual({ order: 'A-17' });
			},
		);

		it.each(['', '[]', '"text"', '5', 'null', 'true', [], 5, true, new Date(0)])('refuses %j', (value) => {
			expect(refusalOf(() => readJsonObject(value, 'Metadata'))).toMatch(
				/^Metadata ".*" is not a JSON object\. Enter names and values in curly brackets/,
			);
		});
	});

	it.each([null, undefined])('says that there is no value for %j', (value) => {
		expect(refusalOf(() => readJsonObject(value, 'Metadata'))).toMatch(
			/^Metadata has no value\. Enter names/,
		);
		expect(refusalOf(() => readJsonList(value, 'Recipients (JSON)', '[]'))).toMatch(
			/^Recipients \(JSON\) has no value\. Enter a list/,
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
			`Metadata is not valid JSON: ${fault}. Enter names and values in curly brackets, ` +
				'e.g. { "order": "A-17" }.',
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

		it.each(['', '{}', '["Ada"]', '[[]]', '[null]', '"Ada"', { name: 'Ada' }, [1]])('refuses %j', (value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Recipients \(JSON\) ".*" is not a JSON list of objects\. Enter a list, e\.g\. \[\{ "name": "Ada" \}\]\./,
			);
		});
	});
});

describe('jsonSyntax', () => {
	it.each([
		['{"a":1,}', 7],
		['{"a":}', 5],
		['{a:1}', 1],
		["{'a':1}", 1],
		['{"a" 1}', 5],
		['{"a":1 "b":2}', 7],
		['{"a":"x\ny"}', 7],
		['{"a":"\\x"}', 6],
		['{"a":tru}', 5],
		['{"a":01}', 6],
		['{"a":1}}', 7],
		['{"a":1} x', 8],
		['[1,2', 4],
		['"abc', 4],
		['{"a":{"b":[', 11],
		['nope', 0],
		['', 0],
		[' {"a": “b”}', 7],
		['{"\u0085\u007f👍":1,}', 10],
	])('finds where %j goes wrong', (text, index) => {
		expect(findSyntaxFault(text)).toBe(index);
	});

	it('finds nothing in what JSON.parse takes, up to the end', () => {
		fc.assert(
			fc.property(fc.json(), (text) => {
				expect(findSyntaxFault(text)).toBe(text.length);
				const indented = JSON.stringify(JSON.parse(text), null, 2);
				expect(findSyntaxFault(indented)).toBe(indented.length);
			}),
		);
	});

	it('finds where JSON is cut off', () => {
		fc.assert(
			fc.property(fc.json({ maxDepth: 3 }), fc.nat(), (text, at) => {
				const cut = `[${text}`.slice(0, 1 + (at % text.length));
				expect(`[${text}]`.startsWith(cut.slice(0, findSyntaxFault(cut)))).toBe(true);
				expect(findSyntaxFault(`${cut}\u0000`)).toBeLessThanOrEqual(cut.length);
			}),
		);
	});
});
