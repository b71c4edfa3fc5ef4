import { type IDataObject, type INodeProperties, type IWebhookFunctions, sleep } from 'n8n-workflow';

import { REPLY_FIELD } from '../../events/replyReference';
import { ConversationReader } from '../../messages/conversationReader';
import type { Message } from '../../messages/message';
import { parseOptOut } from '../../messages/optOut';
import { isHumanReview, writeLog } from '../../n8n/node';
import { isStillWaiting } from '../../n8n/waitingExecution';
import { SharedWork } from '../../service/concurrency';
import type { Item } from '../fields/item';
import { findFollowUpTurn } from './followUpTurn';
import { createReference, type Question, toMessageIds } from './question';
import { readAuthentication } from '../../parameters/fields';
import { type RequestPolicy, VoiceAgentClient, createSend, type Send, post } from '../../service/request';
import { ServiceError } from '../../service/failure';
import { parseSentMessage } from '../message/chatAppMessage';

/** The time for a message to the person, retries included, in milliseconds. The trigger waits for the outcome. */
const SEND_TIMEOUT_MS = 15_000;

/** The outcome of a message to the person. It is unknown if the answer of the service was lost. */
type SendOutcome =
	| { outcome: 'sent'; messageIds: string[] }
	| { outcome: 'notSent' | 'unknown'; reason: string }
	/** Another reply was taken before the message went out, so it was not sent. */
	| { outcome: 'answered' };

/** The connection to the person who was asked. */
interface PersonConnection {
	/** Sends a further message. Never throws: n8n would end the execution. */
	send(message: {
		/** The fields of the body that differ from those of the question. */
		changes: () => IDataObject;
		/** Looks right before each try whether the message is to be sent. */
		isStillWanted?: () => Promise<boolean>;
	}): Promise<SendOutcome>;
	/** Reads the newest messages of the conversation, the oldest first; none if the service does not give them. */
	readConversation(): Promise<Message[]>;
}

/** The number of messages in which a follow-up and other replies are looked for. */
const MESSAGES_TO_LOOK_AT = 20;

/**
 * Connects to the person who was asked. n8n is asked for the credential now, since it gives none once the webhook has
 * ended.
 */
export async function connectToPerson(
	context: IWebhookFunctions,
	{ path, body }: Question,
): Promise<PersonConnection> {
	const open = async () => {
		const credentialType = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
		return await VoiceAgentClient.open(context, credentialType);
	};
	const opened = await open().catch((error: unknown) => ({ error }));
	const createLimitedSend = (policy: Pick<RequestPolicy, 'idempotent' | 'isStillWanted'>): Send => {
		if (!(opened instanceof VoiceAgentClient)) throw opened.error;
		return createSend(opened, { ...policy, endAt: Date.now() + SEND_TIMEOUT_MS });
	};
	return {
		async send({ changes, isStillWanted = async () => true }) {
			let isWanted = true;
			try {
				const send = createLimitedSend({
					idempotent: false,
					isStillWanted: async () => (isWanted = await isStillWanted()),
				});
				const answer = await send(post(path, { ...body, ...changes() }), parseSentMessage);
				return { outcome: 'sent', messageIds: toMessageIds(answer.body) };
			} catch (error) {
				return isWanted ? toOutcome(error) : { outcome: 'answered' };
			}
		},
		async readConversation() {
			try {
				const numbers = {
					contact: String(body.recipient_wa_id),
					ourNumber: String(body.phone_number_id),
				};
				const reader = await ConversationReader.open(createLimitedSend({ idempotent: true }), numbers);
				return await reader.fetchNewest(MESSAGES_TO_LOOK_AT);
			} catch {
				return [];
			}
		},
	};
}

function toOutcome(error: unknown): SendOutcome {
	const isKnown = !(error instanceof ServiceError) || error.request?.isOutcomeKnown === true;
	return { outcome: isKnown ? 'notSent' : 'unknown', reason: describeCaught(error) };
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
		atMost: options.integer('askAgainAtMost', DEFAULT_MAX_FOLLOW_UPS),
	};
}

/** A follow-up, and the reply that it follows. */
interface FollowUp {
	/** The handed-over reply, as text. */
	reply: string;
	sending: Promise<SendOutcome>;
}

/** The newest follow-ups of this process, by the question and the number of follow-ups before. */
const followUps = new SharedWork<FollowUp>({ ttlMs: Infinity, maxKeys: 1_000 });

const followUpKey = ({ id }: Question, followUpCount: number): string => `${id} ${followUpCount}`;

/** Returns the IDs of the follow-ups to a question. In queue mode, other processes may have sent some, which are missing. */
export async function findSentFollowUps(question: Question, followUpCount: number): Promise<string[]> {
	const ids: string[] = [];
	for (let before = 0; before < followUpCount; before++) {
		const followUp = await followUps.find(followUpKey(question, before));
		const sent = await followUp?.sending;
		if (sent?.outcome === 'sent') ids.push(...sent.messageIds);
	}
	return ids;
}

/** The reply that is not clear. */
interface UnclearReply {
	/** The number of follow-ups before the reply. */
	followUpCount: number;
	/** The text that the person has written. */
	text: string;
	/** The ID of the message; undefined if its event does not say it. */
	messageId: string | undefined;
	/** The reply as it was handed over, which tells it from others. */
	handedOver: string;
}

/** Tells whether the person can be asked again after a reply that is not clear. */
export const canAskAgain = ({ askAgain }: Question, followUpCount: number): boolean =>
	askAgain !== undefined && followUpCount < askAgain.atMost;

/**
 * Asks the person again, once for each message that asked: of several unclear replies to it, only the first has a
 * follow-up.
 * @returns `askedAgain` if a follow-up went out, or may have; `notAsked` if the workflow is to continue with the unclear
 * reply; `notWaiting` if the question has another answer, or another reply a follow-up.
 */
export async function askAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	unclear: UnclearReply,
): Promise<'askedAgain' | 'notAsked' | 'notWaiting'> {
	const begin = async () => ({
		reply: unclear.handedOver,
		sending: sendFollowUp(context, question, unclear),
	});
	const followUp = await followUps.share(followUpKey(question, unclear.followUpCount), begin);
	if (followUp.reply !== unclear.handedOver) return 'notWaiting';
	const { outcome } = await followUp.sending;
	if (outcome === 'answered') return 'notWaiting';
	return outcome === 'notSent' ? 'notAsked' : 'askedAgain';
}

/** A sentence for a person whose unclear reply may have been an opt-out, such as "cancel". */
const HOW_TO_OPT_OUT = 'Reply STOP to get no more messages.';

/**
 * The time in which n8n stores that another process has resumed the execution with a reply that came at the same moment,
 * in milliseconds.
 */
const SETTLE_MS = 1_000;

/** How often it is looked whether another unclear reply has a follow-up, each time after {@link SETTLE_MS}. */
const MAX_TURNS = 5;

/**
 * Asks the person again, unless the question is answered before the follow-up goes out, or another reply has one. If no
 * follow-up was sent, the workflow continues with the unclear reply. If it is unknown whether one was sent, the
 * execution keeps waiting: the person may answer.
 */
async function sendFollowUp(
	context: IWebhookFunctions,
	question: Question,
	{ followUpCount, text, messageId: replyId }: UnclearReply,
): Promise<SendOutcome> {
	const { id, askAgain, body, messageIds: questionIds } = question;
	const followUpMessage = askAgain?.message ?? '';
	const message =
		parseOptOut(text) === 'unclear' ? `${followUpMessage}\n\n${HOW_TO_OPT_OUT}` : followUpMessage;
	const person = await connectToPerson(context, question);
	const isStillWanted = async () => {
		for (let turn = 0; turn < MAX_TURNS; turn++) {
			await sleep(SETTLE_MS);
			if (!(await isStillWaiting(context, question as unknown as IDataObject))) return false;
			const conversation = await person.readConversation();
			const found = findFollowUpTurn(conversation, { replyId, questionIds, message, followUpCount });
			if (found !== 'later') return found === 'now';
		}
		return true;
	};
	const changes = () => {
		const reference = createReference(context, { questionId: id, followUpCount: followUpCount + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		return { message, metadata };
	};
	const sending = await person.send({ changes, isStillWanted });
	if (sending.outcome === 'notSent' || sending.outcome === 'unknown') {
		const result =
			sending.outcome === 'notSent'
				? 'could not ask again after an unclear reply, so the workflow goes on with it'
				: 'it is unknown whether the person was asked again after an unclear reply, so the execution goes on waiting';
		writeLog(context, 'warn', `${result}. ${sending.reason}`);
	}
	return sending;
}
