import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { requestInCredentialTest } from '../n8n/httpRequest';
import { cleanText, trimText } from '../text/strings';
import {
	parseConnection,
	functionUrl,
	tokenUrl,
	validateChatAppToken,
	validateSigningSecrets,
} from './credentials';
import { exchange } from './exchange';
import { createServiceError, type UsedCredential } from './messages';
import { createInteractiveLimits, type RequestResult, sendWithRetries } from './retry';
import { deadlineAfter } from './timing';

/**
 * Passes only for a key that works at a base URL that is the service: a web page that answers 200 is not enough, the
 * response has to be a list of messages.
 */
export async function voiceAgentApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const connection = parseConnection('voiceAgentApi', data);
	if (!connection.ok) return fail(connection.problem);
	const problem = validateWebhookSecrets(data);
	if (problem !== undefined) return fail(problem);
	const usedCredential = {
		credentialType: 'voiceAgentApi',
		connection: connection.value,
		credential: data,
	} as const;
	const result = await listOneMessage(createPost(this), usedCredential, cleanText(data.apiKey));
	return toVerdict(result, usedCredential, "The 'API Key' is not accepted: it is wrong or was revoked");
}

/** Says which secret or token is filled in but could not protect the trigger, which refuses it too. */
function validateWebhookSecrets(data: ICredentialDataDecryptedObject): string | undefined {
	const fields = [
		['Signing Secret', data.signingSecret, validateSigningSecrets],
		['Previous Signing Secret', data.previousSigningSecret, validateSigningSecrets],
		['Chat App Token', data.chatAppToken, validateChatAppToken],
	] as const;
	for (const [name, value, validate] of fields) {
		const problem = trimText(value) === '' ? undefined : validate(value);
		if (problem) return `The '${name}' ${problem}`;
	}
	return undefined;
}

/** Passes only if the log-in works and its token is accepted. */
export async function voiceAgentSessionApiTest(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const connection = parseConnection('voiceAgentSessionApi', data);
	if (!connection.ok) return fail(connection.problem);
	const usedCredential = {
		credentialType: 'voiceAgentSessionApi',
		connection: connection.value,
		credential: data,
	} as const;
	const post = createPost(this);
	const logIn = await post(
		tokenUrl(usedCredential.connection, 'password'),
		{ apikey: cleanText(data.anonKey) },
		{ email: trimText(data.email), password: data.password },
	);
	if (!logIn.ok) {
		return logIn.problem.assessment.reason === 'invalid'
			? fail("The 'Email' or the 'Password' is not accepted")
			: toVerdict(logIn, usedCredential, 'The Anon Key is not accepted');
	}
	const { access_token: token } = logIn.value.body;
	if (typeof token !== 'string') {
		return fail(
			"The service answered the log-in without a session token ('access_token'). Check the 'Base URL'.",
		);
	}
	const result = await listOneMessage(post, usedCredential, token);
	return toVerdict(result, usedCredential, 'The log-in worked, but its token was not accepted');
}

/** Sends a POST request with these headers and this body to an address. Never throws. */
type Post = (uri: string, headers: Record<string, string>, body: IDataObject) => Promise<RequestResult>;

/**
 * Creates the function that sends the requests of a test, and repeats each like every request that a person waits
 * for.
 */
function createPost(context: ICredentialTestFunctions): Post {
	const limits = createInteractiveLimits();
	return async (uri, headers, body) => {
		const sendOnce = async () => {
			const timeout = Math.max(1, limits.endAt - Date.now());
			// This client takes no signal, and its timeout starts again with every byte.
			const sending = requestInCredentialTest(context, {
				uri,
				headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
				body: JSON.stringify(body),
				timeout,
			});
			return await exchange(deadlineAfter(timeout), sending);
		};
		return await sendWithRetries(sendOnce, { idempotent: true, ...limits }, (result) => result);
	};
}

const listOneMessage = async (post: Post, { connection }: UsedCredential, token: string) =>
	await post(functionUrl(connection, 'list-messages'), { Authorization: `Bearer ${token}` }, { limit: 1 });

function toVerdict(
	result: RequestResult,
	usedCredential: UsedCredential,
	whenUnauthorized: string,
): INodeCredentialTestResult {
	if (result.ok) {
		return Array.isArray(result.value.body.messages)
			? { status: 'OK', message: 'Connection successful' }
			: fail("The 'Base URL' leads to another service, not to the voice-agent service");
	}
	const { failure, assessment } = result.problem;
	if (assessment.reason === 'unauthorized') return fail(whenUnauthorized);
	const isWebPage = failure.kind === 'errorResponse' && failure.isWebPage === true;
	if (assessment.reason === 'notFound' || (assessment.reason === 'wrongAddress' && !isWebPage)) {
		return fail("The service was not found at this 'Base URL'. Enter it without /functions/v1.");
	}
	const problem = { ...result.problem, retries: 0 };
	return fail(createServiceError(problem, usedCredential, { isInteractive: true }).fullText);
}

const fail = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
