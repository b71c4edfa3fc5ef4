import type { IDataObject, INodeProperties, IWebhookFunctions } from 'n8n-workflow';

import { REPLY_FIELD } from '../../events/replyReference';
import { parseOptOut } from '../../messages/optOut';
import { isHumanReview, writeLog } from '../../n8n/node';
import { SharedWork } from '../../service/concurrency';
import type { Item } from '../fields/item';
import { createReference, type Question, readMessageIds } from './question';
import { readAuthentication } from '../../parameters/fields';
import { VoiceAgentClient } from '../../service/client';
import { ServiceError } from '../../service/errors';
import { createSend } from '../../service/send';
import { post } from '../../service/serviceRequest';
import { readSentMessage } from '../message/chatAppMessage';

/** The time for a message to the person, retries included, in milliseconds. The trigger waits for the outcome. */
const SEND_TIMEOUT_MS = 15_000;

/** The outcome of a message to the person. It is unknown if the answer of the service was lost. */
type SendOutcome =
	{ outcome: 'sent'; messageIds: string[] } | { outcome: 'notSent' | 'unknown'; reason: string };

/**
 * Sends a further message to the person who was asked. Never throws: n8n would end the execution.
 * @param changes Returns the fields of the body that differ from those of the question.
 */
export async function sendToPerson(
	context: IWebhookFunctions,
	{ path, body }: Question,
	changes: () => IDataObject,
): Promise<SendOutcome> {
	try {
		const authentication = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
		const client = await VoiceAgentClient.open(context, authentication);
		const send = createSend(client, {
			idempotent: false,
			sentFrom: 'trigger',
			endAt: Date.now() + SEND_TIMEOUT_MS,
		});
		const answer = await send(post(path, { ...body, ...changes() }), readSentMessage);
		return { outcome: 'sent', messageIds: readMessageIds(answer.body) };
	} catch (error) {
		const isKnown = !(error instanceof ServiceError) || error.request?.isOutcomeKnown === true;
		return { outcome: isKnown ? 'notSent' : 'unknown', reason: describeCaught(error) };
	}
}

/** Says why a message was not sent. For a bug in this node, it includes the stack. */
function describeCaught(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const isOurs = [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type);
	return isOurs ? `This is a fault in the node: ${error.stack ?? error.message}` : error.message;
}

const DEFAULT_MAX_FOLLOW_UPS = 1;

/** The conditions under which the panel shows an option. A reply of free text is never unclear. */
const SHOWN_IF_UNCLEAR_IS_POSSIBLE = { show: { '/responseType': ['approval', 'choice'] } };
const SHOWN_IF_ASKED_AGAIN = {
	show: { '/responseType': ['approval', 'choice'], unclearReply: ['askAgain'] },
};

/** The options for a reply that is not clear. */
export const unclearReplyOptions: INodeProperties[] = [
	{
		displayName: 'Unclear Reply',
		name: 'unclearReply',
		type: 'options',
		default: 'askAgain',
		displayOptions: SHOWN_IF_UNCLEAR_IS_POSSIBLE,
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
		default: '',
		placeholder: 'e.g. Sorry, which day?',
		displayOptions: SHOWN_IF_ASKED_AGAIN,
		description:
			'What to send after an unclear reply, with the choices below it. If empty, the node asks for "Yes" or "No", or for one of the choices.',
	},
	{
		displayName: 'Max Follow-Ups',
		name: 'askAgainAtMost',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 20 },
		default: DEFAULT_MAX_FOLLOW_UPS,
		displayOptions: SHOWN_IF_ASKED_AGAIN,
		description: 'How many times to ask again. After that, an unclear reply continues the workflow.',
	},
];

/**
 * Reads what to send after an unclear reply.
 * @param compose Returns the message for the text of Follow-Up Message, which may be empty.
 */
export function readFollowUp(
	{ options, context }: Pick<Item, 'options' | 'context'>,
	compose: (text: string) => string,
): Question['askAgain'] {
	// An AI agent understands what a person writes instead of yes or no.
	const defaultAction = isHumanReview(context.getNode()) ? 'passOn' : 'askAgain';
	const action = options.has('unclearReply') ? options.choice('unclearReply') : defaultAction;
	if (action === 'passOn') return undefined;
	return {
		message: compose(options.text('askAgainMessage')),
		atMost: options.integerOr('askAgainAtMost', DEFAULT_MAX_FOLLOW_UPS),
	};
}

/** The outcome if the option asks for no follow-up, or for no further one. */
const NO_FOLLOW_UP: SendOutcome = { outcome: 'notSent', reason: '' };

/** The newest follow-ups of this process, by the question and the number of follow-ups before. */
const followUps = new SharedWork<SendOutcome>({ ttlMs: Infinity, maxKeys: 1_000 });

const followUpKey = ({ id }: Question, followUpCount: number): string => `${id} ${followUpCount}`;

/** Returns the IDs of the follow-ups to a question. In queue mode, other processes may have sent some, which are missing. */
export async function findSentFollowUps(question: Question, followUpCount: number): Promise<string[]> {
	const ids: string[] = [];
	for (let before = 0; before < followUpCount; before++) {
		const sending = await followUps.find(followUpKey(question, before));
		if (sending?.outcome === 'sent') ids.push(...sending.messageIds);
	}
	return ids;
}

/**
 * Does the same as {@link sendFollowUp}, once for several unclear replies to one message in this process.
 * @returns true if the person was asked again, or may have been.
 */
export async function askAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	followUpCount: number,
	reply: string,
): Promise<boolean> {
	const key = followUpKey(question, followUpCount);
	const send = async () => await sendFollowUp(context, question, followUpCount, reply);
	return (await followUps.share(key, send)).outcome !== 'notSent';
}

/** A sentence for a person whose unclear reply may have been an opt-out, such as "cancel". */
const HOW_TO_OPT_OUT = 'Reply STOP to get no more messages.';

/**
 * Asks the person again, unless there were enough follow-ups. If no follow-up was sent, the workflow continues with
 * the unclear reply. If it is unknown whether one was sent, the execution keeps waiting: the person may answer.
 */
async function sendFollowUp(
	context: IWebhookFunctions,
	question: Question,
	followUpCount: number,
	reply: string,
): Promise<SendOutcome> {
	const { id, askAgain, body } = question;
	if (!askAgain || followUpCount >= askAgain.atMost) return NO_FOLLOW_UP;
	const message =
		parseOptOut(reply) === 'unclear' ? `${askAgain.message}\n\n${HOW_TO_OPT_OUT}` : askAgain.message;
	const sending = await sendToPerson(context, question, () => {
		const reference = createReference(context, { questionId: id, followUpCount: followUpCount + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		return { message, metadata };
	});
	if (sending.outcome !== 'sent') {
		const result =
			sending.outcome === 'notSent'
				? 'could not ask again after an unclear reply, so the workflow goes on with it'
				: 'it is unknown whether the person was asked again after an unclear reply, so the execution goes on waiting';
		writeLog(context, 'warn', `${result}. ${sending.reason}`);
	}
	return sending;
}
