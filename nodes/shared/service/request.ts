import type { IDataObject, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';

import { functionUrl } from './connection';
import { deadlineAfter, unlessAborted, type Deadline } from './deadline';
import type { Failure } from './failure';
import { formOf } from './multipart';
import type { Service, ServiceContext } from './openService';
import { requestFailure } from './requestFailure';
import { readResponse, type RawResponse, type ServiceResponse } from './response';
import { logIn } from './session';

/** One call of a function endpoint (interface section 4). */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
}

/**
 * Sends a request once. Whatever happens is a response: nothing is thrown.
 * @param timeout Milliseconds for everything: the log-in, the upload and the last byte of the response.
 * @param cancelled Fires when the execution is cancelled.
 */
export async function send(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	timeout: number,
	cancelled?: AbortSignal,
): Promise<ServiceResponse> {
	if (cancelled?.aborted) return { ok: false, failure: { kind: 'cancelled', sent: false } };
	const deadline = deadlineAfter(timeout, cancelled);
	const { credential } = service;
	const failure = await loggedIn(context, service, deadline);
	if (failure) return { ok: false, failure };
	const token = credential.sessionToken;
	const response = await sendOnce(context, service, request, timeout, deadline);
	if (!isRejectedToken(service, token, response)) return response;

	// Another request may have renewed the session meanwhile.
	if (credential.sessionToken === token) credential.sessionToken = '';
	const renewalFailure = await loggedIn(context, service, deadline, token as string);
	if (renewalFailure) return { ok: false, failure: renewalFailure };
	return await sendOnce(context, service, request, timeout, deadline);
}

/** Only a token that the credential held can have expired; one that was obtained for this very request is simply refused. */
const isRejectedToken = (service: Service, token: unknown, response: ServiceResponse): boolean =>
	service.credentialType === 'voiceAgentSessionApi' &&
	token !== '' &&
	!response.ok &&
	response.failure.kind === 'refused' &&
	response.failure.status === 401;

/**
 * Sees to it that there is a session, before n8n asks the credential for one: what goes wrong here n8n would hide. n8n then finds
 * the session in the credential's `preAuthentication` and stores it.
 */
async function loggedIn(
	context: ServiceContext,
	{ credentialType, credential }: Service,
	deadline: Deadline,
	rejected?: string,
): Promise<Failure | undefined> {
	if (credentialType !== 'voiceAgentSessionApi' || credential.sessionToken !== '') return undefined;
	const pending = logIn(context as IHttpRequestHelper, credential, rejected);
	const result = await unlessAborted(pending, deadline.signal);
	if (result?.ok) return undefined;
	if (result) return { kind: 'notLoggedIn', cause: result.failure };
	return deadline.passed
		? { kind: 'notLoggedIn', cause: { kind: 'unanswered', reason: 'timeout' } }
		: { kind: 'cancelled', sent: false };
}

async function sendOnce(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	timeout: number,
	deadline: Deadline,
): Promise<ServiceResponse> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: functionUrl(service, request.path),
		...payloadOf(request),
		// Later than our own deadline, which is told apart on every version of n8n; without it n8n would stop after 300 s.
		timeout: timeout + 1000,
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	const { credentialType, credential } = service;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			withSignal(context, deadline.signal),
			credentialType,
			options,
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data: credential } },
		)) as RawResponse;
		return readResponse(response, Date.now());
	} catch (error) {
		return { ok: false, failure: requestFailure(error, deadline) };
	}
}

/** n8n takes the signal of a request from the context and not from the options: a view of it with our own gives each try a deadline. */
const withSignal = (context: ServiceContext, signal: AbortSignal): ServiceContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as ServiceContext;

function payloadOf({ body, files }: ServiceRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	const accept = { Accept: 'application/json' };
	if (files) return { body: formOf(body, files), headers: accept };
	// As text, because n8n drops an empty object, which list-agents needs.
	return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...accept } };
}
