import { readBoolean } from '../../../../../nodes/VoiceAgent/parameters/boolean';
import { refusalOf } from '../support/refusal';

describe('readBoolean', () => {
	it.each([true, 'true', 'TRUE', ' True\n', 1, '1'])('takes %j for true', (value) => {
		expect(readBoolean(value, 'Dry Run')).toBe(true);
	});

	it.each([false, 'false', 'FALSE', ' False\t', 0, '0', ' 0 '])('takes %j for false', (value) => {
		expect(readBoolean(value, 'Dry Run')).toBe(false);
	});

	it.each(['yes', 'no', 'on', '', ' ', 'truee', '2', 2, -1, NaN, [], [true], {}, 'constructor'])(
		'refuses %j by the name of the switch',
		(value) => {
			expect(refusalOf(() => readBoolean(value, 'Dry Run'))).toMatch(
				/^Dry Run ".*" is neither true nor false\. Turn the switch on or off/,
			);
		},
	);

	it.each([undefined, null])('refuses an expression that gives %p', (value) => {
		expect(refusalOf(() => readBoolean(value, 'Preview Only'))).toMatch(/^Preview Only has no value\. /);
	});
});
