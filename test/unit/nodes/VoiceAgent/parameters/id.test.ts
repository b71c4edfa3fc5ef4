import { readId } from '../../../../../nodes/VoiceAgent/parameters/id';
import { refusalOf } from '../support/refusal';

const read = (value: unknown) => readId(value, 'Skill ID', 'Enter the ID of a skill.');

describe('readId', () => {
	it.each([
		['0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90', '0b8e6c1a-52c4-4a5e-9a43-2f1d6b7c8e90'],
		[' sk_1\n', 'sk_1'],
		['\u200bsk_\u20601\u00a0', 'sk_1'],
		[106540352242922, '106540352242922'],
		[{ __rl: true, mode: 'list', value: 'a-1' }, 'a-1'],
	])('takes %j', (value, id) => {
		expect(read(value)).toBe(id);
	});

	it.each(['..', '.', 'a/b', '../x', 'a?b', 'a#b', '%2e%2e', 'a b', 'a.b', 'é', 'a\\b', {}, ['a']])(
		'refuses %j, which could lead elsewhere in a path',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(
				/^Skill ID ".*" is not an ID\. An ID has only letters, digits, - and _\. Enter the ID of a skill\.$/,
			);
		},
	);

	it.each([undefined, null, ' ', { __rl: true, mode: 'list', value: '' }])('refuses %j as empty', (value) => {
		expect(refusalOf(() => read(value))).toBe('Skill ID is empty. Enter the ID of a skill.');
	});
});
