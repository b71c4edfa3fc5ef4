import type {
	ICredentialTestFunctions,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { connectionFrom, functionUrl } from '../../shared/connection';
import { readAnswer, type RawResponse } from '../transport/answer';
import { TIMEOUTS } from '../transport/timeouts';

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
	const apiKey = typeof data.apiKey === 'string' ? data.apiKey.trim() : '';
	if (!/^https?:\/\/[^/\s]+/i.test(connection.baseUrl)) {
		return red('The Base URL has to begin with https:// (or http:// for a local service)');
	}
	if (apiKey === '')
		return red('The API Key is empty. Paste the key that the dashboard showed when it was created.');

	let response: RawResponse;
	try {
		// The only HTTP client that n8n gives to a credential test.
		const { request } = this.helpers;
		response = (await request({
			method: 'POST',
			uri: functionUrl(connection, 'list-messages'),
			headers: {
				Authorization: `Bearer ${apiKey}`,
				'Content-Type': 'application/json',
				Accept: 'application/json',
			},
			body: JSON.stringify({ limit: 1 }),
			timeout: TIMEOUTS.quick,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
		})) as RawResponse;
	} catch {
		return red(`Nothing answers at ${connection.baseUrl}. Check the Base URL and whether the service is up.`);
	}
	return verdict(response);
}

function verdict(response: RawResponse): INodeCredentialTestResult {
	const answer = readAnswer(response, Date.now());
	if (answer.ok && Array.isArray(answer.body.messages))
		return { status: 'OK', message: 'Connection successful' };
	if (answer.ok || answer.fault.kind === 'unreadable') {
		return red('The Base URL leads to a web page or another service, not to the voice-agent service');
	}
	if (answer.fault.kind === 'redirected') {
		return red(`The Base URL redirects to ${answer.fault.location}. Enter the address it leads to.`);
	}
	const status = answer.fault.kind === 'refused' ? answer.fault.status : 0;
	if (status === 401) return red('The API Key is not accepted: it is wrong or was revoked');
	if (status === 404 || status === 405) {
		return red('The service was not found at this Base URL. Enter it without /functions/v1.');
	}
	return red(`The service answered with status ${status}. Try again later.`);
}

const red = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
