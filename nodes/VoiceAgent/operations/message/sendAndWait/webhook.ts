import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readAuthentication } from '../../../../shared/parameters/authentication';
import { writeLog } from '../../../../shared/n8n/log';
import { isRecord } from '../../../../shared/text/json';
import { createAsk } from '../../../../shared/client/ask';
import { VoiceAgentClient } from '../../../../shared/client/client';
import { post } from '../../../../shared/client/serviceRequest';
import {
	ANOTHER_QUESTION,
	ASKED_AGAIN,
	RESUMED,
	type ReplyHandover,
} from '../../../../shared/wire/replyHandover';
import { readMessageText } from '../../../../shared/wire/messageText';
import { REPLY_FIELD } from '../../../../shared/wire/replyReference';
import { unsentMessage } from '../chatAppMessage';
import { readAnswer } from './answer';
import { createReference, type Question, readAskedQuestion, readMessageIds } from './question';

/** The webhook at which n8n accepts a reply for a waiting execution. */
export const replyWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: 'POST',
		responseMode: 'onReceived',
		// Empty: n8n then answers with what `webhook()` returns and not with a text of its own.
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	},
];

/** The text on the canvas beside a node that waits, as an expression. */
export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "Waiting for a reply by chat app. The execution continues when the person answers. Replies arrive only while a workflow with a Voice Agent Trigger for Chat-App Message Received is published." : "" }}';

/** The time for a message to the person, retries included: the trigger waits for the outcome. */
const SEND_TIMEOUT_MS = 15_000;

/** Takes a reply that the trigger hands over. n8n has checked the signature of the address by then. */
export async function receiveReply(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refuse = (status: number, body: IDataObject): IWebhookResponseData => {
		this.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	const question = readAskedQuestion(this);
	const { question: id, repeated } = this.getQueryData() as IDataObject;
	if (!question || question.id !== id) return refuse(404, ANOTHER_QUESTION);
	const body: unknown = this.getBodyData();
	if (!isReplyHandover(body)) return refuse(400, { message: 'This is no reply' });

	const { payload, receivedAt } = body;
	const asked = [...question.messageIds, ...(await sentFollowUps(question, Number(repeated)))];
	const { text, differing } = readMessageText(payload, question.textField, asked);
	if (differing) {
		writeLog(
			this,
			'warn',
			`the event of a reply holds different texts in ${differing.map((path) => JSON.stringify(path)).join(' and ')}, so the reply counts as one without text. Enter the right path as 'Reply Text Field'.`,
		);
	}
	const { isClear, data } = readAnswer(question.expected, text, String(question.body.message));
	if (!isClear && (await askAgainOnce(this, question, Number(repeated))))
		return { webhookResponse: ASKED_AGAIN };
	const isWelcome = data.approved !== false && data.optedOut !== true;
	if (isClear && isWelcome) await confirmAnswer(this, question);
	const response = { respondedAt: receivedAt, responder: toResponder(question) };
	const json = { data: { ...data, ...response }, message: payload, repliedAt: receivedAt };
	return { webhookResponse: RESUMED, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

const isReplyHandover = (body: unknown): body is ReplyHandover =>
	isRecord(body) && isRecord(body.payload) && typeof body.receivedAt === 'string';

/**
 * The person who was asked, in the form that n8n's own nodes give it: the
 * reply came in the conversation with them.
 */
const toResponder = ({ body }: Question): IDataObject => ({ id: body.recipient_wa_id, source: 'chatapp' });

/** The outcome of a message to the person: the IDs of the message, or why it has not gone out. */
type Sending = { isSent: true; messageIds: string[] } | { isSent: false; reason: string };

/** Nothing was to be sent. */
const UNWANTED: Sending = { isSent: false, reason: '' };

/** The follow-ups of this process, by question and how often that was repeated before. */
const followUps = new Map<string, Promise<Sending>>();

/** The most follow-ups that this process remembers. */
const MAX_REMEMBERED_FOLLOW_UPS = 1_000;

const followUpKey = ({ id }: Question, repeated: number): string => `${id} ${repeated}`;

/** The IDs of the follow-ups to a question that this process has sent, which is not all in queue mode. */
async function sentFollowUps(question: Question, repeated: number): Promise<string[]> {
	const ids: string[] = [];
	for (let before = 0; before < repeated; before++) {
		const sending = await followUps.get(followUpKey(question, before));
		if (sending?.isSent) ids.push(...sending.messageIds);
	}
	return ids;
}

/**
 * Does the same as {@link sendFollowUp}, once for several unclear replies to one message in this process.
 * @returns true if the person was asked again.
 */
async function askAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	repeated: number,
): Promise<boolean> {
	const key = followUpKey(question, repeated);
	const asking = followUps.get(key) ?? sendFollowUp(context, question, repeated);
	followUps.set(key, asking);
	const [oldest = key] = followUps.keys();
	if (followUps.size > MAX_REMEMBERED_FOLLOW_UPS) followUps.delete(oldest);
	return (await asking).isSent;
}

/** Asks the person once more, if that is wanted. If not, the workflow goes on with the unclear reply. */
async function sendFollowUp(
	context: IWebhookFunctions,
	question: Question,
	repeated: number,
): Promise<Sending> {
	const { id, askAgain, body } = question;
	if (!askAgain || repeated >= askAgain.atMost) return UNWANTED;
	const sending = await sendToPerson(context, question, () => {
		const reference = createReference(context, { question: id, repeated: repeated + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		return { message: askAgain.message, metadata };
	});
	if (!sending.isSent) {
		writeLog(
			context,
			'warn',
			`could not ask again after an unclear reply, so the workflow goes on with it. ${sending.reason}`,
		);
	}
	return sending;
}

/** Sends the closing line, if there is one. Without it the workflow goes on all the same. */
async function confirmAnswer(context: IWebhookFunctions, question: Question): Promise<void> {
	const { confirm } = question;
	if (confirm === '') return;
	const sending = await sendToPerson(context, question, () => ({ message: confirm }));
	if (!sending.isSent) writeLog(context, 'warn', `could not confirm the answer. ${sending.reason}`);
}

/** Sends a message. Never throws: n8n would end the execution. */
async function sendToPerson(
	context: IWebhookFunctions,
	{ path, body }: Question,
	changes: () => IDataObject,
): Promise<Sending> {
	try {
		const authentication = readAuthentication(context.getNodeParameter('authentication', 'apiKey'));
		const client = await VoiceAgentClient.open(context, authentication);
		const ask = createAsk(client, {
			idempotent: false,
			timeoutMs: SEND_TIMEOUT_MS,
			maxRetryAfterMs: SEND_TIMEOUT_MS,
			cancelled: AbortSignal.timeout(SEND_TIMEOUT_MS),
		});
		const answer = await ask(post(path, { ...body, ...changes() }));
		const unsent = unsentMessage(answer.body);
		if (unsent) return { isSent: false, reason: unsent.message };
		return { isSent: true, messageIds: readMessageIds(answer.body) };
	} catch (error) {
		return { isSent: false, reason: describeCaught(error) };
	}
}

/** Says what kept a message from going out; of a fault in this node also where it is. */
function describeCaught(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const isOurs = [TypeError, ReferenceError, RangeError, SyntaxError].some((type) => error instanceof type);
	return isOurs ? `This is a fault in the node: ${error.stack ?? error.message}` : error.message;
}
