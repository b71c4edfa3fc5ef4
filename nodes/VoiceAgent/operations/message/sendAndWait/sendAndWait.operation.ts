import { randomBytes } from 'crypto';

import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { REPLY_FIELD } from '../../../../shared/wire/replyReference';
import type { Item } from '../../../execution/item';
import type { Operation } from '../../../execution/operation';
import { Refusal } from '../../../execution/refusal';
import {
	messageOf,
	messageProperties,
	metadataOf,
	metadataOption,
	planMessage,
	sending,
} from '../chatAppMessage';
import { expectedOf, expectedProperties, messageWith } from './expected';
import { declinedCall, messageWithParameters, unanswered } from './humanReview';
import { referenceTo } from './reference';
import type { Question } from './question';
import { replyNotice } from './replyNotice';
import { waitLimitOf, waitLimitOption } from './waitLimit';

const DEFAULT_REPEATS = 2;
const DEFAULT_REPEAT_MESSAGE = 'Sorry, that was not clear. Please answer the question above.';

const unclearReplyOptions: INodeProperties[] = [
	{
		displayName: 'Unclear Reply',
		name: 'unclearReply',
		type: 'options',
		default: 'passOn',
		options: [
			{ name: 'Ask Again', value: 'askAgain', description: 'Send a message and go on waiting' },
			{ name: 'Pass On', value: 'passOn', description: 'Go on with what the person wrote' },
		],
		description: 'What to do with a reply that neither approves nor declines, or that is none of the choices',
	},
	{
		displayName: 'Ask Again Message',
		name: 'askAgainMessage',
		type: 'string',
		default: DEFAULT_REPEAT_MESSAGE,
		displayOptions: { show: { unclearReply: ['askAgain'] } },
		description: 'What to send after an unclear reply',
	},
	{
		displayName: 'Ask Again at Most',
		name: 'askAgainAtMost',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: DEFAULT_REPEATS,
		displayOptions: { show: { unclearReply: ['askAgain'] } },
		description: 'How many times to ask again; an unclear reply after that is passed on',
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

/** send-chatapp-message (interface section 4); the execution then waits for the `chatapp.received` event of the reply (section 6). */
export const sendAndWait: Operation = {
	// n8n checks the signature of replies, and makes the tool for human review, for an operation of this name only.
	value: 'sendAndWait',
	name: 'Send and Wait for Reply',
	action: 'Send a message and wait for the reply',
	participle: 'sent',
	description:
		'Ask a person by chat app and continue with the answer. Needs a published Voice Agent Trigger with Chat-App Message Received.',
	hiddenFromAgents: true,
	properties: [replyNotice, ...messageProperties('Shall I book the table for 8 pm?'), ...expectedProperties],
	options: [metadataOption, waitLimitOption, ...unclearReplyOptions, replyTextFieldOption],
	...sending,
	answer: { kind: 'record' },
	waits: true,
	guardedFields: { metadata: 'Metadata' },
	plan(item) {
		const expected = expectedOf(item);
		const until = waitLimitOf(item.options);
		const askAgain = askAgainOf(item);
		const textField = item.options.text('replyTextField');
		const question = randomBytes(16).toString('hex');
		const metadata = metadataOf(item);
		refuseOwnMetadata(metadata);
		requireSignatures(item.context);
		const reference = referenceTo(item.context, { question, repeated: 0 });
		const message = messageWithParameters(item.context, item.index) ?? messageOf(item);
		const planned = planMessage(item, {
			message: messageWith(message, expected),
			metadata: { ...metadata, [REPLY_FIELD]: reference },
		});
		const declined = declinedCall(item.context, item.index);
		if (declined) return { ...planned, preview: () => declined };
		return {
			...planned,
			wait({ path, body }) {
				const asked: Question = {
					id: question,
					expected,
					askAgain,
					textField,
					path,
					body: { ...body, metadata },
				};
				return {
					until: until(),
					question: asked as unknown as IDataObject,
					unanswered: unanswered(item.context.getNode()),
				};
			},
		};
	},
};

function askAgainOf({ options }: Item): Question['askAgain'] {
	if (!options.has('unclearReply') || options.choice('unclearReply') === 'passOn') return undefined;
	return {
		message: options.text('askAgainMessage') || DEFAULT_REPEAT_MESSAGE,
		atMost: options.has('askAgainAtMost') ? options.integer('askAgainAtMost') : DEFAULT_REPEATS,
	};
}

/** Without our own field in the metadata, no reply would ever arrive. */
function refuseOwnMetadata(metadata: IDataObject = {}): void {
	if (Object.hasOwn(metadata, REPLY_FIELD)) {
		throw new Refusal(
			`Metadata holds ${REPLY_FIELD}, which the node sets by itself`,
			'Give that field another name.',
		);
	}
}

/** Some versions of n8n check signatures of those executions only that ask for it. */
function requireSignatures(
	context: IExecuteFunctions & { setSignatureValidationRequired?: () => void },
): void {
	context.setSignatureValidationRequired?.();
}
