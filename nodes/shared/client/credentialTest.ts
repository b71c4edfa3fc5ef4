import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { requestInCredentialTest } from '../n8n/credentialTestRequest';
import { trimmedText } from '../text/trimmedText';
import { chatAppTokenFlaw, signingSecretFlaw } from '../wire/webhookSecrets';
import {
	validateApiKey,
	cleanKey,
	validateBaseUrl,
	getOrigin,
	readConnection,
	functionUrl,
	type Connection,
} from './credentials';
import { deadlineAfter, unlessAborted, TIMEOUT_MS } from './timing';
import { assess } from './failure';
import { readResponse, type RawResponse, type ServiceResponse } from './response';

/**
 * Green only for a key that works at a base URL that is the service: a web page that answers 200 is not
 * enough, the response has to be a message list (interface section 4).
 */
export async function voiceAgentApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const connection = readConnection(data);
	const refusal =
		validateBaseUrl(connection.baseUrl) ?? validateApiKey(data.apiKey) ?? webhookSecretFlaw(data);
	if (refusal) return failed(refusal);
	const response = await listOneMessage(this, connection, cleanKey(data.apiKey));
	return verdict(response, connection, "The 'API Key' is not accepted: it is wrong or was revoked");
}

/** A secret or token that is filled in but could not protect the trigger; the trigger refuses it too. */
function webhookSecretFlaw(data: ICredentialDataDecryptedObject): string | undefined {
	const fields = [
		['Signing Secret', data.signingSecret, signingSecretFlaw],
		['Previous Signing Secret', data.previousSigningSecret, signingSecretFlaw],
		['Chat App Token', data.chatAppToken, chatAppTokenFlaw],
	] as const;
	for (const [name, value, flawOf] of fields) {
		const flaw = trimmedText(value) === '' ? undefined : flawOf(value);
		if (flaw) return `The '${name}' ${flaw}`;
	}
	return undefined;
}

/** Green only when the log-in works and its token is accepted (interface sections 4 and 5). */
export async function voiceAgentSessionApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const connection = readConnection(data);
	const refusal = validateBaseUrl(connection.baseUrl);
	if (refusal) return failed(refusal);
	const tokens = await requestFrom(
		this,
		`${connection.baseUrl}/auth/v1/token?grant_type=password`,
		{ apikey: cleanKey(data.anonKey) },
		{ email: trimmedText(data.email), password: data.password as string },
	);
	if (tokens?.ok && typeof tokens.body.access_token === 'string') {
		const response = await listOneMessage(this, connection, tokens.body.access_token);
		return verdict(response, connection, 'The log-in worked, but its token was not accepted');
	}
	if (tokens?.ok) {
		return failed(
			"The service answered the log-in without a session token ('access_token'). Check the 'Base URL'.",
		);
	}
	if (tokens && tokens.failure.kind === 'errorResponse' && tokens.failure.status === 400) {
		return failed("The 'Email' or the 'Password' is not accepted");
	}
	return verdict(tokens, connection, 'The Anon Key is not accepted');
}

const listOneMessage = async (context: ICredentialTestFunctions, connection: Connection, token: string) =>
	await requestFrom(
		context,
		functionUrl(connection, 'list-messages'),
		{ Authorization: `Bearer ${token}` },
		{ limit: 1 },
	);

/** Returns undefined if nothing answers in time. */
async function requestFrom(
	context: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
	body: IDataObject,
): Promise<ServiceResponse | undefined> {
	try {
		const pending = requestInCredentialTest(context, {
			uri,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
			body: JSON.stringify(body),
			timeout: TIMEOUT_MS.quick,
		}) as Promise<RawResponse>;
		// This client takes no signal, and its time-out starts again with every byte.
		const response = await unlessAborted(pending, deadlineAfter(TIMEOUT_MS.quick).signal);
		return response && readResponse(response, Date.now());
	} catch {
		return undefined;
	}
}

function verdict(
	response: ServiceResponse | undefined,
	{ baseUrl }: Connection,
	whenUnauthorized: string,
): INodeCredentialTestResult {
	if (!response)
		return failed(
			`Nothing answers at ${getOrigin(baseUrl)}. Check the 'Base URL' and whether the service is up.`,
		);
	if (response.ok && Array.isArray(response.body.messages))
		return { status: 'OK', message: 'Connection successful' };
	if (response.ok || response.failure.kind === 'invalidBody') {
		return failed("The 'Base URL' leads to a web page or another service, not to the voice-agent service");
	}
	const { failure } = response;
	if (failure.kind === 'redirect') {
		const target = getOrigin(failure.location, baseUrl);
		return target === getOrigin(baseUrl)
			? failed("The server of the 'Base URL' redirects to another path. Check the path of the 'Base URL'.")
			: failed(`The 'Base URL' redirects to ${target}. Enter the address it leads to.`);
	}
	if (failure.kind !== 'errorResponse') return failed('The service did not answer. Try again later.');
	const { reason } = assess(failure);
	if (reason === 'unauthorized') return failed(whenUnauthorized);
	if (reason === 'notFound' || reason === 'wrongAddress' || failure.status === 405) {
		return failed("The service was not found at this 'Base URL'. Enter it without /functions/v1.");
	}
	return failed(`The service answered with status ${failure.status}. Try again later.`);
}

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
