import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { writeLog } from '../n8n/node';
import { decodeBody, toLogText } from '../service/webhookRequest';
import { unrefSleep } from '../service/timing';
import { parseExactJson, isRecord } from '../text/json';
import { parseCallInProgress } from '../events/eventRecord';
import { formatTime } from '../text/time';
import {
	receiveRawBody,
	isAnswerOfWaitingExecution,
	markAnswerOfWaitingExecution,
	replaceAnswer,
	type WebhookResponse,
} from '../n8n/webhook';
import { type FunctionCall, parseArguments } from './arguments';
import { getSecretHash, SECRET_HEADER, verifySecret } from './registration';
import { readFunctionCallSettings, type FunctionCallSettings } from './settings';

/** The longest answer, in bytes of its JSON. */
const MAX_ANSWER_BYTES = 65_536;

/**
 * Makes the answer to the agent from the JSON of the last node's items: an object for one item, a list for several,
 * an empty object for none. A value that is not an object becomes the field `answer`. If the answer is too long for
 * an agent, `answer` has the beginning of its JSON, and `hint` says so.
 */
export function toAnswer(items: unknown[]): IDataObject | IDataObject[] {
	const objects = items.map((item) => (isRecord(item) ? item : { answer: item })) as IDataObject[];
	const answer = objects.length > 1 ? objects : (objects[0] ?? {});
	const json = Buffer.from(JSON.stringify(answer));
	if (json.length <= MAX_ANSWER_BYTES) return answer;
	// A character whose last bytes are cut off is left out.
	const beginning = new TextDecoder().decode(json.subarray(0, MAX_ANSWER_BYTES), { stream: true });
	return { answer: beginning, hint: 'The answer was cut after 64 KB.' };
}

/** The time that an answer may take to reach the agent, in milliseconds. */
const ANSWER_LATENCY_MS = 1_000;

/** Accepts a call of the agent's function, and answers it with the output of the workflow's last node. */
export async function receiveFunctionCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Neither the request nor its headers and socket say when a call arrived at n8n, so its time begins here.
	const receivedAt = Date.now();
	const response = context.getResponseObject();
	const respond = (status: number, body: IDataObject): IWebhookResponseData => {
		response.status(status).json(body);
		return { noWebhookResponse: true };
	};
	const log = (text: string) => writeLog(context, 'warn', text);

	const { headers } = context.getRequestObject();
	const header = Object.hasOwn(headers, SECRET_HEADER) ? headers[SECRET_HEADER] : undefined;
	const verification = verifySecret(header, getSecretHash(context));
	if (!verification.ok) {
		log(`refused a call: ${verification.problem}`);
		return respond(401, { error: 'Unauthorized' });
	}

	let settings: FunctionCallSettings;
	try {
		settings = readFunctionCallSettings(context);
	} catch (error) {
		log(`a call was refused: ${toLogText(error)}`);
		return respond(503, { error: 'Temporarily unavailable' });
	}
	let functionCall: FunctionCall;
	try {
		functionCall = await parseFunctionCall(context);
	} catch (error) {
		log(`a call was refused, because its body could not be read: ${toLogText(error)}`);
		return respond(400, { error: 'The body could not be read' });
	}
	const { parameters, runsWithoutRequiredParameters } = settings;
	const { values, instructions } = parseArguments(functionCall, parameters);
	if (instructions.length > 0 && !runsWithoutRequiredParameters) {
		return respond(200, { error: instructions.join('. ') });
	}

	const { payload, query } = functionCall;
	const names = parameters.map(({ name }) => name);
	const phoneCall = parseCallInProgress(payload, names);
	// The field is not called `arguments`, since n8n refuses that word in expressions.
	const item = {
		parameters: values,
		...(phoneCall && { call: phoneCall }),
		payload,
		query,
		receivedAt: formatTime(receivedAt),
	};
	answerInTime(response, receivedAt, settings, (items) => isCallItself(context, items, item));
	return { workflowData: [[{ json: item as IDataObject }]] };
}

const CALL_ITSELF_ANSWER = {
	error:
		'No node has made an answer to this call. To test the answer in n8n, choose Execute workflow on the canvas: the button in the trigger runs the trigger alone.',
};

/**
 * Tells whether the last node gives the output of the trigger itself, which is no answer: in the editor, Execute Step in the
 * trigger's panel runs no other node.
 */
const isCallItself = (context: IWebhookFunctions, items: unknown[], own: object): boolean =>
	(context.getMode() === 'manual' || context.getChildNodes(context.getNode().name).length === 0) &&
	JSON.stringify(items) === JSON.stringify([own]);

/**
 * Answers with the output of the last node, or with the message for a failure once the agent's time is nearly up.
 * @param isNoAnswer Tells whether that output is not meant for the agent.
 */
function answerInTime(
	response: WebhookResponse,
	receivedAt: number,
	{ timeoutMs, messageOnFailure }: FunctionCallSettings,
	isNoAnswer: (items: unknown[]) => boolean,
): void {
	const failureAnswer = { error: messageOnFailure };
	const answerNow = replaceAnswer(response, (status, items) => {
		if (status >= 400 || !Array.isArray(items)) return failureAnswer;
		if (isAnswerOfWaitingExecution(items)) return undefined;
		return isNoAnswer(items) ? CALL_ITSELF_ANSWER : toAnswer(items);
	});
	const answerAt = receivedAt + timeoutMs - Math.min(ANSWER_LATENCY_MS, timeoutMs / 2);
	void unrefSleep(answerAt - Date.now()).then(() => answerNow(failureAnswer));
}

/** Passes a call on to the workflow, in `execute()`. Nothing in it can fail. */
export function passOnFunctionCall(context: IExecuteFunctions): INodeExecutionData[][] {
	markAnswerOfWaitingExecution(context);
	return [context.getInputData()];
}

/**
 * Parses the call in the request. The body is JSON, whatever its content type, or plain text.
 * @throws the error of n8n if the body cannot be read.
 */
async function parseFunctionCall(context: IWebhookFunctions): Promise<FunctionCall> {
	const rawBody = await receiveRawBody(context.getRequestObject());
	const query = context.getQueryData() as IDataObject;
	const text = rawBody ? decodeBody(rawBody) : '';
	if (text === '') return { payload: {}, payloadAsWritten: {}, query };
	const payload = parseExactJson(text) ?? text;
	return { payload, payloadAsWritten: parseExactJson(text, 'asWritten'), query };
}
