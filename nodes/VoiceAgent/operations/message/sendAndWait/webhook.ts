import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

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
import { REPLY_FIELD } from '../../../../shared/wire/replyReference';
import { unsentMessage } from '../chatAppMessage';
import { readAnswer } from './answer';
import { createReference, type Question, readAskedQuestion } from './question';
import { replyTextIn } from './replyText';

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
	const { text, differing } = replyTextIn(payload, question.textField);
	if (differing) {
		this.logger.warn(
			`Voice Agent "${this.getNode().name}": the event of a reply holds different texts in ${differing.map((path) => JSON.stringify(path)).join(' and ')}, so the reply counts as one without text. Enter the right path as 'Reply Text Field'.`,
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

/**
 * The follow-ups of this process, by question and how often that was repeated before; true if one was sent.
 */
const askedAgain = new Map<string, Promise<boolean>>();

/** The most follow-ups that this process remembers. */
const MOST_REMEMBERED = 1_000;

/** Does the same as {@link sendFollowUp}, once for several unclear replies to one message in this process. */
async function askAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	repeated: number,
): Promise<boolean> {
	const key = `${question.id} ${repeated}`;
	const earlier = askedAgain.get(key);
	if (earlier) return await earlier;
	const asking = sendFollowUp(context, question, repeated);
	askedAgain.set(key, asking);
	const [oldest = key] = askedAgain.keys();
	if (askedAgain.size > MOST_REMEMBERED) askedAgain.delete(oldest);
	return await asking;
}

/**
 * Asks the person once more.
 * @returns false if that is not wanted or fails: the workflow then goes on with the unclear reply.
 */
async function sendFollowUp(
	context: IWebhookFunctions,
	question: Question,
	repeated: number,
): Promise<boolean> {
	const { id, askAgain, body } = question;
	if (!askAgain || repeated >= askAgain.atMost) return false;
	const isSent = await sendToPerson(context, question, () => {
		const reference = createReference(context, { question: id, repeated: repeated + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		return { message: askAgain.message, metadata };
	});
	if (!isSent) warn(context, 'could not ask again after an unclear reply, so the workflow goes on with it');
	return isSent;
}

/** Sends the closing line, if there is one. Without it the workflow goes on all the same. */
async function confirmAnswer(context: IWebhookFunctions, question: Question): Promise<void> {
	const { confirm } = question;
	if (confirm === '' || (await sendToPerson(context, question, () => ({ message: confirm })))) return;
	warn(context, 'could not confirm the answer');
}

/** Sends a message. @returns true if it has gone out. Never throws: n8n would end the execution. */
async function sendToPerson(
	context: IWebhookFunctions,
	{ path, body }: Question,
	changes: () => IDataObject,
): Promise<boolean> {
	try {
		const authentication = context.getNodeParameter('authentication', 'apiKey');
		const client = await VoiceAgentClient.open(context, authentication);
		const ask = createAsk(client, {
			idempotent: false,
			timeoutMs: SEND_TIMEOUT_MS,
			maxRetryAfterMs: SEND_TIMEOUT_MS,
			cancelled: AbortSignal.timeout(SEND_TIMEOUT_MS),
		});
		const answer = await ask(post(path, { ...body, ...changes() }));
		return !unsentMessage(answer.body);
	} catch {
		// The service does not send it, or the credential is gone meanwhile.
		return false;
	}
}

const warn = (context: IWebhookFunctions, message: string): void =>
	context.logger.warn(`Voice Agent "${context.getNode().name}": ${message}`);
