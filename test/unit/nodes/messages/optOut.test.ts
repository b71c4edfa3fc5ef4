import { parseOptOut } from '../../../../nodes/messages/optOut';
import { NEITHER, OPT_INS, OPT_OUTS, UNCLEAR } from './optOuts';

const listTexts = (some: string | Readonly<Record<string, string>>): string[] =>
	(typeof some === 'string' ? [some] : Object.values(some))
		.flatMap((texts) => texts.split('|'))
		.map((text) => text.trim());

it.each(listTexts(OPT_OUTS))('%j opts out', (text) => {
	expect(parseOptOut(text)).toBe('out');
});

it.each(listTexts(UNCLEAR))('%j is unclear', (text) => {
	expect(parseOptOut(text)).toBe('unclear');
});

it.each(listTexts(OPT_INS))('%j opts in', (text) => {
	expect(parseOptOut(text)).toBe('in');
});

it.each(listTexts(NEITHER))('%j says nothing of the kind', (text) => {
	expect(parseOptOut(text)).toBeUndefined();
});
