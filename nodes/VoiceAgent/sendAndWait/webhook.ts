import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { writeLog } from '../../n8n/node';
import { ASKED_AGAIN, NOT_CLEAR, type ReplyHandover, RESUMED, WAITS_FOR_OTHER_REPLY } from '../../n8n/resume';
import { onceResumed } from '../../n8n/waitingExecution';
import { isRecord } from '../../text/json';
import { type Answer, understandReply } from './answer';
import { askAgainOnce, canAskAgain, findSentFollowUps, connectToPerson } from './followUp';
import { type Question, readAskedQuestion } from './question';
import { isSameText } from '../../text/normalForm';
import { CHAT_APP_RECEIVED } from '../../events/events';
import type { FieldPaths } from '../../events/fieldFinder';
import { findPayloadFields } from '../../events/payloadFields';
import { parseEventMessage } from '../../messages/eventMessage';

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

/**
 * Takes a reply that the trigger hands over, in two steps, so that the next reply can be read while a follow-up is on its
 * way. The first step reads it: what answers the question resumes the execution. The second one, if the reply is not clear,
 * asks the person again. n8n has checked the signature of the address by then.
 */
export async function receiveReply(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refuse = (status: number, body: IDataObject): IWebhookResponseData => {
		this.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	const question = readAskedQuestion(this);
	const { question: questionId, repeated } = this.getQueryData() as IDataObject;
	if (!question || question.id !== questionId) return refuse(404, WAITS_FOR_OTHER_REPLY);
	const body: unknown = this.getBodyData();
	if (!isReplyHandover(body)) return refuse(400, { message: 'This is not a reply' });

	const followUpCount = Number(repeated);
	const { payload, receivedAt, unclear } = body;
	const message = parseEventMessage({ event: CHAT_APP_RECEIVED, payload })?.record;
	const resumeWith = (data: IDataObject): IWebhookResponseData => {
		const response = { respondedAt: receivedAt, responder: toResponder(question) };
		const json = {
			data: { ...data, ...response },
			...(message && { message }),
			payload,
		};
		return { webhookResponse: RESUMED, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
	};
	if (unclear) {
		const handedOver = JSON.stringify(payload);
		const reply = { followUpCount, text: String(unclear.text), messageId: message?.id, handedOver };
		const outcome = await askAgainOnce(this, question, reply);
		if (outcome === 'notWaiting') return refuse(404, WAITS_FOR_OTHER_REPLY);
		return outcome === 'askedAgain' ? { webhookResponse: ASKED_AGAIN } : resumeWith(unclear);
	}
	const { isClear, data } = await readReplyAnswer(this, question, { payload, followUpCount });
	if (!isClear && canAskAgain(question, followUpCount)) return { webhookResponse: { ...NOT_CLEAR, data } };
	const isConfirmable = data.approved !== false && data.optedOut !== true && data.optOut !== 'unclear';
	if (isClear && isConfirmable) await confirmOnceResumed(this, question);
	return resumeWith(data);
}

async function readReplyAnswer(
	context: IWebhookFunctions,
	question: Question,
	{ payload, followUpCount }: { payload: IDataObject; followUpCount: number },
): Promise<Answer> {
	const questionMessageIds = [...question.messageIds, ...(await findSentFollowUps(question, followUpCount))];
	const { text, reason } = readReplyText(payload, question.replyTextPath, questionMessageIds);
	if (reason !== undefined) {
		writeLog(
			context,
			'warn',
			`it is not certain which text of the event is the reply (${JSON.stringify(reason)}), so the reply counts as one without text. Enter the right path as 'Reply Text Field'.`,
		);
	}
	return await understandReply(context, question.expected, text, String(question.body.message));
}

const isReplyHandover = (body: unknown): body is ReplyHandover =>
	isRecord(body) && isRecord(body.payload) && typeof body.receivedAt === 'string';

/**
 * Returns the person who was asked, in the form of n8n's own nodes. They count as the one who answered, since the reply
 * came in their conversation.
 */
const toResponder = ({ body }: Question): IDataObject => ({ id: body.recipient_wa_id, source: 'chatapp' });

/**
 * Sends the text of the option 'Confirmation Message', if there is one, once n8n has resumed the execution with this reply:
 * of several replies at once, in all processes, only that one is confirmed. The workflow does not wait for it.
 */
async function confirmOnceResumed(context: IWebhookFunctions, question: Question): Promise<void> {
	const { confirm } = question;
	if (confirm === '') return;
	const person = await connectToPerson(context, question);
	const confirmAnswer = async () => {
		const sending = await person.send({ changes: () => ({ message: confirm }) });
		if ('reason' in sending) writeLog(context, 'warn', `could not confirm the answer. ${sending.reason}`);
	};
	onceResumed(context, () => void confirmAnswer());
}

/** The text that a person wrote or tapped in reply to a question. */
interface ReplyText {
	/** Empty if there is none, as with a photo or a reaction to another message, or if it is not certain. */
	text: string;
	/** The reason why the text is not certain, as a clause. */
	reason?: string;
}

/**
 * Reads the text of a reply from the payload of its event. A reaction's emoji counts if it reacts to the
 * question.
 * @param path The path of the text field, if the account names it differently; otherwise empty.
 * @param questionIds The IDs of the messages that asked the question.
 */
export function readReplyText(payload: unknown, path: string, questionIds: readonly string[]): ReplyText {
	const paths: FieldPaths = path === '' ? {} : { 'message.text': path };
	const { record, unclearFields = [] } =
		parseEventMessage({ event: CHAT_APP_RECEIVED, payload }, paths) ?? {};
	const { text = '' } = record ?? {};
	if (path !== '') return { text };
	const reason = unclearFields.find(({ field }) => field === 'message.text')?.reason;
	if (reason !== undefined) return { text: '', reason };
	const reactions = findPayloadFields(payload, 'message')
		.flatMap((fields) => REACTION_NAMES.flatMap((name) => fields.get(name) ?? []))
		.flatMap(({ value }) => toReactions(value));
	const allReactToQuestion = reactions.every(({ ids }) => ids.some((id) => questionIds.includes(id)));
	// An event with a reaction may repeat its emoji as the text.
	const [first = '', ...others] = [text, ...reactions.map(({ emoji }) => emoji)].filter((one) => one !== '');
	if (!allReactToQuestion) return { text: '' };
	if (others.every((other) => isSameText(other, first))) return { text: first };
	return { text: '', reason: 'the text and the reaction differ' };
}

/** The names of fields with a reaction to a message. They hold the ID of that message beside the emoji. */
const REACTION_NAMES = ['reaction', 'reactions', 'reaction message', 'message reaction'];

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
	const inner = Object.values(others).flatMap((one) => (isRecord(one) ? Object.values(one) : [one]));
	return [{ emoji, ids: inner.filter((one): one is string => typeof one === 'string' && one !== '') }];
}
