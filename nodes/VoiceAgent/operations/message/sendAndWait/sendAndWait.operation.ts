import { randomBytes } from 'crypto';

import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { isHumanReview } from '../../../../shared/n8n/humanReviewTool';
import { requireResumeSignature } from '../../../../shared/n8n/waitingExecution';
import { REPLY_FIELD } from '../../../../shared/wire/replyReference';
import { InvalidParameterError } from '../../../../shared/parameters/invalidParameterError';
import type { ParameterGroup } from '../../../../shared/parameters/parameterGroup';
import type { Item } from '../../../parameters/item';
import { defineOperation } from '../../define';
import { record } from '../../output';
import {
	messageProperties,
	metadataOption,
	planMessage,
	readMessage,
	readMetadata,
	sending,
} from '../chatAppMessage';
import { expectedProperties, questionText, readExpectedReply, withHowToAnswer } from './expectedReply';
import { declinedCall, messageWithParameters, requireChosenApprover, unanswered } from './humanReview';
import { createReference, type Question, readMessageIds } from './question';
import { limitOutputOption, readWaitLimit, waitLimitOption } from './waitLimit';

const SET_UP_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/send-and-wait.md';

/** Names the workflow that the operation needs beside its own. A node cannot find out if there is one. */
const replyNotice: INodeProperties = {
	displayName: `To receive the reply, n8n needs a published Voice Agent Trigger with 'Chat-App Message Received', connected to the same business number. <a href="${SET_UP_URL}" target="_blank">Set it up</a>`,
	name: 'replyNotice',
	type: 'notice',
	default: '',
};

/** An AI agent's tool has this operation only where n8n makes it the human review of other tools. */
const approverNotice: INodeProperties = {
	displayName:
		"The 'Recipient' approves what the AI agent does, so a person has to choose it. The node refuses an expression that leaves it to the model, such as $fromAI() or $json.",
	name: 'approverNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const DEFAULT_FOLLOW_UPS = 1;
/** A follow-up that asks nothing by itself, so that the question comes after it. */
const DEFAULT_FOLLOW_UP = 'Sorry, that was not clear.';

/** A reply of any text is clear. */
const WHERE_UNCLEAR = { show: { '/responseType': ['approval', 'choice'] } };
const WHERE_ASKED_AGAIN = { show: { '/responseType': ['approval', 'choice'], unclearReply: ['askAgain'] } };

const addHowToAnswerOption: INodeProperties = {
	displayName: 'Add Reply Instructions',
	name: 'addHowToAnswer',
	type: 'boolean',
	default: true,
	displayOptions: WHERE_UNCLEAR,
	description:
		'Whether to add a line such as "Reply yes or no." to the message, unless the message already says how to answer',
};

const confirmOption: INodeProperties = {
	displayName: 'Confirmation Message',
	name: 'confirm',
	type: 'string',
	default: 'Thank you.',
	placeholder: 'e.g. Thank you, booked.',
	description:
		'What to send after a clear answer. It is not sent after a no, or to a person who has opted out.',
};

const unclearReplyOptions: INodeProperties[] = [
	{
		displayName: 'Unclear Reply',
		name: 'unclearReply',
		type: 'options',
		default: 'askAgain',
		displayOptions: WHERE_UNCLEAR,
		options: [
			{ name: 'Ask Again', value: 'askAgain', description: 'Send a follow-up and wait for another reply' },
			{ name: 'Continue', value: 'passOn', description: 'Go on with what the person wrote' },
		],
		description:
			'What to do with a reply that neither approves nor declines, or that is none of the choices. Without this option the node asks again once; in human review it continues, and the agent reads the reply.',
	},
	{
		displayName: 'Follow-Up Message',
		name: 'askAgainMessage',
		type: 'string',
		default: DEFAULT_FOLLOW_UP,
		displayOptions: WHERE_ASKED_AGAIN,
		description:
			'What to send after an unclear reply. The question follows unless you enter a message of your own; choices always follow.',
	},
	{
		displayName: 'Max Follow-Ups',
		name: 'askAgainAtMost',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: DEFAULT_FOLLOW_UPS,
		displayOptions: WHERE_ASKED_AGAIN,
		description: 'How many times to ask again. After that, an unclear reply continues the workflow.',
	},
];

const replyTextFieldOption: INodeProperties = {
	displayName: 'Reply Text Field',
	name: 'replyTextField',
	type: 'string',
	default: '',
	placeholder: 'e.g. data.body',
	description:
		'Path of the event field that holds what the person wrote. Leave empty to use the usual fields.',
};

/**
 * send-chatapp-message (interface section 4); the execution then waits for the
 * `chatapp.received` event of the reply (section 6).
 */
export const sendAndWait = defineOperation({
	// n8n checks the signature of replies, and makes the tool for human
	// review, for an operation of this name only.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	participle: 'sent',
	description:
		"Ask a person by chat app and continue with the answer. Needs a published Voice Agent Trigger with 'Chat-App Message Received'.",
	hiddenFromAgents: true,
	properties: [
		replyNotice,
		approverNotice,
		...messageProperties('Shall I book the table for 8 pm?'),
		...expectedProperties,
	],
	options: [
		addHowToAnswerOption,
		confirmOption,
		metadataOption,
		waitLimitOption,
		limitOutputOption,
		...unclearReplyOptions,
		replyTextFieldOption,
	],
	...sending,
	output: record(),
	waits: true,
	guardedFields: { metadata: 'Metadata' },
	request(item) {
		const { parameters, options, context, index } = item;
		requireChosenApprover(context.getNode(), parameters.label('recipientWaId'));
		const expected = readExpectedReply(item);
		const limit = readWaitLimit(options);
		const inform = (text: string) => (addsHowToAnswer(options) ? withHowToAnswer(text, expected) : text);
		const confirm = options.text('confirm');
		const textField = options.text('replyTextField');
		const question = randomBytes(16).toString('hex');
		const metadata = readMetadata(options);
		refuseOwnMetadata(metadata);
		requireResumeSignature(context);
		const reference = createReference(context, { question, repeated: 0 });
		const message = messageWithParameters(context, index) || readMessage(parameters);
		const asking = inform(questionText(message, expected));
		const askAgain = readFollowUp(item, (text) =>
			text === DEFAULT_FOLLOW_UP ? `${text}\n\n${asking}` : inform(questionText(text, expected)),
		);
		const planned = planMessage(item, {
			message: asking,
			metadata: { ...metadata, [REPLY_FIELD]: reference },
		});
		const declined = declinedCall(context, index);
		if (declined) return { ...planned, preview: () => declined };
		return {
			...planned,
			wait({ path, body }, records) {
				const asked: Question = {
					id: question,
					expected,
					askAgain,
					confirm,
					textField,
					messageIds: records.flatMap(readMessageIds),
					path,
					body: { ...body, metadata },
				};
				return {
					until: limit.end(),
					question: asked as unknown as IDataObject,
					unanswered: unanswered(context.getNode(), limit),
				};
			},
		};
	},
});

const addsHowToAnswer = (options: ParameterGroup): boolean =>
	!options.isAdded('addHowToAnswer') || options.boolean('addHowToAnswer');

/** @param compose Makes the message of what the workflow has as Follow-Up Message. */
function readFollowUp(
	{ options, context }: Pick<Item, 'options' | 'context'>,
	compose: (text: string) => string,
): Question['askAgain'] {
	// An AI agent understands what a person writes instead of yes or no.
	const unless = isHumanReview(context.getNode()) ? 'passOn' : 'askAgain';
	const then = options.has('unclearReply') ? options.choice('unclearReply') : unless;
	if (then === 'passOn') return undefined;
	return {
		message: compose(options.text('askAgainMessage') || DEFAULT_FOLLOW_UP),
		atMost: options.has('askAgainAtMost') ? options.integer('askAgainAtMost') : DEFAULT_FOLLOW_UPS,
	};
}

/** Without our own field in the metadata, no reply would ever arrive. */
function refuseOwnMetadata(metadata: IDataObject = {}): void {
	if (Object.hasOwn(metadata, REPLY_FIELD)) {
		throw new InvalidParameterError(
			`'Metadata' contains '${REPLY_FIELD}', which the node sets itself`,
			'Give that field another name.',
		);
	}
}
