import { randomBytes } from 'crypto';
import type { INodeProperties } from 'n8n-workflow';

import { REPLY_FIELD } from '../../events/replyReference';
import {
	findCancelTime,
	findParentExecutionId,
	requireResumeSignature,
	startWaiting,
} from '../../n8n/waitingExecution';
import {
	commonSendParts,
	messageProperties,
	metadataOption,
	planMessage,
	readMessageText,
	readMetadata,
	readSenderAndRecipient,
} from '../message/chatAppMessage';
import { defineOperation, recordOutput } from '../operation';
import {
	expectedReplyFields,
	customWordsOptions,
	composeFollowUp,
	composeQuestion,
	readExpectedReply,
	addReplyInstructions,
} from './expectedReply';
import { readFollowUp, unclearReplyOptions } from './followUp';
import { readHumanReview, toOutputOnTimeout } from './humanReview';
import { createReference, type Question, toMessageIds } from './question';
import {
	noteWaitingSubWorkflow,
	readWaitLimit,
	refuseSecondWaitingSubWorkflow,
	refuseWaitAfterCancel,
	waitLimitOption,
} from './wait';

const SET_UP_URL =
	'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/send-and-wait.md';

/** Says which other workflow the operation needs. A node cannot find out whether it exists. */
const replyNotice: INodeProperties = {
	displayName: `The reply needs a published Voice Agent Trigger with 'Chat-App Message Received' for this business number. <a href="${SET_UP_URL}" target="_blank">Set it up</a>`,
	name: 'replyNotice',
	type: 'notice',
	default: '',
};

/** The notice of human review, the only way in which an AI agent can use this operation. */
const approverNotice: INodeProperties = {
	displayName:
		"The 'Recipient' approves what the AI agent does, so a person has to choose it: a fixed value, or an expression over a node before the agent by its name, e.g. {{ $('Webhook').first().json.phone }}.",
	name: 'approverNotice',
	type: 'notice',
	default: '',
	displayOptions: { show: { '@tool': [true] } },
};

const addReplyInstructionsOption: INodeProperties = {
	displayName: 'Add Reply Instructions',
	name: 'addHowToAnswer',
	type: 'boolean',
	default: true,
	displayOptions: { show: { '/responseType': ['approval', 'choice'] } },
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

const replyTextFieldOption: INodeProperties = {
	displayName: 'Reply Text Field',
	name: 'replyTextField',
	type: 'string',
	default: '',
	placeholder: 'e.g. data.body',
	description:
		'Path of the event field that holds what the person wrote. Leave empty to use the usual fields.',
};

/** Calls send-chatapp-message; the execution then waits for the `chatapp.received` event of the reply. */
export const sendAndWait = defineOperation({
	// n8n checks the signature of replies, and makes the tool for human review, for an operation of this name only.
	value: 'sendAndWait',
	name: 'Send and Wait for Response',
	action: 'Send message and wait for response',
	pastTense: 'sent',
	description:
		"Ask a person by chat app and continue with the answer. Needs a published Voice Agent Trigger with 'Chat-App Message Received'.",
	properties: [
		replyNotice,
		approverNotice,
		...messageProperties('Shall I book the table for 8 pm?'),
		...expectedReplyFields,
	],
	options: [
		addReplyInstructionsOption,
		confirmOption,
		metadataOption,
		waitLimitOption,
		...customWordsOptions,
		...unclearReplyOptions,
		replyTextFieldOption,
	],
	...commonSendParts,
	output: recordOutput(),
	waits: true,
	fieldsOnlyThePanelSets: { metadata: 'Metadata' },
	async request(item) {
		const { parameters, options, context, index } = item;
		const review = readHumanReview(context, index, parameters.label('recipientWaId'));
		const expected = readExpectedReply(item);
		const computeWaitEnd = readWaitLimit(options);
		refuseWaitAfterCancel(computeWaitEnd(), findCancelTime(context));
		const parentId = findParentExecutionId(context);
		if (parentId !== undefined) await refuseSecondWaitingSubWorkflow(context, parentId);
		const addInstructions = (text: string) =>
			options.boolean('addHowToAnswer', true) ? addReplyInstructions(text, expected) : text;
		const question = {
			id: randomBytes(16).toString('hex'),
			expected,
			askAgain: readFollowUp(item, (text) =>
				text === '' ? composeFollowUp(expected) : addInstructions(composeQuestion(text, expected)),
			),
			confirm: options.text('confirm'),
			replyTextPath: options.text('replyTextField'),
		};
		const metadata = readMetadata(options);
		requireResumeSignature(context);
		const reference = createReference(context, { questionId: question.id, followUpCount: 0 });
		const message = review.message || readMessageText(parameters);
		const planned = planMessage(item, {
			...readSenderAndRecipient(parameters),
			message: addInstructions(composeQuestion(message, expected)),
			metadata: { ...metadata, [REPLY_FIELD]: reference },
		});
		const { declined } = review;
		if (declined) return { ...planned, beforeRequest: () => ({ records: [declined] }) };
		return {
			...planned,
			async afterResponse(record, { request: { path, body } }) {
				const asked: Question = {
					...question,
					messageIds: toMessageIds(record),
					path,
					body: { ...body, metadata },
				};
				if (parentId !== undefined) noteWaitingSubWorkflow(context, parentId);
				await startWaiting(context, {
					until: computeWaitEnd(),
					question: asked,
					outputOnTimeout: (input) => toOutputOnTimeout(context.getNode(), input),
				});
				return { json: record };
			},
		};
	},
});
