import type { INodeProperties } from 'n8n-workflow';

import { isHumanReview } from '../../../../shared/n8n/humanReviewTool';
import type { ParameterGroup } from '../../../../shared/parameters/parameterGroup';
import type { Item } from '../../../parameters/item';
import { readTextField } from '../../../../shared/parameters/readers';
import { quoted, InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import type { Expected } from './answer';
import { choiceKey, numbered } from './choice';
import { vocabularyInReplyTo } from './messageLanguage';
import { knownWords, NUMBER_NOUNS, type OwnWords, phraseKey } from './vocabulary';

/** The parameters for the expected reply. */
export const expectedProperties: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		options: [
			{ name: 'Approval', value: 'approval', description: 'A yes or a no, in the words that people use' },
			{ name: 'Free Text', value: 'freeText', description: 'Whatever the person writes' },
			{
				name: 'Multiple Choice',
				value: 'choice',
				description: 'One of several choices, by its number or its text',
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
				displayName: 'Only These Words',
				name: 'onlyTheseWords',
				type: 'boolean',
				default: false,
				description:
					'Whether only the words that you enter approve and decline. Otherwise yes and no in the 16 built-in languages count, too.',
			},
			{
				displayName: 'Words That Approve',
				name: 'approveWords',
				type: 'string',
				default: '',
				placeholder: 'e.g. ano, souhlasím',
				description:
					'More words and phrases that approve, separated by commas. Case, accents and punctuation do not matter.',
			},
			{
				displayName: 'Words That Decline',
				name: 'declineWords',
				type: 'string',
				default: '',
				placeholder: 'e.g. nechci, odmítám',
				description:
					'More words and phrases that decline, separated by commas. Case, accents and punctuation do not matter.',
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

/**
 * Reads from the parameters which reply is expected.
 * @throws InvalidParameterError for a question without a possible answer.
 */
export function readExpectedReply(item: Pick<Item, 'parameters' | 'approvalOptions' | 'context'>): Expected {
	const { parameters, context } = item;
	const kind = parameters.choice('responseType');
	if (kind === 'freeText') return { kind };
	if (kind === 'choice') return { kind, choices: readChoices(parameters) };
	return {
		kind: 'approval',
		...ownWords(item.approvalOptions),
		isStrict: isHumanReview(context.getNode()),
	};
}

function ownWords(options: ParameterGroup): OwnWords {
	const onlyThese = options.isAdded('onlyTheseWords') && options.boolean('onlyTheseWords');
	const approve = wordList(options, 'approveWords', onlyThese);
	const decline = wordList(options, 'declineWords', onlyThese);
	const both = approve.find((one) => decline.some((other) => isSamePhrase(one, other)));
	if (both === undefined) return { approve, decline, onlyThese };
	throw new InvalidParameterError(
		`${quoted(both)} both approves and declines`,
		`Remove it from ${options.label('approveWords')} or from ${options.label('declineWords')}.`,
	);
}

function wordList(options: ParameterGroup, name: string, isRequired: boolean): string[] {
	const words = splitEntries(options.text(name), ',').filter((word) => phraseKey(word) !== '');
	if (words.length > 0 || !isRequired) return words;
	throw new InvalidParameterError(
		`${options.label(name)} has no word`,
		`Enter at least one word or emoji, or turn off ${options.label('onlyTheseWords')}.`,
	);
}

function readChoices(parameters: ParameterGroup): string[] {
	const value = parameters.requireValue('choices');
	const given = Array.isArray(value)
		? value.map((one) => readTextField(one, parameters.label('choices')))
		: splitEntries(parameters.text('choices'), '\n');
	const choices = given.filter((choice) => choiceKey(choice) !== '');
	if (choices.length < 2) {
		throw new InvalidParameterError(
			"'Choices' has fewer than two choices",
			'Enter each choice on a line of its own.',
		);
	}
	const repeated = choices.find((choice, index) =>
		choices.slice(0, index).some((other) => choiceKey(choice) === choiceKey(other)),
	);
	if (repeated === undefined) return choices;
	throw new InvalidParameterError(
		`'Choices' has ${quoted(repeated)} twice`,
		'Give each choice a text of its own.',
	);
}

const splitEntries = (text: string, separator: string): string[] =>
	text.split(separator).map((entry) => entry.trim());

const isSamePhrase = (one: string, other: string): boolean => phraseKey(one) === phraseKey(other);

/** The question as the person reads it, with the choices. */
export const questionText = (message: string, expected: Expected): string =>
	expected.kind === 'choice' ? `${message}\n\n${expected.choices.map(numbered).join('\n')}` : message;

/** A message that also says how to answer, unless it does so already. */
export function withHowToAnswer(message: string, expected: Expected): string {
	const line = howToAnswer(message, expected);
	return line === undefined ? message : `${message}\n\n${line}`;
}

function howToAnswer(message: string, expected: Expected): string | undefined {
	const words = knownWords(message);
	const holds = (phrase: string) => ` ${words.join(' ')} `.includes(` ${phraseKey(phrase)} `);
	if (expected.kind === 'freeText') return undefined;
	if (expected.kind === 'choice') {
		return words.some((word) => NUMBER_NOUNS.has(word)) ? undefined : 'Reply with the number of your choice.';
	}
	const { approve, decline, onlyThese, isStrict } = expected;
	const vocabulary = vocabularyInReplyTo(message, isStrict);
	const names = (own: string[], role: 'yes' | 'no') =>
		own.some(holds) || (!onlyThese && words.some((word) => vocabulary.get(word) === role));
	if (names(approve, 'yes') && names(decline, 'no')) return undefined;
	return onlyThese ? `Reply ${approve[0] ?? ''} or ${decline[0] ?? ''}.` : 'Reply yes or no.';
}
