import { type IDataObject, type INodeProperties, type IWebhookFunctions, sleep } from 'n8n-workflow';

import { REPLY_FIELD } from '../../events/replyReference';
import { ConversationReader } from '../../messages/conversationReader';
import type { Message } from '../../messages/message';
import { parseOptOut } from '../../messages/optOut';
import { isHumanReview, writeLog } from '../../n8n/node';
import { isStillWaiting } from '../../n8n/waitingExecution';
import { toPlainText } from '../../parameters/parseValue';
import { SharedWork } from '../../service/concurrency';
import type { VoiceAgentClient } from '../../service/request';
import { isSameText } from '../../text/normalForm';
import type { Result } from '../../text/result';
import type { Item } from '../fields/item';
import { createLimitedSend, createReference, openClient, type Question, sendToPerson } from './question';

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
		atMost: options.integer('askAgainAtMost', DEFAULT_MAX_FOLLOW_UPS),
	};
}

/**
 * The outcome of asking again: the IDs of the follow-up, or no IDs if it is unknown whether it was sent. With `notSent`
 * the workflow is to continue with the unclear reply. With `notWaiting` the question has an answer, or another reply got
 * the follow-up.
 */
type FollowUpResult = Result<string[], 'notSent' | 'notWaiting'>;

/** A follow-up, and the reply that it follows. */
interface FollowUp {
	/** The payload of the reply, in JSON. */
	reply: string;
	sending: Promise<FollowUpResult>;
}

/** The newest follow-ups of this process, by the question and the number of follow-ups before. */
const followUps = new SharedWork<FollowUp>({ ttlMs: Infinity, maxKeys: 1_000 });

const toFollowUpKey = ({ id }: Question, followUpCount: number): string => `${id} ${followUpCount}`;

/** Returns the IDs of the follow-ups to a question. In queue mode, other processes may have sent some, which are missing. */
export async function findSentFollowUps(question: Question, followUpCount: number): Promise<string[]> {
	const ids: string[] = [];
	for (let before = 0; before < followUpCount; before++) {
		const followUp = await followUps.find(toFollowUpKey(question, before));
		const sent = await followUp?.sending;
		if (sent?.ok) ids.push(...sent.value);
	}
	return ids;
}

/** A reply that is not clear. */
interface UnclearReply {
	/** The number of follow-ups before the reply. */
	followUpCount: number;
	/** The text that the person has written. */
	text: string;
	/** The ID of the message; undefined if its event does not say it. */
	messageId: string | undefined;
	/** The payload of its event, which tells it from others. */
	payload: IDataObject;
}

/** Tells whether the person can be asked again after a reply that is not clear. */
export const canAskAgain = ({ askAgain }: Question, followUpCount: number): boolean =>
	askAgain !== undefined && followUpCount < askAgain.atMost;

/**
 * Asks the person again, once for each message that asked: of several unclear replies to it, only the first gets a
 * follow-up.
 */
export async function askAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	unclear: UnclearReply,
): Promise<FollowUpResult> {
	const reply = JSON.stringify(unclear.payload);
	const begin = async () => ({ reply, sending: sendFollowUp(context, question, unclear) });
	const followUp = await followUps.share(toFollowUpKey(question, unclear.followUpCount), begin);
	return followUp.reply === reply ? await followUp.sending : { ok: false, problem: 'notWaiting' };
}

/** A sentence for a person whose unclear reply may have been an opt-out, such as "cancel". */
const HOW_TO_OPT_OUT = 'Reply STOP to get no more messages.';

/**
 * How long to wait before each check whether the follow-up is still wanted, in milliseconds. Another process may have
 * resumed the execution at the same moment with another reply, and n8n needs this time to store that.
 */
const CHECK_DELAY_MS = 1_000;

/** How many times to check at most while another unclear reply comes first. */
const MAX_CHECKS = 5;

/** Asks the person again, unless the question is answered before the follow-up goes out, or another reply has one. */
async function sendFollowUp(
	context: IWebhookFunctions,
	question: Question,
	{ followUpCount, text, messageId: replyId }: UnclearReply,
): Promise<FollowUpResult> {
	const { id, askAgain, body, messageIds: questionIds } = question;
	const followUpMessage = askAgain?.message ?? '';
	const message =
		parseOptOut(text) === 'unclear' ? `${followUpMessage}\n\n${HOW_TO_OPT_OUT}` : followUpMessage;
	const opening = openClient(context);
	const isStillWanted = async () => {
		for (let check = 0; check < MAX_CHECKS; check++) {
			await sleep(CHECK_DELAY_MS);
			if (!(await isStillWaiting(context, question))) return false;
			const conversation = await fetchConversation(await opening, question);
			const decision = decideOnFollowUp(conversation, { replyId, questionIds, message, followUpCount });
			if (decision !== 'later') return decision === 'now';
		}
		return true;
	};
	const toChanges = () => {
		const reference = createReference(context, { questionId: id, followUpCount: followUpCount + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		return { message, metadata };
	};
	const sent = await sendToPerson(opening, question, toChanges, isStillWanted);
	if (sent.ok) return sent;
	const { state, reason } = sent.problem;
	if (state === 'notWanted') return { ok: false, problem: 'notWaiting' };
	const result =
		state === 'notSent'
			? 'could not ask again after an unclear reply, so the workflow goes on with it'
			: 'it is unknown whether the person was asked again after an unclear reply, so the execution goes on waiting';
	writeLog(context, 'warn', `${result}. ${reason}`);
	return state === 'notSent' ? { ok: false, problem: state } : { ok: true, value: [] };
}

/** The number of messages in which a follow-up and other replies are looked for. */
const MESSAGES_TO_LOOK_AT = 20;

/** Fetches the newest messages with the person, the oldest first; none if the service does not give them. */
async function fetchConversation(client: VoiceAgentClient, { body }: Question): Promise<Message[]> {
	const numbers = {
		contact: toPlainText(body.recipient_wa_id),
		ourNumber: toPlainText(body.phone_number_id),
	};
	try {
		const reader = await ConversationReader.open(createLimitedSend(client, { idempotent: true }), numbers);
		return await reader.fetchNewest(MESSAGES_TO_LOOK_AT);
	} catch {
		return [];
	}
}

/** The follow-up to an unclear reply, as far as the conversation tells about it. */
interface FollowUpQuery {
	/** The ID of the unclear reply; undefined if its event does not say it. */
	replyId: string | undefined;
	/** The IDs of the first message that asked: the provider's and the service's. */
	questionIds: readonly string[];
	/** The text of the follow-up. */
	message: string;
	/** The number of follow-ups before the reply. */
	followUpCount: number;
}

/**
 * Decides whether the person is to be asked again after a reply. Another process may have got another unclear reply to
 * the same message at the same moment: then the first one in the conversation gets the follow-up.
 * @param conversation The newest messages with the person, the oldest first.
 * @returns `asked` if a follow-up was sent before; `later` if another reply comes first, whose follow-up may yet be sent.
 */
export function decideOnFollowUp(
	conversation: readonly Message[],
	{ replyId, questionIds, message, followUpCount }: FollowUpQuery,
): 'now' | 'later' | 'asked' {
	const question = conversation.findLastIndex(({ id }) => id !== undefined && questionIds.includes(id));
	if (question < 0) return 'now';
	const since = conversation.slice(question + 1);
	const sent = since.filter(({ direction, failed }) => direction === 'outbound' && !failed);
	const followUps = sent.filter(({ text }) => isSameText(text, message));
	if (followUps.length > followUpCount) return 'asked';
	const lastSent = since.findLastIndex(({ direction }) => direction === 'outbound');
	const replies = since.slice(lastSent + 1).filter(({ direction }) => direction === 'inbound');
	const isListed = replies.some(({ id }) => id !== undefined && id === replyId);
	return isListed && replies[0]?.id !== replyId ? 'later' : 'now';
}
