import { LANGUAGES } from '../../../../nodes/words/languages';
import {
	matchesWholly,
	NO,
	findNumberPhrases,
	readPhrases,
	STOP,
	YES,
	hasQuestionMark,
	isStruckOut,
	splitIntoWords,
} from '../../../../nodes/words/phrases';

it.each([
	[' “Straße”… 1️⃣👩🏽‍💻ok ', ['strasse', '1', '👩', '💻', 'ok']],
	['Ｙｅｓ, D’ACCORD', ['yes', 'd', 'accord']],
	["I'm in, don't", ['im', 'in', 'dont']],
	['Não, você', ['nao', 'voce']],
	['yesss nooo!!', ['yes', 'no']],
	['**yes** _no_', ['yes', 'no']],
	['🙅🏿‍♀️ 🇫🇷', ['🙅', '🇫🇷']],
	['नहीं', ['नहीं']],
	['at 09:00, 9h, 9.30 and 9h30', ['at', '9', '9', '9:30', 'and', '9:30']],
	['1.5 kg, v1.25, 2024', ['1.5', 'kg', 'v1', '25', '2024']],
	['stop2quit', ['stop2quit']],
	['', []],
])('splits %j into words', (text, words) => {
	expect(splitIntoWords(text)).toEqual(words);
});

it.each(['?', '？', '¿sí', 'так؟', 'yes ❓', 'yes ⁉️', 'yes‽'])('finds a question mark in %j', (text) => {
	expect(hasQuestionMark(text)).toBe(true);
	expect(hasQuestionMark('yes!')).toBe(false);
});

it.each(['~~yes~~', '~yes~', 'y̶e̶s̶', 'y̷e̷s̷'])('sees that %j is struck out', (text) => {
	expect(isStruckOut(text)).toBe(true);
	expect(isStruckOut('yes ~ 10')).toBe(false);
});

it('writes out what stands in brackets', () => {
	expect([...readPhrases('(sit|stand) up( now|), Ya!')]).toEqual([
		'sit up now',
		'sit up',
		'stand up now',
		'stand up',
		'ya',
	]);
});

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
