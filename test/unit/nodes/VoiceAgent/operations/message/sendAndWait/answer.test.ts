import {
	answerTo,
	wordsOf,
} from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/answer';
import { expectedOf } from '../../../../../../../nodes/VoiceAgent/operations/message/sendAndWait/expected';
import { itemsWith } from '../../../support/plan';

const approval = expectedOf(itemsWith('message:sendAndWait', { responseType: 'approval' })[0]);
const choicesOf = (...choices: string[]) => ({ kind: 'choice' as const, choices });

describe('an approval', () => {
	it.each([
		...[
			'yes',
			'YES',
			' Yes. ',
			'yes!!!',
			'"yes"',
			'Yes, please',
			'y',
			'Yep',
			'yeah',
			'OK',
			'ok 👍',
			'Sure, ok',
		],
		...['👍', '👍👍👍', '👍🏿', '✅', 'Ｙｅｓ', 'approve', 'Approved.', 'confirm', 'yes\nyes'],
	])('is given by %j', (text) => {
		expect(answerTo(approval, text)).toEqual({ isClear: true, data: { text, approved: true } });
	});

	it.each(['no', 'No.', 'NO!!', 'nope', 'No, thank you', 'no no no', '👎', '👎🏻', '❌', 'Decline', 'cancel'])(
		'is declined by %j',
		(text) => {
			expect(answerTo(approval, text)).toEqual({ isClear: true, data: { text, approved: false } });
		},
	);

	it.each([
		...[
			'yes and no',
			'yes no',
			'not ok',
			'no problem',
			'Yes, but not today',
			'ok?? what is this',
			'yesterday',
		],
		...['👍 👎', 'y e s', 'no, send it to Bob', 'maybe', 'yes '.repeat(11), 'sí', '🤷', 'okno'],
		`${'yes '.repeat(50_000)}!`,
	])('is not given by what is neither yes nor no: %.40j', (text) => {
		expect(answerTo(approval, text)).toEqual({
			isClear: false,
			data: { text, approved: false, chatInput: text },
		});
	});

	it.each(['', '   ', '...', '\u200b'])('is not given by %j', (text) => {
		expect(answerTo(approval, text)).toMatchObject({ isClear: false, data: { approved: false } });
	});

	it('has words of its own', () => {
		const approvalOptions = { approveWords: 'ja, 👌, geht klar', declineWords: 'nein' };
		const own = expectedOf(
			itemsWith('message:sendAndWait', { responseType: 'approval', approvalOptions })[0],
		);
		const meanings = ['Ja!', 'Geht klar 👌', 'Nein', 'yes'].map((text) => answerTo(own, text));
		expect(meanings.map(({ isClear, data }) => [isClear, data.approved])).toEqual([
			[true, true],
			[true, true],
			[true, false],
			[false, false],
		]);
	});
});

describe('a choice', () => {
	const days = choicesOf('Tuesday at 10:00', 'Wednesday at 14:30', 'Never');

	it.each([
		['1', 'Tuesday at 10:00'],
		['2.', 'Wednesday at 14:30'],
		['#3', 'Never'],
		['(1)', 'Tuesday at 10:00'],
		['2️⃣', 'Wednesday at 14:30'],
		['３', 'Never'],
		['never!', 'Never'],
		['  TUESDAY at 10:00 ', 'Tuesday at 10:00'],
	])('is made by %j', (text, choice) => {
		expect(answerTo(days, text)).toEqual({ isClear: true, data: { text, choice } });
	});

	it.each(['', '0', '4', '-', '1 2', '1 or 2', 'Tuesday', '01', '1e0', 'constructor'])(
		'is not made by %j',
		(text) => {
			expect(answerTo(days, text)).toEqual({ isClear: false, data: { text } });
		},
	);

	it('is not made by what names one by its number and another by its text', () => {
		const amounts = choicesOf('2', '1', '30');
		expect(answerTo(amounts, '1')).toMatchObject({ isClear: false });
		expect(answerTo(amounts, '3')).toMatchObject({ data: { choice: '30' } });
		expect(answerTo(amounts, '30')).toMatchObject({ data: { choice: '30' } });
	});
});

it('takes any text for what it is', () => {
	expect(answerTo({ kind: 'freeText' }, ' a\nb ')).toEqual({ isClear: true, data: { text: ' a\nb ' } });
});

it('reads words without case, punctuation and looks', () => {
	expect(wordsOf(' “Straße”… 1️⃣👩🏽‍💻ok ')).toEqual(['straße', '1', '👩', '💻', 'ok']);
});
