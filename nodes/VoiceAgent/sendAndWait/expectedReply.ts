import type { INodeProperties } from 'n8n-workflow';

import type { ParameterGroup } from '../../parameters/parameterGroup';
import type { Item } from '../fields/item';
import { parseTextValue } from '../../parameters/parseValue';
import { InvalidParameterError, quote, requireValid } from '../../parameters/invalidParameterError';
import { isSameText, normalForm } from '../../text/normalForm';
import { toPhrase } from '../../text/words';
import { type ExpectedReply, formatChoice, getChoiceMark } from './answer';
import { mentionsBothAnswers, type OwnWords, trimLabel } from './words';

/** The fields for the reply that is expected. */
export const expectedReplyFields: INodeProperties[] = [
	{
		displayName: 'Response Type',
		name: 'responseType',
		type: 'options',
		default: 'approval',
		options: [
			{ name: 'Approval', value: 'approval', description: 'A yes or a no' },
			{ name: 'Free Text', value: 'freeText', description: 'Whatever the person writes' },
			{
				name: 'Multiple Choice',
				value: 'choice',
				description: 'One of several choices, by its number, letter or text',
			},
		],
		description: 'What the person is to answer',
	},
	{
		displayName:
			'After this node, use a <b>Switch</b> with two rules: <code>data.approved</code> <i>Boolean > is equal to</i> true, and the same with false. Its option <b>Fallback Output</b> takes unclear replies, STOP and, with <code>data.timedOut</code>, no reply in time.',
		name: 'approvalNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { responseType: ['approval'] }, hide: { '@tool': [true] } },
	},
	{
		displayName:
			'Plain answers such as "Yes, please" and "2" are always read. Connect a chat model to <b>Model</b> if people may answer in sentences, since without one such replies are unclear.',
		name: 'modelNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { responseType: ['approval', 'choice'] }, hide: { '@tool': [true] } },
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
		hint: 'One choice on each line',
		description:
			'One choice on each line, or a list by an expression. The node adds them to the message with numbers, or with letters if a choice contains a digit.',
	},
];

/** The options for words that the workflow defines. */
export const customWordsOptions: INodeProperties[] = [
	{
		displayName: 'Only These Words',
		name: 'onlyTheseWords',
		type: 'boolean',
		default: false,
		displayOptions: { show: { '/responseType': ['approval'] } },
		description:
			"Whether only the words in 'Words That Approve' and 'Words That Decline' count. Otherwise yes and no in the 16 built-in languages count, too.",
	},
	{
		displayName: 'Words That Approve',
		name: 'approveWords',
		type: 'string',
		default: '',
		displayOptions: { show: { '/responseType': ['approval'] } },
		placeholder: 'e.g. ano, souhlasím',
		description:
			'More words and phrases that approve, separated by commas. Case, accents and punctuation do not matter.',
	},
	{
		displayName: 'Words That Decline',
		name: 'declineWords',
		type: 'string',
		default: '',
		displayOptions: { show: { '/responseType': ['approval'] } },
		placeholder: 'e.g. nechci, odmítám',
		description:
			'More words and phrases that decline, separated by commas. Case, accents and punctuation do not matter.',
	},
];

/**
 * Reads the parameters for the expected reply.
 * @throws InvalidParameterError for a question without a possible answer.
 */
export function readExpectedReply({
	parameters,
	options,
}: Pick<Item, 'parameters' | 'options'>): ExpectedReply {
	const kind = parameters.choice('responseType');
	if (kind === 'freeText') return { kind };
	if (kind === 'choice') return { kind, choices: readChoices(parameters) };
	return { kind: 'approval', ...readOwnWords(options) };
}

function readOwnWords(options: ParameterGroup): OwnWords {
	const onlyThese = options.boolean('onlyTheseWords', false);
	const approve = readWordList(options, 'approveWords', onlyThese);
	const decline = readWordList(options, 'declineWords', onlyThese);
	const both = approve.find((one) => decline.some((other) => toPhrase(one) === toPhrase(other)));
	if (both === undefined) return { approve, decline, onlyThese };
	throw new InvalidParameterError(
		`${quote(both)} both approves and declines`,
		`Remove it from ${options.label('approveWords')} or from ${options.label('declineWords')}.`,
	);
}

function readWordList(options: ParameterGroup, name: string, isRequired: boolean): string[] {
	const words = splitEntries(options.text(name), ',').filter((word) => toPhrase(word) !== '');
	if (words.length > 0 || !isRequired) return words;
	throw new InvalidParameterError(
		`${options.label(name)} has no word`,
		`Enter at least one word or emoji, or turn off ${options.label('onlyTheseWords')}.`,
	);
}

function readChoices(parameters: ParameterGroup): string[] {
	const value = parameters.requireValue('choices');
	const given = Array.isArray(value)
		? value.map((one) => requireValid(parseTextValue(one), parameters.label('choices')))
		: splitEntries(parameters.text('choices'), '\n');
	const choices = given.filter((choice) => normalForm(trimLabel(choice)) !== '');
	if (choices.length < 2) {
		throw new InvalidParameterError(
			"'Choices' has fewer than two choices",
			'Enter each choice on a line of its own.',
		);
	}
	const repeated = choices.find((choice, index) =>
		choices.slice(0, index).some((other) => isSameText(trimLabel(choice), trimLabel(other))),
	);
	if (repeated === undefined) return choices;
	throw new InvalidParameterError(
		`'Choices' has ${quote(repeated)} twice`,
		'Give each choice a text of its own.',
	);
}

const splitEntries = (text: string, separator: string): string[] =>
	text.split(separator).map((entry) => entry.trim());

/** Returns the question as the person reads it, with the choices. */
export const composeQuestion = (message: string, expected: ExpectedReply): string =>
	expected.kind === 'choice' ? `${message}\n\n${expected.choices.map(formatChoice).join('\n')}` : message;

/** Returns a message that also says how to reply, unless it names both answers already. */
export function addReplyInstructions(message: string, expected: ExpectedReply): string {
	if (expected.kind === 'freeText') return message;
	if (expected.kind === 'choice') {
		const mark = getChoiceMark(0, expected.choices) === '1' ? 'number' : 'letter';
		return `${message}\n\nReply with the ${mark} of your choice.`;
	}
	if (mentionsBothAnswers(message, expected)) return message;
	return `${message}\n\nReply ${nameYesAndNo(expected, ['yes', 'no']).join(' or ')}.`;
}

/** Returns the message after an unclear reply: it names the answers, and lists the choices. */
export function composeFollowUp(expected: ExpectedReply): string {
	if (expected.kind === 'freeText') return '';
	if (expected.kind === 'approval') {
		const [yes, no] = nameYesAndNo(expected, ['Yes', 'No']);
		return `Please answer with "${yes}" or "${no}".`;
	}
	const marks = expected.choices.map((_, index) => getChoiceMark(index, expected.choices));
	const named = `${marks.slice(0, -1).join(', ')} or ${marks.at(-1)}`;
	return composeQuestion(`Please answer with ${named}.`, expected);
}

/** Returns the first word of the workflow for each answer, or the built-in words unless it has both. */
const nameYesAndNo = (
	{ approve: [yes], decline: [no] }: OwnWords,
	builtIn: [yes: string, no: string],
): [yes: string, no: string] => (yes && no ? [yes, no] : builtIn);
