import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { LOG_IN_REFUSED } from './session';
import { functionUrl, type Connection } from './connection';
import { readAnswer, type Answer, type RawResponse } from './response';
import type { Fault } from './failure';
import { formOf } from './multipart';
import { TIMEOUTS, type TimeoutKind } from './timeouts';

/** One call of a function endpoint (interface section 4). */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`, ids already encoded. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
	/** What the output says besides the answer, such as recipients that were left out. */
	remarks?: IDataObject;
}

export type ServiceContext = IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions;

export type CredentialType = 'voiceAgentApi' | 'voiceAgentSessionApi';

/** Where requests go and with which credential; read once per execution, since each reading is a database query. */
export interface Service extends Connection {
	credentialType: CredentialType;
}

/** Sends a request once. Whatever happens is an answer: nothing is thrown. */
export async function send(
	context: ServiceContext,
	service: Service,
	request: ServiceRequest,
	timeout: TimeoutKind | number,
): Promise<Answer> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: functionUrl(service, request.path),
		...payloadOf(request),
		timeout: typeof timeout === 'number' ? timeout : TIMEOUTS[timeout],
		encoding: 'text',
		returnFullResponse: true,
		// 401 stays an exception: that is how n8n learns that a session token has to be fetched anew.
		ignoreHttpStatusErrors: { ignore: true, except: [401] },
		disableFollowRedirect: true,
	};
	try {
		const response = (await context.helpers.httpRequestWithAuthentication.call(
			context,
			service.credentialType,
			options,
		)) as RawResponse;
		return readAnswer(response, Date.now());
	} catch (error) {
		return { ok: false, fault: faultOf(error) };
	}
}

function payloadOf({ body, files }: ServiceRequest): Pick<IHttpRequestOptions, 'body' | 'headers'> {
	const accept = { Accept: 'application/json' };
	if (files) return { body: formOf(body, files), headers: accept };
	// Written out here because n8n drops an empty object, which list-agents needs.
	return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...accept } };
}

const UNREACHED: Record<string, string> = {
	ECONNREFUSED: 'nothing answers at its address',
	ENOTFOUND: 'its host name is not known',
	EAI_AGAIN: 'its host name could not be looked up',
	EHOSTUNREACH: 'there is no way to its host',
	ENETUNREACH: 'there is no way to its network',
	ERR_INVALID_URL: 'its address is not a URL',
};

/** Node's codes for a TLS certificate that does not hold. */
const UNTRUSTED = /CERT|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/;

/** The codes of axios for a time-out; `ECONNABORTED` is its older one. */
const TIMED_OUT = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** n8n wraps what its HTTP client throws, sometimes twice: the first link of the chain that says more counts. */
function faultOf(error: unknown): Fault {
	for (let link = error, depth = 0; isObject(link) && depth < 5; link = link.cause, depth++) {
		const { code, response } = link;
		// An answer that broke off carries the status that it began with.
		if (isObject(response) && typeof response.status === 'number' && response.status >= 300) {
			const { status, headers, data } = response;
			const raw = { statusCode: status as number, headers: isObject(headers) ? headers : {}, body: data };
			const answer = readAnswer(raw, Date.now());
			if (!answer.ok) return answer.fault;
		}
		if (code === 'ERR_CANCELED') return { kind: 'cancelled' };
		if (code === LOG_IN_REFUSED) return { kind: 'refused', status: 401, message: '' };
		if (typeof code !== 'string') continue;
		const reason = UNREACHED[code];
		if (reason) return { kind: 'unreached', reason };
		if (UNTRUSTED.test(code)) return { kind: 'unreached', reason: 'its certificate is not trusted' };
		if (TIMED_OUT.has(code)) {
			return link.syscall === 'connect'
				? { kind: 'unreached', reason: 'its host does not answer' }
				: { kind: 'unanswered', reason: 'timeout' };
		}
	}
	return { kind: 'unanswered', reason: 'reset' };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null;
