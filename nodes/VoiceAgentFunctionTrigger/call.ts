import type { IDataObject, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { decideWithCredential } from '../shared/webhook/credentialCache';
import { credentialTypeFor } from '../shared/client/credentials';
import { quietPause } from '../shared/client/timing';
import { readAuthentication } from '../shared/parameters/authentication';
import { isRecord } from '../shared/text/json';
import { replaceAnswer } from '../shared/n8n/webhookAnswer';
import { parsePayload } from '../shared/webhook/requestBody';
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
	const response = context.getResponseObject();
	const answer = (status: number, body: IDataObject): IWebhookResponseData => {
		response.status(status).json(body);
		return { noWebhookResponse: true };
	};
	const log = (text: string) =>
		context.logger.warn(`Voice Agent Function Trigger "${context.getNode().name}": ${text}`);

	let verification: Verification;
	try {
		verification = await verifyCaller(context);
	} catch {
		log('a call was refused, because the credential could not be read');
		return answer(503, { error: 'Temporarily unavailable' });
	}
	if (!verification.valid) {
		log(`refused a call: ${verification.reason}`);
		return answer(401, { error: 'Unauthorized' });
	}

	let settings: CallSettings;
	try {
		settings = readCallSettings(context);
	} catch (error) {
		log(`a call was refused: ${error instanceof Error ? error.message : 'the parameters cannot be read'}`);
		return answer(503, { error: 'Temporarily unavailable' });
	}
	const payload = readPayload(context);
	const query = withoutReturnUrl(context.getQueryData() as IDataObject);
	const { values, questions } = readArguments({ payload, query }, settings.parameters);
	if (questions.length > 0 && !settings.runWithoutRequired)
		return answer(200, { error: questions.join('. ') });

	const failed = { error: settings.messageOnFailure };
	const answerNow = replaceAnswer(response, (status, items) => {
		if (status >= 400 || !Array.isArray(items)) return failed;
		return toAnswer(items);
	});
	const { timeoutMs } = settings;
	void quietPause(timeoutMs - Math.min(ANSWER_TRAVEL_MS, timeoutMs / 2)).then(() => answerNow(failed));
	// Not `arguments`, which n8n refuses in expressions.
	const item = { parameters: values, payload, query, receivedAt: new Date().toISOString() };
	return { workflowData: [[{ json: item as IDataObject }]] };
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

/** The body: JSON, the fields of a form, or a text. */
function readPayload(context: IWebhookFunctions): unknown {
	const { rawBody, headers } = context.getRequestObject();
	const fields: unknown = context.getBodyData();
	const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(
		String(headers['content-type']),
	);
	if (isForm || !Buffer.isBuffer(rawBody)) return isRecord(fields) ? fields : {};
	return rawBody.length === 0 ? {} : (parsePayload(rawBody) ?? rawBody.toString('utf8'));
}
