import { canAlsoBeAnswer, readOptOut } from '../../../../../nodes/shared/text/optOut';

it.each([
	...[
		'STOP',
		'stop',
		' Stop. ',
		'STOP!!',
		'"STOP"',
		'ＳＴＯＰ',
		'STOOOP',
		'STOPALL',
		'Stop all',
		'UNSUBSCRIBE',
		'END',
	],
	...['QUIT', 'CANCEL', 'REVOKE', 'OPTOUT', 'OPT OUT', 'Opt-Out', 'REMOVE', 'Leave me alone!', 'Take me off'],
	...['ARRET', 'arrêt', 'BAJA', 'PARAR', 'STOPP', 'ABMELDEN', 'AFMELDEN', 'СТОП', 'Don’t text me'],
])('%j opts out', (text) => {
	expect(readOptOut(text)).toBe('out');
});

it.each(['START', 'Unstop', ' start! '])('%j opts in', (text) => {
	expect(readOptOut(text)).toBe('in');
});

it.each([
	...['', 'yes', 'no', 'Stop?', '~stop~', 'non stop', "Don't stop", 'Stop at the gate', 'Please cancel it'],
	...['The bus stop', 'start tomorrow', 'the end', 'a'.repeat(10_000), 'stop '.repeat(1_000)],
])('%.30j does neither', (text) => {
	expect(readOptOut(text)).toBeUndefined();
});

it('looks at a text of a hundred characters, and at none of more', () => {
	expect(readOptOut('STOP'.padEnd(100, '!'))).toBe('out');
	expect(readOptOut('STOP'.padEnd(101, '!'))).toBeUndefined();
});

it('tells which of the words are usual answers as well', () => {
	expect(['Cancel', 'END.', 'stop', 'Quit'].map(canAlsoBeAnswer)).toEqual([true, true, false, false]);
});
