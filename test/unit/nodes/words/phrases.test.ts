import { LANGUAGES } from '../../../../nodes/words/languages';
import { matchesWholly, NO, findNumberPhrases, STOP, YES } from '../../../../nodes/words/phrases';

it('has no phrase that says yes as well as no or stop', () => {
	expect([...YES].filter((phrase) => NO.has(phrase) || STOP.has(phrase))).toEqual([]);
});

it.each(LANGUAGES.map((language) => [language.name, language] as const))(
	'has short lists for %s',
	(_, language) => {
		for (const list of [language.yes, language.no, language.fillers]) {
			const entries = list.replace(/\([^()]*\)/g, '').split(',');
			expect(entries.length).toBeLessThanOrEqual(30);
		}
	},
);

it('knows the numbers of three choices', () => {
	expect([1, 2, 3, 4].map((number) => findNumberPhrases(number).size > 0)).toEqual([true, true, true, false]);
	expect(findNumberPhrases(2).has('the second one')).toBe(true);
});

it.each([
	['yes', true],
	['please yes thanks yes', true],
	['go ahead please', true],
	['go please ahead', false],
	['please', false],
	['yes no', false],
	['', false],
])('reads %j as yes and fillers: %j', (text, expected) => {
	const words = text.split(' ').filter((word) => word !== '');
	const isYes = (phrase: string) => ['yes', 'go ahead'].includes(phrase);
	const isFiller = (phrase: string) => ['please', 'thanks'].includes(phrase);
	expect(matchesWholly(words, isYes, isFiller)).toBe(expected);
});
