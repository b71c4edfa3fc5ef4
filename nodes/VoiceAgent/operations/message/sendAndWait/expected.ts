import type { INodeProperties } from 'n8n-workflow';

import type { Item } from '../../../execution/item';
import type { ParameterGroup } from '../../../execution/parameterGroup';
import { quoted } from '../../../execution/readers/value';
import { Refusal } from '../../../execution/refusal';
import { wordsOf, type Expected } from './answer';

const YES =
	'yes, yes please, y, yep, yeah, ok, okay, sure, approve, approved, confirm, confirmed, 👍, ✅, 👌';
const NO =
	'no, no thanks, no thank you, n, nope, nah, decline, declined, reject, rejected, cancel, stop, 👎, ❌';

/** What the person is asked for. */
export const expectedProperties: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'freeText',
		options: [
			{ name: 'Any Reply', value: 'freeText', description: 'Whatever the person writes' },
			{
				name: 'Approve or Decline',
				value: 'approval',
				description: 'Yes or no. What is not clearly yes does not approve.',
			},
			{
				name: 'One of a List',
				value: 'choice',
				description: 'One of some choices, by its number or its text',
			},
		],
		description: 'What the person is to answer',
	},
	{
		displayName: 'Approval Options',
		name: 'approvalOptions',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: { show: { responseType: ['approval'] } },
		options: [
			{
				displayName: 'Words That Approve',
				name: 'approveWords',
				type: 'string',
				default: YES,
				description: 'Separated by commas. Case, punctuation and skin tones do not matter.',
			},
			{
				displayName: 'Words That Decline',
				name: 'declineWords',
				type: 'string',
				default: NO,
				description: 'Separated by commas. Case, punctuation and skin tones do not matter.',
			},
		],
	},
	{
		displayName: 'Choices',
		name: 'choices',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Tuesday at 10:00',
		displayOptions: { show: { responseType: ['choice'] } },
		description:
			'One choice on each line, or a list by an expression. The node adds them to the message, numbered from 1.',
	},
];

/** What a reply has to be, as the parameters say. @throws Refusal for what nobody could answer. */
export function expectedOf(item: Item): Expected {
	const kind = item.choice('responseType');
	if (kind === 'freeText') return { kind };
	return kind === 'approval'
		? { kind, ...approvalWords(item.approvalOptions) }
		: { kind: 'choice', choices: choicesOf(item) };
}

function approvalWords(options: ParameterGroup): { approve: string[]; decline: string[] } {
	const approve = wordList(options, 'approveWords', YES);
	const decline = wordList(options, 'declineWords', NO);
	const both = approve.find((one) => decline.some((other) => sameAnswer(one, other)));
	if (both === undefined) return { approve, decline };
	throw new Refusal(
		`${quoted(both)} both approves and declines`,
		`Remove it from ${options.label('approveWords')} or from ${options.label('declineWords')}.`,
	);
}

function wordList(options: ParameterGroup, name: string, otherwise: string): string[] {
	const words = entriesOf(options.text(name) || otherwise, ',').filter((word) => wordsOf(word).length > 0);
	if (words.length > 0) return words;
	throw new Refusal(
		`${options.label(name)} has no word`,
		'Enter at least one word or emoji, separated by commas.',
	);
}

function choicesOf(item: Item): string[] {
	const value = item.value('choices');
	const given = Array.isArray(value)
		? value.map((one) => String(one).trim())
		: entriesOf(item.text('choices'), '\n');
	const choices = given.filter((choice) => wordsOf(choice).length > 0);
	if (choices.length < 2) {
		throw new Refusal('Choices holds fewer than two choices', 'Enter each choice on a line of its own.');
	}
	const repeated = choices.find((choice, index) =>
		choices.slice(0, index).some((other) => sameAnswer(choice, other)),
	);
	if (repeated === undefined) return choices;
	throw new Refusal(`Choices holds ${quoted(repeated)} twice`, 'Give each choice a text of its own.');
}

const entriesOf = (text: string, separator: string): string[] =>
	text.split(separator).map((entry) => entry.trim());

const sameAnswer = (one: string, other: string): boolean =>
	wordsOf(one).join(' ') === wordsOf(other).join(' ');

/** The message as the person reads it. */
export const messageWith = (message: string, expected: Expected): string =>
	expected.kind === 'choice'
		? `${message}\n\n${expected.choices.map((choice, index) => `${index + 1}. ${choice}`).join('\n')}`
		: message;
