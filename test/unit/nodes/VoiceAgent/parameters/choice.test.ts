import { readChoice } from '../../../../../nodes/VoiceAgent/parameters/choice';
import { refusalOf } from '../support/refusal';

const METHODS = ['GET', 'POST'].map((value) => ({ name: value, value }));
const DAYS = [
	{ name: 'Monday', value: 1 },
	{ name: 'Sunday', value: 0 },
];

describe('readChoice', () => {
	it.each([
		['GET', METHODS, 'GET'],
		[' POST ', METHODS, 'POST'],
		[0, DAYS, 0],
		['1', DAYS, 1],
	])('finds %j in its list', (value, choices, found) => {
		expect(readChoice<string | number>(value, 'Choice', choices)).toBe(found);
	});

	it.each(['get', 'HEAD', 'GET,POST', ['GET', 'POST'], {}, true])(
		'refuses %j and lists what there is',
		(value) => {
			expect(refusalOf(() => readChoice(value, 'HTTP Method', METHODS))).toMatch(
				/^HTTP Method ".*" is none of its options\. .*one of: GET, POST\.$/,
			);
		},
	);

	it.each([undefined, null, '', '  '])('refuses %j as empty', (value) => {
		expect(refusalOf(() => readChoice(value, 'HTTP Method', METHODS))).toMatch(/^HTTP Method is empty\. /);
	});
});
