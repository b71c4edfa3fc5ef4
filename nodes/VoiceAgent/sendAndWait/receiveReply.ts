import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { CHAT_APP_RECEIVED } from '../../events/events';
import type { FieldPaths } from '../../events/fieldFinder';
import { findPayloadFields } from '../../events/payloadFields';
import { type EventMessage, parseEventMessage } from '../../messages/eventMessage';
import { writeLog } from '../../n8n/node';
import {
	ASKED_AGAIN,
	onceResumed,
	type ReplyHandover,
	RESUMED,
	WAITS_FOR_OTHER_REPLY,
} from '../../n8n/waitingExecution';
import { toPlainText } from '../../parameters/parseValue';
import { KeyedMutex } from '../../service/concurrency';
import { isRecord } from '../../text/json';
import { isSameText } from '../../text/normalForm';
import type { Result } from '../../text/result';
import { understandReply } from './answer';
import { askAgainOnce, canAskAgain, findSentFollowUps } from './followUp';
import { findQuestion, openClient, type Question, sendToPerson } from './question';

/** The webhook at which n8n accepts a reply for a waiting execution. */
export const replyWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// If this is empty, n8n answers with what `webhook()` returns and not with text of its own.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

/** The text on the canvas beside a node that waits, as an expression. */
export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "Waiting for a reply by chat app. The execution continues when the person answers. Replies arrive only while a workflow with a Voice Agent Trigger for Chat-App Message Received is published." : "" }}';

/** Makes the replies to one question be read one after the other, also while a model reads one. */
const readingOrder = new KeyedMutex();

/**
 * Takes a reply that the trigger hands over. A clear one resumes the execution. After an unclear one the person is asked
 * again, and meanwhile the next reply can be read. n8n has checked the signature of the address before it calls this.
 */
export async function receiveReply(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refuse = (status: number, body: IDataObject): IWebhookResponseData => {
		this.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	const question = findQuestion(this);
	const { question: questionId, repeated }: Record<string, unknown> = { ...this.getQueryData() };
	if (!question || question.id !== questionId) return refuse(404, WAITS_FOR_OTHER_REPLY);
	const handover: unknown = this.getBodyData();
	if (!isReplyHandover(handover)) return refuse(400, { message: 'This is not a reply' });

	const { payload, receivedAt } = handover;
	const followUpCount = Number(repeated);
	const askedIds = [...question.messageIds, ...(await findSentFollowUps(question, followUpCount))];
	const { message, text } = parseReply(payload, question.replyTextPath, askedIds);
	if (!text.ok) {
		writeLog(
			this,
			'warn',
			`it is not certain which text of the event is the reply (${JSON.stringify(text.problem)}), so the reply counts as one without text. Enter the right path as 'Reply Text Field'.`,
		);
	}
	const reply = text.ok ? text.value : '';
	const asked = toPlainText(question.body.message);
	const readReply = async () => await understandReply(this, question.expected, reply, asked);
	const { isClear, data } = await readingOrder.runExclusive([question.id], readReply);
	if (!isClear && canAskAgain(question, followUpCount)) {
		const unclear = { followUpCount, text: reply, messageId: message?.id, payload };
		const followUp = await askAgainOnce(this, question, unclear);
		if (followUp.ok) return { webhookResponse: ASKED_AGAIN };
		if (followUp.problem === 'notWaiting') return refuse(404, WAITS_FOR_OTHER_REPLY);
	}
	const isConfirmable = data.approved !== false && data.optedOut !== true && data.optOut !== 'unclear';
	if (isClear && isConfirmable && question.confirm !== '') await confirmOnceResumed(this, question);
	const json = {
		data: { ...data, respondedAt: receivedAt, responder: toResponder(question) },
		...(message && { message }),
		payload,
	};
	return { webhookResponse: RESUMED, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

const isReplyHandover = (body: unknown): body is ReplyHandover =>
	isRecord(body) && isRecord(body.payload) && typeof body.receivedAt === 'string';

/**
 * Returns the person who was asked, in the form of n8n's own nodes. They count as the one who answered, since the reply
 * came in their conversation.
 */
const toResponder = ({ body }: Question): IDataObject => ({ id: body.recipient_wa_id, source: 'chatapp' });

/**
 * Sends the text of the option 'Confirmation Message' once n8n has resumed the execution with this reply:
 * of several replies at once, in all processes, only that one is confirmed. The workflow does not wait for it.
 */
async function confirmOnceResumed(context: IWebhookFunctions, question: Question): Promise<void> {
	const opening = openClient(context);
	const sendConfirmation = async () => {
		const sent = await sendToPerson(opening, question, () => ({ message: question.confirm }));
		if (!sent.ok) writeLog(context, 'warn', `could not confirm the answer. ${sent.problem.reason}`);
	};
	// n8n gives the credential only until the webhook has ended.
	await Promise.allSettled([opening]);
	onceResumed(context, () => void sendConfirmation());
}

/** A reply, parsed from the payload of its event. */
interface ParsedReply {
	message: EventMessage['record'] | undefined;
	/**
	 * The text that the person wrote or tapped; empty if there is none, as with a photo or a reaction to another message.
	 * The problem says, as a clause, why it is not certain.
	 */
	text: Result<string>;
}

/**
 * Parses a reply. A reaction's emoji counts as its text if it reacts to the question.
 * @param path The path of the text field, if the account names it differently; otherwise empty.
 * @param questionIds The IDs of the messages that asked the question.
 */
export function parseReply(payload: unknown, path: string, questionIds: readonly string[]): ParsedReply {
	const paths: FieldPaths = path === '' ? {} : { 'message.text': path };
	const { record: message, unclearFields = [] } =
		parseEventMessage({ event: CHAT_APP_RECEIVED, payload }, paths) ?? {};
	const unclearText = unclearFields.find(({ field }) => field === 'message.text');
	if (path === '' && unclearText) return { message, text: { ok: false, problem: unclearText.reason } };
	const text = message?.text ?? '';
	return {
		message,
		text: path === '' ? addReactions(text, payload, questionIds) : { ok: true, value: text },
	};
}

/** The names of fields with a reaction to a message. They hold the ID of that message beside the emoji. */
const REACTION_NAMES = ['reaction', 'reactions', 'reaction message', 'message reaction'];

/** Returns the text of a reply, or the emoji of its reaction. An event with a reaction may repeat its emoji as the text. */
function addReactions(text: string, payload: unknown, questionIds: readonly string[]): Result<string> {
	const reactions = findPayloadFields(payload, 'message')
		.flatMap((fields) => REACTION_NAMES.flatMap((name) => fields.get(name) ?? []))
		.flatMap(({ value }) => toReactions(value));
	const allReactToQuestion = reactions.every(({ ids }) => ids.some((id) => questionIds.includes(id)));
	if (!allReactToQuestion) return { ok: true, value: '' };
	const [first = '', ...others] = [text, ...reactions.map(({ emoji }) => emoji)].filter((one) => one !== '');
	return others.every((other) => isSameText(other, first))
		? { ok: true, value: first }
		: { ok: false, problem: 'the text and the reaction differ' };
}

/** A reaction to a message, with every value that could be that message's ID. */
interface Reaction {
	emoji: string;
	ids: string[];
}

/** Returns the reactions in a reaction field. A withdrawn reaction has no emoji. */
function toReactions(field: unknown): Reaction[] {
	if (Array.isArray(field)) return field.flatMap(toReactions);
	const { emoji = isRecord(field) ? field.text : field, ...others } = isRecord(field) ? field : {};
	if (typeof emoji !== 'string' || emoji.trim() === '') return [];
	const values = Object.values(others).flatMap((one) => (isRecord(one) ? Object.values(one) : [one]));
	return [{ emoji, ids: values.filter((one): one is string => typeof one === 'string' && one !== '') }];
}
