import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	type ExpectedReply,
	formatChoice,
	parseAnswer,
	toAnswerOutput,
} from '../../../../../nodes/VoiceAgent/sendAndWait/answer';
import { NATURAL_REPLIES, type Replies } from './naturalReplies.ts';
import { USUAL_REPLIES } from './usualReplies.ts';

const approvalOf = (approve: string[] = [], decline: string[] = []): ExpectedReply => ({
	kind: 'approval',
	approve,
	decline,
	onlyThese: false,
});
const approval = approvalOf();
const freeText: ExpectedReply = { kind: 'freeText' };
const choiceOf = (...choices: string[]): ExpectedReply => ({ kind: 'choice', choices });
const list = (texts: string): string[] => texts.split('|').map((text) => text.trim());

describe('a choice', () => {
	const choose = (choices: string[], text: string) => {
		const meaning = parseAnswer(choiceOf(...choices), text, '');
		return meaning && 'choice' in meaning ? meaning.choice : undefined;
	};
	const chooseAll = (choices: string[], texts: string) =>
		list(texts).map((text) => [text, choose(choices, text)]);
	const allAs = (texts: string, choice?: string) => list(texts).map((text) => [text, choice]);

	it.each(Object.entries(USUAL_REPLIES))('is read as people name it in %s', (_, { choices, second }) => {
		const texts = `2 | 2. | (2) | 2) | #2 | 2 👍 | ２ | 2️⃣ | ٢ | २ | ${second} | 2. ${choices[1]}`;
		expect(chooseAll(choices, texts)).toEqual(allAs(texts, choices[1]));
	});

	it.each([
		[['9:00', '11:00', '14:00'], "2:00 | 2 o'clock | a las 2 | 2 | 2 Uhr | two"],
		[['9 Uhr', '11 Uhr', '14 Uhr'], '2 Uhr | 2 | 14'],
		[['2 people', '4 people', '6 people'], '3 people | 2 | 3 | people'],
		[['10 minutes', '20 minutes', '30 minutes'], '2 minutes | 2 | minutes'],
		[['Room 12', 'Room 14', 'Room 16'], 'Room 2 | 2 | room'],
		[
			['Morning', 'Afternoon', 'Evening'],
			'um | um, morning? | one | the first | 4 | 0 | 01 | 1 2 | 1 or 2 | 1.5',
		],
		[['Vormittags', 'Nachmittags', 'Abends'], 'Prima, danke! | um | eins'],
		[['Dienstag um 10:00', 'Nie'], 'um | am | 10'],
		[
			['Tuesday', 'Friday'],
			'not tuesday | tuesday or friday | Tuesday? | ~tuesday~ | anything but friday | tuesday evening | 👎 1 | t̶u̶e̶s̶d̶a̶y̶',
		],
		[['Yes please', 'No thanks'], 'thanks | please | 👍'],
	])('of %j is not made by %s', (choices, texts) => {
		expect(chooseAll(choices, texts)).toEqual(allAs(texts));
	});

	it.each([
		[['9:00', '11:00', '14:00'], 'B | b. | (B) | B please | 11:00 | B. 11:00', '11:00'],
		[['2 people', '4 people', '6 people'], 'C | 6 people | 6 people please', '6 people'],
		[['2', '1', '30'], '1 | b', '1'],
		[['Plan A 2026', 'Plan B 2026'], 'b', 'Plan B 2026'],
		[
			['Tuesday at 10:00', 'Wednesday at 15:30', 'Never'],
			'Tuesday | on tuesday, please | 10:00 | *Tuesday* | tuesday 10:00',
			'Tuesday at 10:00',
		],
		[['A+', 'A-'], 'a- | A-.', 'A-'],
		[['$10', '€10'], '€10', '€10'],
		[['C', 'C++'], 'c', 'C'],
		[['🇩🇪', '🇫🇷'], '🇫🇷', '🇫🇷'],
		[['Crème', 'Sucre'], 'creme', 'Crème'],
		[['Yes please', 'No thanks'], 'no | no thanks', 'No thanks'],
		[['Tuesday', 'Tuesday evening'], 'Tuesday', 'Tuesday'],
		[['Today?', 'Later'], 'today? | today', 'Today?'],
		[['Stop the delivery', 'Keep it'], 'Stop', 'Stop the delivery'],
		[['Beginning', 'End'], 'End', 'End'],
	])('of %j by %s is %j', (choices, texts, choice) => {
		expect(chooseAll(choices, texts)).toEqual(allAs(texts, choice));
	});

	it.each([
		[['A+', 'A-'], 'a'],
		[['$10', '€10'], '10'],
		[['Tuesday 10:00', 'Tuesday 11:00'], 'tuesday'],
		[['B, 2 rooms', 'A, 3 rooms'], 'b'],
	])('of %j is open after %j', (choices, text) => {
		expect(choose(choices, text)).toBeUndefined();
	});

	it('has a letter where one of them holds a digit of any kind, and goes on after Z', () => {
		const marks = (choices: string[]) => choices.map((one, index) => formatChoice(one, index, choices));
		expect(marks(['x', 'y'])).toEqual(['1. x', '2. y']);
		for (const digit of ['1', '½', '٣', '②']) expect(marks(['x', digit])[1]).toBe(`B. ${digit}`);
		expect(marks(Array.from({ length: 28 }, (_, index) => `${index}`)).slice(25)).toEqual([
			'Z. 25',
			'AA. 26',
			'AB. 27',
		]);
	});
});

it('misreads none of the replies that others have written', () => {
	const readings = Object.values(NATURAL_REPLIES)
		.flat()
		.flatMap((replies: Replies) => {
			const byMeaning = Array.isArray(replies) ? { [replies[1]]: replies[2] } : replies;
			const choices = Array.isArray(replies) ? undefined : replies.choices;
			const [message] = Array.isArray(replies) ? replies : [replies.message];
			const expected = choices ? choiceOf(...choices) : approval;
			const read = (text: string) => {
				const meaning = parseAnswer(expected, text, message);
				if (!meaning) return 'unclear';
				if ('choice' in meaning) return String(1 + (choices ?? []).indexOf(meaning.choice));
				return 'optedOut' in meaning ? 'stop' : meaning.approved ? 'yes' : 'no';
			};
			return (['yes', 'no', 'stop', 'unclear', '1', '2', '3'] as const).flatMap((meant) =>
				list((byMeaning as Record<string, string>)[meant] ?? '')
					.filter(Boolean)
					.map((text) => ({ message, text, meant, read: read(text) })),
			);
		});
	expect(readings).toHaveLength(187);
	expect(readings.filter(({ meant, read }) => ![meant, 'unclear'].includes(read))).toEqual([]);
});

it('reads the examples of the page as it says', () => {
	const page = readFileSync(join(__dirname, '../../../../../docs/send-and-wait.md'), 'utf8');
	const rows = [...page.matchAll(/^\| (Approval|[\w:]+, [\w:]+) +\| (".*) \| (".*) \|$/gm)];
	expect(rows).toHaveLength(3);
	for (const [, to = '', certain = '', unclear = ''] of rows) {
		const expected = to === 'Approval' ? approval : choiceOf(...to.split(', '));
		const readAs = (column: string) =>
			[...column.matchAll(/"(.*?)"/g)].map(([, text = '']) => [
				text,
				parseAnswer(expected, text, '') !== undefined,
			]);
		expect(readAs(certain).filter(([, isRead]) => !isRead)).toEqual([]);
		expect(readAs(unclear).filter(([, isRead]) => isRead)).toEqual([]);
	}
});

describe('the output', () => {
	const output = (expected: ExpectedReply, text: string) => {
		const { isClear, data } = toAnswerOutput(expected, text, parseAnswer(expected, text, ''), 'words');
		expect(isClear).toBe(data.clear);
		return data;
	};

	it.each<[ExpectedReply, string, object]>([
		[approval, 'Yes', { approved: true, clear: true, readBy: 'words' }],
		[approval, 'No, thanks', { approved: false, clear: true, readBy: 'words' }],
		[approval, 'only to Bob', { clear: false, readBy: 'words', chatInput: 'only to Bob' }],
		[approval, ' ', { clear: false, readBy: 'words' }],
		[approval, 'Cancel', { clear: false, readBy: 'words', optOut: 'unclear', chatInput: 'Cancel' }],
		[approval, 'STOP', { optedOut: true, clear: true, readBy: 'words' }],
		[approval, 'No. Stop.', { optedOut: true, clear: true, readBy: 'words' }],
		[freeText, ' a\nb ', { clear: true }],
		[freeText, 'Cancel', { clear: true, optOut: 'unclear' }],
		[freeText, 'STOP', { optedOut: true, clear: true, readBy: 'words' }],
		[choiceOf('Tuesday', 'Friday'), 'leave me alone', { optedOut: true, clear: true, readBy: 'words' }],
		[choiceOf('Tuesday', 'Friday'), 'End', { clear: false, readBy: 'words', optOut: 'unclear' }],
		[choiceOf('Cancel it', 'Keep it'), 'cancel', { choice: 'Cancel it', clear: true, readBy: 'words' }],
		[approvalOf([], ['stop']), 'stop', { approved: false, clear: true, readBy: 'words' }],
		[approvalOf(['stop']), 'STOP', { approved: true, clear: true, readBy: 'words' }],
	])('of %j for %j', (expected, text, data) => {
		expect(output(expected, text)).toEqual({ text, ...data });
	});

	it('hands on a no in other words that a model has read, as a reason', () => {
		const text = 'Rather not, call me first';
		expect(toAnswerOutput(approval, text, { approved: false }, 'model').data).toEqual({
			text,
			approved: false,
			clear: true,
			readBy: 'model',
			chatInput: text,
		});
		expect(toAnswerOutput(approval, 'Go for it', { approved: true }, 'model').data).not.toHaveProperty(
			'chatInput',
		);
	});
});
