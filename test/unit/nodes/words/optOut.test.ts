import { readOptOut, readStop } from '../../../../nodes/words/optOut';
import { ANSWERS, LEFT_OPEN, NO_OPT_OUTS, OPT_INS, OPT_OUTS, OPT_OUTS_AFTER } from './optOuts';

const listTexts = (some: string | Record<string, string>): string[] =>
	(typeof some === 'string' ? [some] : Object.values(some))
		.flatMap((texts) => texts.split('|'))
		.map((text) => text.trim());

it('has at least 120 messages that opt out, and 120 with the same words that do not', () => {
	expect(new Set(listTexts(OPT_OUTS)).size).toBeGreaterThanOrEqual(120);
	expect(new Set(listTexts(NO_OPT_OUTS)).size).toBeGreaterThanOrEqual(120);
});

it.each(listTexts(OPT_OUTS))('%j opts out', (text) => {
	expect(readOptOut(text)).toBe('out');
});

it.each(listTexts(OPT_INS))('%j opts in', (text) => {
	expect(readOptOut(text)).toBe('in');
});

it.each(listTexts(NO_OPT_OUTS))('%j does neither', (text) => {
	expect(readOptOut(text)).toBeUndefined();
});

it.each(listTexts(LEFT_OPEN))('%j is left open', (text) => {
	expect(readOptOut(text)).toBeUndefined();
});

it.each(ANSWERS)('after %j, %j is an answer', (before, text) => {
	expect(readOptOut(text, before)).toBeUndefined();
});

it.each(OPT_OUTS_AFTER)('after %j, %j opts out', (before, text) => {
	expect(readOptOut(text, before)).toBe('out');
});

it.each(['~stop~', 's̶t̶o̶p̶', 'yes. stop', 'a'.repeat(10_000), 'stop '.repeat(1_000)])(
	'%.30j does neither',
	(text) => {
		expect(readOptOut(text)).toBeUndefined();
	},
);

it('looks at a text of a hundred characters, and at none of more', () => {
	expect(readOptOut('STOP'.padEnd(100, '!'))).toBe('out');
	expect(readOptOut('STOP'.padEnd(101, '!'))).toBeUndefined();
});

describe('in reply to a question that waits', () => {
	it.each(['Baja', 'Alto', 'Basta', 'Sair', 'Remove', 'Cancel', 'End', 'Fin', 'Quit'])(
		'%j opts out only alone',
		(text) => {
			expect(readOptOut(text)).toBe('out');
			expect(readStop(text, 'Shall we come?')).toBeUndefined();
		},
	);

	it.each([
		['Stop', false],
		['Stop. Thank you', false],
		['No. Stop.', true],
		['No thanks, stop calling me', true],
		['ok, stop texting me', true],
	])('%j opts out, beside a no: %j', (text, declines) => {
		expect(readStop(text, 'Shall we come?')).toEqual({ declines });
	});
});
