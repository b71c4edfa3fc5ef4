import { hasQuestionMark, isStruckOut } from '../../../../../../../nodes/shared/text/words';
import { knownWords } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/vocabulary';

it.each([
	[' “Straße”… 1️⃣👩🏽‍💻ok ', ['straße', '1', '👩', '💻', 'ok']],
	['Ｙｅｓ, D’ACCORD', ['yes', 'daccord']],
	['Não, você', ['nao', 'voce']],
	// Without the accent these mean something else.
	['Sí si sì já ja', ['sí', 'si', 'sì', 'já', 'ja']],
	['yesss nooo!!', ['yes', 'no']],
	['y\u00ade\u200ds\u200bno', ['yes', 'no']],
	['**yes** _no_', ['yes', 'no']],
	['🙅🏿‍♀️', ['🙅']],
	['नहीं', ['नहीं']],
])('reads the words of %j', (text, words) => {
	expect(knownWords(text)).toEqual(words.map((word) => word.normalize('NFKC')));
});

it.each(['?', '？', '¿sí', 'так؟', 'yes ❓', 'yes ⁉️', 'yes‽'])('finds a question mark in %j', (text) => {
	expect(hasQuestionMark(text)).toBe(true);
	expect(hasQuestionMark('yes!')).toBe(false);
});

it.each(['~~yes~~', '~yes~', 'y̶e̶s̶', 'y̷e̷s̷'])('sees that %j is struck out', (text) => {
	expect(isStruckOut(text)).toBe(true);
	expect(isStruckOut('yes ~ 10')).toBe(false);
});
