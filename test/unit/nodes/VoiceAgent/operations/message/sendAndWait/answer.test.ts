import { fc } from '../../../../../../support/fast-check.ts';
import {
	readAnswer,
	type Expected,
} from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/answer';
import { readExpectedReply } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/expectedReply';
import { itemsWith } from '../../../../../../support/plan-operation';
import { catalogue } from './catalogue';
import { meaningOf as readMeaning, readingOf, strictApproval } from './measureReplies';

const approvalWith = (approvalOptions = {}): Expected =>
	readExpectedReply(itemsWith('message:sendAndWait', { responseType: 'approval', approvalOptions })[0]);
const approval = approvalWith();
const strict = strictApproval;

const meaningOf = (expected: Expected, text: string): string => readMeaning(expected, text, '');

describe('the catalogue of replies', () => {
	it('has at least 300 replies, half of them in other languages', () => {
		const others = catalogue.filter(({ language }) => language !== 'English').length;
		expect(catalogue.length).toBeGreaterThanOrEqual(300);
		expect(others / catalogue.length).toBeGreaterThan(0.45);
	});

	it.each([
		['at least 95 of 100', approval, 0.95],
		['at least 95 of 100 strictly', strict, 0.95],
	])('reads %s, and none the other way round', (_, expected, least) => {
		const wrong = catalogue.filter((reply) => readingOf(expected, reply) !== reply.meaning);
		expect(wrong.filter((reply) => readingOf(expected, reply) !== 'unclear')).toEqual([]);
		expect(1 - wrong.length / catalogue.length).toBeGreaterThanOrEqual(least);
	});
});

describe('an approval', () => {
	it.each(['yes', ' Yes. ', '"yes"', 'Ｙｅｓ', '👍🏿', '✅', 'Sure, ok', 'yes\nyes', 'YÉS', 'y\u00ade\u00ads'])(
		'is given by %j',
		(text) => {
			expect(readAnswer(approval, text)).toEqual({
				isClear: true,
				data: { text, approved: true, clear: true },
			});
		},
	);

	it.each(['no', 'NO!!', 'No, thank you', '👎🏻', '❌', 'Decline', 'cancel', '🙅🏽‍♀️'])(
		'is declined by %j',
		(text) => {
			expect(readAnswer(approval, text)).toEqual({
				isClear: true,
				data: { text, approved: false, clear: true },
			});
		},
	);

	it.each([
		...[
			'yes and no',
			'not ok??',
			'no problem',
			'ok?? what is this',
			'~yes~',
			'y̶e̶s̶',
			'¿sí',
			'yes？',
			'yes ❓',
		],
		...['yes '.repeat(13), `${'yes '.repeat(50_000)}!`],
	])('is not given by what is neither yes nor no: %.40j', (text) => {
		expect(readAnswer(approval, text)).toEqual({
			isClear: false,
			data: { text, clear: false, chatInput: text },
		});
	});

	it.each(['', '   '])('is not given by %j', (text) => {
		expect(readAnswer(approval, text)).toEqual({ isClear: false, data: { text, clear: false } });
	});

	it.each([
		['yes, Bob can send it', true, undefined],
		['no, Bob is not one of us', false, false],
		['no, send it to Bob', undefined, undefined],
	])('reads %j before words that it does not know, and hands them to an agent', (text, natural, strictly) => {
		expect(readAnswer(approval, text).data.approved).toBe(natural);
		expect(readAnswer(strict, text).data).toMatchObject({ chatInput: text });
		expect(readAnswer(strict, text).data.approved).toBe(strictly);
	});

	it('never comes from a text with a negation, whatever else that says', () => {
		const approving = catalogue.filter(({ text }) => meaningOf(approval, text) === 'yes');
		const negations = [
			"no, not, nope, never, none, nothing, nobody, without, don't, dont, doesn't, didn't, isn't, " +
				"can't, cannot, won't, wouldn't",
			'nunca, jamás, tampoco, ni, nada, ningún, sin, nein, nicht, kein, keine, keinen, nie, niemals, ' +
				'nichts, ohne',
			'non, pas, ne, jamais, rien, aucun, sans, não, nao, nem, nenhum, sem, mai, niente, nessuno, ' +
				'senza, nemmeno',
			'nee, niet, geen, nooit, niets, niks, zonder, 👎, ❌, nej, inte, ingen, aldrig, nei, ikke, aldri',
			'nie, nigdy, bez, нет, не, никогда, без, hayır, değil, yok, asla, لا, ليس, مش, غير, بدون',
			'नहीं, मत, बिना, nahi, nahin, nhi, mat, bina, tidak, nggak, gak, bukan, jangan, belum, tanpa',
		].flatMap((line) => line.split(', '));
		fc.assert(
			fc.property(
				fc.constantFrom(...approving),
				fc.constantFrom(...negations),
				fc.nat(),
				fc.constantFrom(' ', ', ', '. ', '\n', '… '),
				fc.boolean(),
				({ text }, negation, place, separator, isLoud) => {
					const words = text.split(/\s+/);
					const at = place % (words.length + 1);
					const word = isLoud ? negation.toUpperCase() : negation;
					const negated = [...words.slice(0, at), word, ...words.slice(at)].join(separator);
					expect([meaningOf(approval, negated), meaningOf(strict, negated)]).not.toContain('yes');
				},
			),
			{ numRuns: 5_000 },
		);
	});

	it('never comes from a text with a condition or a question', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme' }),
				fc.constantFrom('?', ' but', ' unless', ' aber', ' pero'),
				(text, more) => {
					expect(meaningOf(approval, `yes ${text}${more}`)).not.toBe('yes');
				},
			),
			{ numRuns: 1_000 },
		);
	});

	it('has further words, with those that are built in or without', () => {
		const words = { approveWords: 'ano, 🦄, stop', declineWords: 'nechci, odmítám' };
		const texts = [
			'Ano!',
			'ANO 🦄',
			'nechci',
			'Odmitam',
			'stop',
			'ano, nechci',
			'ano, prosím',
			'yes',
			'no',
			'ano nein',
		];
		const meanings = (options: object) => texts.map((text) => meaningOf(approvalWith(options), text));
		const always = ['yes', 'yes', 'no', 'no', 'yes', 'unclear', 'unclear'];
		expect(meanings(words)).toEqual([...always, 'yes', 'no', 'unclear']);
		expect(meanings({ ...words, onlyTheseWords: true })).toEqual([
			...always,
			'unclear',
			'unclear',
			'unclear',
		]);
	});
});

describe('a choice', () => {
	const days = ['Tuesday at 10:00', 'Wednesday at 15:30', 'Never'];
	const choose = (choices: string[], text: string) => readAnswer({ kind: 'choice', choices }, text);

	it.each([
		...[
			'1',
			'1.',
			'#1',
			'(1)',
			'1️⃣',
			'１',
			'1 please',
			'option 1',
			'Number 1, thanks!',
			'no. 1',
			'the first',
			'1st',
			'one',
		],
		...[
			'the first one',
			'Tuesday',
			'tuesday at 10:00',
			'on tuesday please',
			'1. Tuesday at 10:00',
			'*Tuesday*',
			'la primera',
		],
		...[
			'die erste bitte',
			'yes, tuesday',
			'I would like the first one',
			'le premier',
			'10:00',
			'Túesday',
			'1) Tuesday',
			'1 👍',
			'Tuesday at 10.00!',
			'10.00',
			'10h00',
			'tuesday 10:00h',
		],
	])('of the first is made by %j', (text) => {
		expect(choose(days, text)).toEqual({ isClear: true, data: { text, choice: days[0], clear: true } });
	});

	it.each([
		...[
			'',
			'0',
			'4',
			'-',
			'-1',
			'1 2',
			'1 or 2',
			'01',
			'1e0',
			'1.5',
			'constructor',
			'at',
			'please',
			'👍',
			'Tuesday?',
		],
		...[
			'not tuesday',
			'Tuesday or Wednesday',
			'tuesday afternoon',
			'2 not 1',
			'~tuesday~',
			'the fourth',
			'anything but 1',
		],
		'1 '.repeat(20),
	])('is not made by %j', (text) => {
		expect(choose(days, text)).toEqual({ isClear: false, data: { text, clear: false } });
	});

	it.each([
		[['2 people', '3 people'], '2', undefined],
		[['2 people', '3 people'], '2 people', '2 people'],
		[['2 people', '3 people'], '3', '3 people'],
		[['2', '1', '30'], '1', undefined],
		[['2', '1', '30'], '30', '30'],
		[['A+', 'A-'], 'a-', 'A-'],
		[['A+', 'A-'], 'a', undefined],
		[['A*', 'A'], 'A*', 'A*'],
		[['$10', '€10'], '€10', '€10'],
		[['$10', '€10'], '10', undefined],
		[['C', 'C++'], 'c', 'C'],
		[['C', 'C++'], 'C++', 'C++'],
		[['🇩🇪', '🇫🇷'], '🇫🇷', '🇫🇷'],
		[['Señor', 'Senor'], 'señor', 'Señor'],
		[['Crème', 'Sucre'], 'creme', 'Crème'],
		[['Yes please', 'No thanks'], 'no', 'No thanks'],
		[['Tuesday 10:00', 'Tuesday 11:00'], 'tuesday', undefined],
		[['Tuesday 10:00', 'Tuesday 11:00'], '11:00', 'Tuesday 11:00'],
		[['Today?', 'Later'], 'today?', 'Today?'],
		[['One', 'Two'], 'two please', 'Two'],
		[[...'ABCDEFGHIJKL'], 'the 12th', 'L'],
		[['9:00', '10:30'], '09.00', '9:00'],
		[['10.30 kg', '10:30'], '10.30 kg', '10.30 kg'],
		[['10.30', '10:30'], '10.30', '10.30'],
		[['10.30', '10:30'], 'at 10h30', undefined],
		[['v1.25', 'v1.52'], '1.25', undefined],
		[['99.90', '99:90'], 'at 99.90', '99.90'],
	])('of %j is read from %j', (choices, text, choice) => {
		expect(choose(choices, text).data.choice).toBe(choice);
	});
});

it('takes any text for what it is', () => {
	expect(readAnswer({ kind: 'freeText' }, ' a\nb ')).toEqual({
		isClear: true,
		data: { text: ' a\nb ', clear: true },
	});
});
