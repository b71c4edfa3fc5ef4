import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { writeLog } from '../shared/n8n/log';
import { credentialTypeFor } from '../shared/client/credentials';
import { decideWithCredential } from '../shared/webhook/credentialCache';
import { quietPause } from '../shared/client/timing';
import { readAuthentication } from '../shared/parameters/authentication';
import { isRecord } from '../shared/text/json';
import { readCallInProgress } from '../shared/wire/eventRecord';
import { formatTime } from '../shared/wire/time';
import { isCredentialMissing } from '../shared/n8n/missingCredential';
import { readRawBody } from '../shared/n8n/rawBody';
import { isWaitingAnswer, markWaitingAnswer, replaceAnswer } from '../shared/n8n/webhookAnswer';
import { parsePayload } from '../shared/webhook/requestBody';
import { toLogText } from '../shared/webhook/logText';
import type { Verification } from '../shared/webhook/verification';
import { toAnswer } from './answer';
import { readArguments } from './arguments';
import { requireSecretForm, SECRET_HEADER, verifySecret } from './secret';
import { readCallSettings, type CallSettings } from './settings';
import { withoutReturnUrl } from './testUrl';

/** The time that an answer needs to reach the agent, in milliseconds; half the limit if that is shorter. */
const ANSWER_TRAVEL_MS = 1_000;

/** Lets in what the agent's function sent, and answers with the output of the workflow's last node. */
export async function receiveCall(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	// Neither the request nor its headers and socket say when a call has arrived at n8n, so it counts from here.
	const receivedAt = Date.now();
	const response = context.getResponseObject();
	const answer = (status: number, body: IDataObject): IWebhookResponseData => {
		response.status(status).json(body);
		return { noWebhookResponse: true };
	};
	const log = (text: string) => writeLog(context, 'warn', text);

	let verification: Verification | undefined;
	try {
		verification = await verifyCaller(context);
	} catch (error) {
		log(`a call could not be verified: ${toLogText(error)}`);
		if (!isCredentialMissing(error)) return answer(503, { error: 'Temporarily unavailable' });
	}
	if (verification?.valid === false) {
		log(`refused a call: ${verification.reason}`);
		return answer(401, { error: 'Unauthorized' });
	}

	let settings: CallSettings;
	try {
		settings = readCallSettings(context);
	} catch (error) {
		log(`a call was refused: ${toLogText(error)}`);
		return answer(503, { error: 'Temporarily unavailable' });
	}
	const failed = { error: settings.messageOnFailure };
	// Calls that are repeated would not find the credential, either.
	if (!verification) return answer(200, failed);
	let payload: unknown;
	try {
		payload = await readPayload(context);
	} catch (error) {
		log(`a call was refused, because its body could not be read: ${toLogText(error)}`);
		return answer(400, { error: 'The body could not be read' });
	}
	const query = withoutReturnUrl(context.getQueryData() as IDataObject);
	const { values, questions } = readArguments({ payload, query }, settings.parameters);
	if (questions.length > 0 && !settings.runWithoutRequired)
		return answer(200, { error: questions.join('. ') });

	const answerNow = replaceAnswer(response, (status, items) => {
		if (status >= 400 || !Array.isArray(items)) return failed;
		if (isWaitingAnswer(items)) return undefined;
		return toAnswer(items);
	});
	const { timeoutMs } = settings;
	const answerAt = receivedAt + timeoutMs - Math.min(ANSWER_TRAVEL_MS, timeoutMs / 2);
	void quietPause(answerAt - Date.now()).then(() => answerNow(failed));
	const call = readCallInProgress(
		payload,
		settings.parameters.map(({ name }) => name),
	);
	// Not `arguments`, which n8n refuses in expressions.
	const item = {
		parameters: values,
		...(call && { call }),
		payload,
		query,
		receivedAt: formatTime(receivedAt),
	};
	return { workflowData: [[{ json: item as IDataObject }]] };
}

/** The node's `execute()`, which n8n calls before the rest of the workflow. Nothing in it can fail. */
export async function passOnCall(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	markWaitingAnswer(this);
	return [this.getInputData()];
}

async function verifyCaller(context: IWebhookFunctions): Promise<Verification> {
	const { headers } = context.getRequestObject();
	const proof = requireSecretForm(Object.hasOwn(headers, SECRET_HEADER) ? headers[SECRET_HEADER] : undefined);
	if (!proof.valid) return proof;
	const credentialType = credentialTypeFor(
		readAuthentication(context.getNodeParameter('authentication', 'apiKey')),
	);
	const owner = { workflowId: context.getWorkflow().id, node: context.getNode(), credentialType };
	return await decideWithCredential(context, credentialType, {
		decide: (credential) => verifySecret(proof.given, credential, owner),
		isAccepted: ({ valid }) => valid,
	});
}

/**
 * The body: JSON, whatever its content type, the fields of a form, or a text.
 * @throws the error of n8n if the body cannot be read.
 */
async function readPayload(context: IWebhookFunctions): Promise<unknown> {
	const request = context.getRequestObject();
	const rawBody = await readRawBody(request);
	const fields: unknown = context.getBodyData();
	if (!rawBody) return isRecord(fields) ? fields : {};
	if (rawBody.length === 0) return {};
	const payload = parsePayload(rawBody);
	// Not every sender names the content type of the JSON that it sends, but no form is a JSON object.
	const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
	if (isForm && !isRecord(payload)) return isRecord(fields) ? fields : {};
	return payload ?? rawBody.toString('utf8');
}
