import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { isRecord } from '../../../../shared/json';
import { openService } from '../../../../shared/service/openService';
import { send } from '../../../../shared/service/request';
import { ANOTHER_QUESTION, ASKED_AGAIN, RESUMED, type HandedOver } from '../../../../shared/wire/handOver';
import { REPLY_FIELD } from '../../../../shared/wire/replyReference';
import { unsentMessage } from '../chatAppMessage';
import { answerTo } from './answer';
import { askedQuestion, type Question } from './question';
import { referenceTo } from './reference';
import { replyTextIn } from './replyText';

/** Where n8n takes a reply for an execution that waits. */
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

/** What the canvas says beside a node that waits. */
export const WAITING_TOOLTIP =
	'={{ $parameter["operation"] === "sendAndWait" ? "Waiting for a reply by chat app. The execution continues when the person answers. Replies arrive only while a workflow with a Voice Agent Trigger for Chat-App Message Received is published." : "" }}';

/** How long asking again may take, in milliseconds; the trigger waits for the outcome. */
const ASK_AGAIN_TIMEOUT = 15_000;

/** Takes a reply that the trigger hands over. n8n has checked the signature of the address by then. */
export async function receiveReply(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const refuse = (status: number, body: IDataObject): IWebhookResponseData => {
		this.getResponseObject().status(status).json(body);
		return { noWebhookResponse: true };
	};
	const question = askedQuestion(this);
	const { question: id, repeated } = this.getQueryData() as IDataObject;
	if (!question || question.id !== id) return refuse(404, ANOTHER_QUESTION);
	const body: unknown = this.getBodyData();
	if (!isHandedOver(body)) return refuse(400, { message: 'This is no reply' });

	const { payload, receivedAt } = body;
	const { text, differing } = replyTextIn(payload, question.textField);
	if (differing) {
		this.logger.warn(
			`Voice Agent "${this.getNode().name}": the event of a reply holds different texts in ${differing.map((path) => JSON.stringify(path)).join(' and ')}, so the reply counts as one without text. Enter the right path as Reply Text Field.`,
		);
	}
	const { isClear, data } = answerTo(question.expected, text);
	if (!isClear && (await asksAgainOnce(this, question, Number(repeated))))
		return { webhookResponse: ASKED_AGAIN };
	const json = { data, message: payload, repliedAt: receivedAt };
	return { webhookResponse: RESUMED, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

const isHandedOver = (body: unknown): body is HandedOver =>
	isRecord(body) && isRecord(body.payload) && typeof body.receivedAt === 'string';

/** Whether the person was asked once more, by question and how often that was repeated before. */
const askedAgain = new Map<string, Promise<boolean>>();

/** The most of these that this process remembers. */
const MOST_REMEMBERED = 1_000;

/** The same as {@link asksAgain}; but of several unclear replies to one message only the first sends another, in this process. */
async function asksAgainOnce(
	context: IWebhookFunctions,
	question: Question,
	repeated: number,
): Promise<boolean> {
	const key = `${question.id} ${repeated}`;
	const earlier = askedAgain.get(key);
	if (earlier) return await earlier;
	const asking = asksAgain(context, question, repeated);
	askedAgain.set(key, asking);
	const [oldest = key] = askedAgain.keys();
	if (askedAgain.size > MOST_REMEMBERED) askedAgain.delete(oldest);
	return await asking;
}

/**
 * Whether the person was asked once more. If that does not work, the workflow goes on with what there is. Never throws: n8n would
 * end the execution.
 */
async function asksAgain(
	context: IWebhookFunctions,
	{ id, askAgain, path, body }: Question,
	repeated: number,
): Promise<boolean> {
	if (!askAgain || repeated >= askAgain.atMost) return false;
	try {
		const service = await openService(context, context.getNodeParameter('authentication', 'apiKey'));
		const reference = referenceTo(context, { question: id, repeated: repeated + 1 });
		const metadata = { ...(body.metadata as IDataObject | undefined), [REPLY_FIELD]: reference };
		const request = { method: 'POST', path, body: { ...body, message: askAgain.message, metadata } } as const;
		const response = await send(context, service, request, ASK_AGAIN_TIMEOUT);
		if (response.ok && !unsentMessage(response.body)) return true;
	} catch {
		// Such as a credential that is gone meanwhile.
	}
	context.logger.warn(
		`Voice Agent "${context.getNode().name}": could not ask again after an unclear reply, so the workflow goes on with it`,
	);
	return false;
}
