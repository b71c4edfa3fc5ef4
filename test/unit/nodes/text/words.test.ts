import { hasQuestionMark, isStruckOut, splitIntoWords } from '../../../../nodes/text/words';

it.each([
	[' “Straße”… 1️⃣👩🏽‍💻ok ', ['strasse', '1', '👩', '💻', 'ok']],
	['Ｙｅｓ, D’ACCORD', ['yes', 'd', 'accord']],
	["I'm in, don't", ['im', 'in', 'dont']],
	['Não, você', ['nao', 'voce']],
	['yesss nooo!!', ['yes', 'no']],
	['**yes** _no_', ['yes', 'no']],
	['🙅🏿‍♀️ 🇫🇷', ['🙅', '🇫🇷']],
	['नहीं', ['नहीं']],
	['at 09:00, 9h and 9.30', ['at', '09:00', '9h', 'and', '9.30']],
	['٢ and २', ['2', 'and', '2']],
	['AAA, siiii', ['aaa', 'si']],
	['1.5 kg, v1.25, 2024', ['1.5', 'kg', 'v1', '25', '2024']],
	['stop2quit', ['stop2quit']],
	['TD退订 전화하지', ['td', '退', '订', '전', '화', '하', '지']],
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
