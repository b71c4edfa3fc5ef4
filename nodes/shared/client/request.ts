import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { withCancelSignal } from '../n8nInternals';
import { functionUrl } from './connection';
import { deadlineAfter, unlessAborted, type Deadline } from './deadline';
import type { Failure } from './failure';
import { encodeMultipart } from './multipart';
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
 * @param closed Fires when no request may begin any more; what is under way goes on.
 */
export async function send(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	timeout: number,
	cancelled?: AbortSignal,
	closed = cancelled,
): Promise<ServiceResponse> {
	const deadline = deadlineAfter(timeout, cancelled);
	const sendWith = async (access: Access): Promise<ServiceResponse> => {
		if (!access.ok) return access;
		if (closed?.aborted) return { ok: false, failure: { kind: 'cancelled', sent: false } };
		return await sendOnce(context, service, request, timeout, deadline, access.credential);
	};
	const access = await accessTo(context, service, deadline);
	const response = await sendWith(access);
	if (!access.ok || !access.mayBeOutdated || !isUnauthorized(response)) return response;
	return await sendWith(await accessTo(context, service, deadline, access.token));
}

const isUnauthorized = (response: ServiceResponse): boolean =>
	!response.ok && response.failure.kind === 'refused' && response.failure.status === 401;

/** The credential that a request is sent with. */
type Access =
	| {
			ok: true;
			credential: ICredentialDataDecryptedObject;
			/** The token of its session; empty for an API key. */
			token: string;
			/** Whether the session was not begun for this request, and so may have ended. */
			mayBeOutdated: boolean;
	  }
	| { ok: false; failure: Failure };

/**
 * Sees to it that there is a session, before n8n asks the credential for one: what goes wrong here n8n would hide. One request of
 * the execution leaves a new session to n8n, which finds it in the credential's `preAuthentication` and stores it.
 * @param rejected A token that the service no longer accepts.
 */
async function accessTo(
	context: ServiceContext,
	service: Service,
	deadline: Deadline,
	rejected?: string,
): Promise<Access> {
	const { credentialType, credential } = service;
	if (credentialType !== 'voiceAgentSessionApi') {
		return { ok: true, credential, token: '', mayBeOutdated: false };
	}
	const token = String(credential.sessionToken);
	// Another request may have renewed the session meanwhile.
	if (token !== '' && token !== rejected) {
		return { ok: true, credential: { ...credential }, token, mayBeOutdated: true };
	}
	credential.sessionToken = '';
	const pending = logIn(context as IHttpRequestHelper, credential, rejected);
	const result = await unlessAborted(pending, deadline.signal);
	if (!result) {
		const timedOut: Failure = {
			kind: 'notLoggedIn',
			cause: { kind: 'unanswered', reason: 'timeout' },
		};
		return { ok: false, failure: deadline.passed ? timedOut : { kind: 'cancelled', sent: false } };
	}
	if (!result.ok) return { ok: false, failure: { kind: 'notLoggedIn', cause: result.failure } };
	const { session, isNew } = result;
	const isStored = service.storedToken === session.sessionToken;
	service.storedToken = session.sessionToken;
	return {
		ok: true,
		credential: isStored ? { ...credential, ...session } : credential,
		token: session.sessionToken,
		mayBeOutdated: !isNew,
	};
}

async function sendOnce(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	timeout: number,
	deadline: Deadline,
	credential: ICredentialDataDecryptedObject,
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
	const { credentialType } = service;
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			withCancelSignal(context, deadline.signal),
			credentialType,
			options,
			{ credentialsDecrypted: { id: '', name: '', type: credentialType, data: credential } },
		)) as RawResponse;
		return readResponse(response, Date.now());
	} catch (error) {
		return { ok: false, failure: requestFailure(error, deadline) };
	}
}

function payloadOf({ body, files }: ServiceRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	const accept = { Accept: 'application/json' };
	if (files) return { body: encodeMultipart(body, files), headers: accept };
	// As text, because n8n drops an empty object, which list-agents needs.
	return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...accept } };
}
