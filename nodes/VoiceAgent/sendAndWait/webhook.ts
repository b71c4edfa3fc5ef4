import type { IDataObject, IWebhookDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { readReplyText } from '../../events/replyText';
import { writeLog } from '../../n8n/node';
import { ANOTHER_QUESTION, ASKED_AGAIN, RESUMED, type ReplyHandover } from '../../n8n/resumeAnswer';
import { isRecord } from '../../text/json';
import { readAnswer } from './answer';
import { askAgainOnce, findSentFollowUps, sendToPerson } from './followUp';
import { type Question, readAskedQuestion } from './question';

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
	if (!isReplyHandover(body)) return refuse(400, { message: 'This is not a reply' });

	const { payload, receivedAt } = body;
	const questionMessageIds = [
		...question.messageIds,
		...(await findSentFollowUps(question, Number(repeated))),
	];
	const { text, reason } = readReplyText(payload, question.textField, questionMessageIds);
	if (reason !== undefined) {
		writeLog(
			this,
			'warn',
			`it is not certain which text of the event is the reply (${JSON.stringify(reason)}), so the reply counts as one without text. Enter the right path as 'Reply Text Field'.`,
		);
	}
	const { isClear, data } = readAnswer(question.expected, text, String(question.body.message));
	if (!isClear && (await askAgainOnce(this, question, Number(repeated), text))) {
		return { webhookResponse: ASKED_AGAIN };
	}
	const isConfirmable = data.approved !== false && data.optedOut !== true;
	if (isClear && isConfirmable) await confirmAnswer(this, question);
	const response = { respondedAt: receivedAt, responder: toResponder(question) };
	const json = { data: { ...data, ...response }, message: payload, repliedAt: receivedAt };
	return { webhookResponse: RESUMED, workflowData: [[{ json, pairedItem: { item: 0 } }]] };
}

const isReplyHandover = (body: unknown): body is ReplyHandover =>
	isRecord(body) && isRecord(body.payload) && typeof body.receivedAt === 'string';

/**
 * Returns the person who was asked, in the form of n8n's own nodes. The reply came in the conversation with them.
 */
const toResponder = ({ body }: Question): IDataObject => ({ id: body.recipient_wa_id, source: 'chatapp' });

/** Sends the text of the option 'Confirmation Message', if there is one. The workflow continues even if that fails. */
async function confirmAnswer(context: IWebhookFunctions, question: Question): Promise<void> {
	const { confirm } = question;
	if (confirm === '') return;
	const sending = await sendToPerson(context, question, () => ({ message: confirm }));
	if (sending.outcome !== 'sent')
		writeLog(context, 'warn', `could not confirm the answer. ${sending.reason}`);
}
