import { describeProgress, type ItemOutcome } from '../../../../../nodes/VoiceAgent/run/progress';
import { findOperation } from '../../../../../nodes/VoiceAgent/operations/index';

const send = findOperation('message', 'send');
const LETTERS: Record<string, ItemOutcome> = { d: 'done', r: 'refused', u: 'unknown', n: 'notStarted' };

/** The sentences for items whose outcomes these letters say. */
const progress = (letters: string, shown = 0, operation = send) =>
	describeProgress(
		operation,
		new Map([...letters].map((letter, index) => [index, LETTERS[letter] as ItemOutcome])),
		shown,
	);

it.each([
	[
		`r${'d'.repeat(20)}${'n'.repeat(9)}`,
		0,
		'Item 1 was not sent. Items 2 to 21 were sent; items 22 to 30 were not. Run the node again only ' +
			'for the items that were not sent. Items are counted from 1 here: item 1 is [item 0] of n8n.',
	],
	[
		'drn',
		1,
		'Item 2 was not sent. Item 1 was sent; item 3 was not. Run the node again only for the items ' +
			'that were not sent. Items are counted from 1 here: item 2 is [item 1] of n8n.',
	],
	[
		'drddrdn',
		1,
		'Items 2 and 5 were not sent. Items 1, 3, 4 and 6 were sent; item 7 was not. Run the node again ' +
			'only for the items that were not sent. Items are counted from 1 here: item 2 is [item 1] of ' +
			'n8n.',
	],
	['rnn', 0, 'None of the 3 items was sent.'],
	[
		'un',
		0,
		'It is unknown whether item 1 was sent. Item 2 was not sent. Run the node again only for the ' +
			'items that were not sent. Items are counted from 1 here: item 1 is [item 0] of n8n.',
	],
	[
		'ru',
		0,
		'Item 1 was not sent. It is unknown whether item 2 was sent. Look for it with Message > Get Many ' +
			'before you send it again. Run the node again only for the items that were not sent. Items ' +
			'are counted from 1 here: item 1 is [item 0] of n8n.',
	],
])('tells of the items %s', (letters, shown, sentences) => {
	expect(progress(letters, shown)).toBe(sentences);
});

it('says nothing of a single item, and nothing where the operation only reads', () => {
	expect(progress('r')).toBeUndefined();
	expect(progress('drn', 1, findOperation('message', 'get'))).toBeUndefined();
});
