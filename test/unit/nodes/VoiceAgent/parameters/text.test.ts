import { tryToParseDateTime } from 'n8n-workflow';

import { readText, readTextField } from '../../../../../nodes/VoiceAgent/parameters/text';
import { refusalOf } from '../support/refusal';

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

	it.each([[{ a: 1 }], [[1, 2]], [[]], [{}], [{ __rl: true, mode: 'id', value: ['a'] }]])(
		'refuses %j',
		(value) => {
			expect(refusalOf(() => readTextField(value, 'Message'))).toMatch(
				/^Message ".*" is (a list|an object), not a text\. /,
			);
		},
	);
});
