import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	IDataObject,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { connectionFrom, functionUrl, type Connection } from './connection';
import { readAnswer, type Answer, type RawResponse } from './response';
import { TIMEOUTS } from './timeouts';
import { chatAppTokenFlaw, signingSecretFlaw, trimmedSecret } from '../wire/webhookSecrets';

/**
 * Green only for a key that works at a base URL that is the service: a web page that answers 200 is not enough, the
 * answer has to be a message list (interface section 4).
 */
export async function voiceAgentApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const connection = connectionFrom(data);
	const apiKey = textOf(data, 'apiKey');
	if (!isWebAddress(connection)) return red(NO_WEB_ADDRESS);
	if (apiKey === '')
		return red('The API Key is empty. Paste the key that the dashboard showed when it was created.');
	const flaw = webhookSecretFlaw(data);
	if (flaw) return red(flaw);
	const answer = await listOneMessage(this, connection, apiKey);
	return verdict(answer, connection, 'The API Key is not accepted: it is wrong or was revoked');
}

/** A secret or token that is filled in but could not protect the trigger; the trigger refuses it too. */
function webhookSecretFlaw(data: ICredentialDataDecryptedObject): string | undefined {
	const fields = [
		['Signing Secret', data.signingSecret, signingSecretFlaw],
		['Previous Signing Secret', data.previousSigningSecret, signingSecretFlaw],
		['Chat App Token', data.chatAppToken, chatAppTokenFlaw],
	] as const;
	for (const [name, value, flawOf] of fields) {
		const flaw = trimmedSecret(value) === '' ? undefined : flawOf(value);
		if (flaw) return `The ${name} ${flaw}`;
	}
	return undefined;
}

/** Green only when the log-in works and its token is accepted (interface sections 4 and 5). */
export async function voiceAgentSessionApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = credential.data ?? {};
	const connection = connectionFrom(data);
	if (!isWebAddress(connection)) return red(NO_WEB_ADDRESS);
	const tokens = await post(
		this,
		`${connection.baseUrl}/auth/v1/token?grant_type=password`,
		{ apikey: textOf(data, 'anonKey') },
		{ email: textOf(data, 'email'), password: data.password as string },
	);
	if (tokens?.ok && typeof tokens.body.access_token === 'string') {
		const answer = await listOneMessage(this, connection, tokens.body.access_token);
		return verdict(answer, connection, 'The log-in worked, but its token was not accepted');
	}
	if (tokens && !tokens.ok && tokens.fault.kind === 'refused' && tokens.fault.status === 400) {
		return red('The Email or the Password is not accepted');
	}
	return verdict(tokens, connection, 'The Anon Key is not accepted');
}

const NO_WEB_ADDRESS = 'The Base URL has to begin with https:// (or http:// for a local service)';

const isWebAddress = ({ baseUrl }: Connection): boolean => /^https?:\/\/[^/\s]+/i.test(baseUrl);

function textOf(data: ICredentialDataDecryptedObject, name: string): string {
	const value = data[name];
	return typeof value === 'string' ? value.trim() : '';
}

const listOneMessage = async (context: ICredentialTestFunctions, connection: Connection, token: string) =>
	await post(
		context,
		functionUrl(connection, 'list-messages'),
		{ Authorization: `Bearer ${token}` },
		{ limit: 1 },
	);

/** Undefined when nothing answers. */
async function post(
	context: ICredentialTestFunctions,
	uri: string,
	headers: Record<string, string>,
	body: IDataObject,
): Promise<Answer | undefined> {
	try {
		// The only HTTP client that n8n gives to a credential test.
		const { request } = context.helpers;
		const response = (await request({
			method: 'POST',
			uri,
			headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
			body: JSON.stringify(body),
			timeout: TIMEOUTS.quick,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as RawResponse;
		return readAnswer(response, Date.now());
	} catch {
		return undefined;
	}
}

function verdict(
	answer: Answer | undefined,
	{ baseUrl }: Connection,
	whenUnauthorized: string,
): INodeCredentialTestResult {
	if (!answer) return red(`Nothing answers at ${baseUrl}. Check the Base URL and whether the service is up.`);
	if (answer.ok && Array.isArray(answer.body.messages))
		return { status: 'OK', message: 'Connection successful' };
	if (answer.ok || answer.fault.kind === 'unreadable') {
		return red('The Base URL leads to a web page or another service, not to the voice-agent service');
	}
	if (answer.fault.kind === 'redirected') {
		return red(`The Base URL redirects to ${answer.fault.location}. Enter the address it leads to.`);
	}
	const status = answer.fault.kind === 'refused' ? answer.fault.status : 0;
	if (status === 401) return red(whenUnauthorized);
	if (status === 404 || status === 405) {
		return red('The service was not found at this Base URL. Enter it without /functions/v1.');
	}
	return red(`The service answered with status ${status}. Try again later.`);
}

const red = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
