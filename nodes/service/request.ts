import {
	type IDataObject,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type ISupplyDataFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';

import { withCancelSignal } from '../n8n/httpRequest';
import type { Result } from '../text/result';
import { functionUrl, parseConnection, type Connection, type CredentialType } from './credentials';
import { exchange } from './exchange';
import { assess, type ErrorResponse, type FailedRequest, type Failure } from './failure';
import {
	type RequestResult,
	type RetryPolicy,
	sendWithRetries,
	createInteractiveLimits,
	type ServiceSuccess,
} from './retry';
import type { ServiceResponse } from './response';
import { Session } from './session';
import { deadlineAfter, TIMEOUT_MS } from './timing';
import { createServiceError, type FailureAdvice } from './messages';

/** A call of a function endpoint. */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
	/** True if the caller continues after an error response that is about the values of this request. */
	mayBeRefused?: boolean;
	/** True for a page of a list that may be long: what was read of it is kept, but not the answer itself. */
	isPage?: boolean;
}

/**
 * Makes a POST request to a function endpoint, given below `/functions/v1/`; with files the body is sent as a form.
 */
export const post = (path: string, body: IDataObject, files?: File[]): ServiceRequest => ({
	method: 'POST',
	path,
	body,
	...(files && { files }),
});

/** Makes a PATCH request to a function endpoint, given below `/functions/v1/`. */
export const patch = (path: string, body: IDataObject): ServiceRequest => ({ method: 'PATCH', path, body });

/**
 * Makes a form with the fields and, under the name `files`, the files. n8n's HTTP client reads each file as a
 * stream when its turn comes, so that none has to be in memory as a whole.
 */
function encodeMultipart(fields: IDataObject, files: File[]): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(fields)) {
		form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
	}
	for (const file of files) form.append('files', file);
	return form;
}

/** The contexts of n8n in which requests are sent. */
export type ClientContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| ISupplyDataFunctions
	| IWebhookFunctions;

/** The conditions under which a request is sent, and sent again. */
export interface RequestPolicy extends RetryPolicy {
	/**
	 * The time for one try in full: the log-in, the upload and the last
	 * byte of the response. 30 seconds by default.
	 */
	timeoutMs?: number;
}

/** Sends requests to the service with the credential of a node. */
export class VoiceAgentClient {
	/** @param credential The decrypted data; a renewed session is put in here. Never shown, never logged. */
	private constructor(
		private readonly context: ClientContext,
		readonly credentialType: CredentialType,
		readonly connection: Connection,
		readonly credential: ICredentialDataDecryptedObject,
		private readonly session: Session | undefined,
	) {}

	/**
	 * Reads the node's credential. To be called once per execution, since that is a database query.
	 * @param type The credential that the node's parameter Authentication chooses, if it has one.
	 * @throws NodeOperationError for a credential that cannot work; n8n's own error if it cannot be read.
	 */
	static async open(
		context: ClientContext,
		type: CredentialType = 'voiceAgentApi',
	): Promise<VoiceAgentClient> {
		const stored = await context.getCredentials(type);
		const connection = parseConnection(type, stored);
		if (!connection.ok) {
			throw new NodeOperationError(context.getNode(), connection.problem, {
				description: 'Open the credential, correct it and test it. Nothing was sent.',
			});
		}
		const session = type === 'voiceAgentSessionApi' ? new Session(context, stored) : undefined;
		const credential = session?.credential ?? stored;
		return new VoiceAgentClient(context, type, connection.value, credential, session);
	}

	/** Sends a request, and again if its session has to be renewed. Never throws. */
	async sendOnce(request: ServiceRequest, policy: RequestPolicy): Promise<ServiceResponse> {
		const { timeoutMs = TIMEOUT_MS.quick, endAt = Infinity, cancelSignal, limiter } = policy;
		const deadline = deadlineAfter(Math.max(1, Math.min(timeoutMs, endAt - Date.now())), cancelSignal);
		const { credentialType: type, session } = this;
		const context = withCancelSignal(this.context, deadline.signal);
		const options = this.httpOptionsFor(request, deadline.milliseconds);
		const send = async (data: ICredentialDataDecryptedObject): Promise<ServiceResponse> => {
			// The execution may have been stopped during the log-in.
			if ((limiter?.noNewRequestsSignal ?? cancelSignal)?.aborted) {
				return { ok: false, problem: { kind: 'cancelled', sent: false } };
			}
			const sending = context.helpers.httpRequestWithAuthentication.call(context, type, options, {
				credentialsDecrypted: { id: '', name: '', type, data },
			});
			return await exchange(deadline, sending);
		};
		return session ? await session.send(deadline, send) : await send(this.credential);
	}

	private httpOptionsFor(
		{ method, path, body, files }: ServiceRequest,
		timeoutMs: number,
	): IHttpRequestOptions {
		return {
			method,
			url: functionUrl(this.connection, path),
			headers: { Accept: 'application/json', ...(!files && { 'Content-Type': 'application/json' }) },
			// As text, because n8n drops an empty object, which list-agents needs.
			body: files ? encodeMultipart(body, files) : JSON.stringify(body),
			// Our own deadline fires first: some versions of n8n report a timeout of their own like a lost connection.
			// Without this one n8n would stop after 300 s.
			timeout: timeoutMs + 1000,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
	}
}

/** Parses the body of a success. The request fails if the body lacks what was asked for. */
export type ParseBody<T> = (body: IDataObject) => Result<T, Failure>;

/**
 * Sends a request and parses the answer; by default, the body is returned as it is.
 * @throws ServiceError if the service does not answer, or not with what was asked for.
 */
export interface Send {
	(request: ServiceRequest): Promise<ServiceSuccess>;
	<T>(request: ServiceRequest, parse: ParseBody<T>): Promise<ServiceSuccess<T>>;
}

/** The conditions under which a {@link Send} works. */
export interface SendOptions extends RequestPolicy {
	/** True if a person waits in the editor: then each request ends within a few seconds. False by default. */
	isInteractive?: boolean;
	/** The parts of its error message that only the caller knows. */
	messages?: Omit<FailureAdvice, 'isInteractive' | 'adviseOn'> & {
		adviseOn?: ((response: ErrorResponse, request: ServiceRequest) => string | undefined) | undefined;
	};
	/** Keeps the results by their requests, so that the same request is sent once. Pages of long lists are not kept. */
	results?: Map<string, Promise<RequestResult>>;
	/**
	 * Runs when a request has failed: before another one can begin in its place, unless `results` keeps the result.
	 * @throws the error to throw instead of the one that describes the failure.
	 */
	onFailure?: (problem: FailedRequest, request: ServiceRequest) => void;
}

/** Creates the function that sends all requests of a caller under the same conditions. */
export function createSend(client: VoiceAgentClient, options: SendOptions): Send {
	const {
		messages: { adviseOn, ...advice } = {},
		results,
		onFailure,
		isInteractive = false,
		...given
	} = options;
	const policy = isInteractive ? { ...createInteractiveLimits(), ...given } : given;
	return async <T>(request: ServiceRequest, parse?: ParseBody<T>): Promise<ServiceSuccess<T>> => {
		const settle = (result: RequestResult): ServiceSuccess<T> => {
			const parsed = parseResultBody(result, parse);
			if (parsed.ok) return parsed.value;
			onFailure?.(parsed.problem, request);
			throw createServiceError(parsed.problem, client, {
				...advice,
				isInteractive,
				adviseOn: adviseOn && ((response) => adviseOn(response, request)),
			});
		};
		const sendOnce = async () => await client.sendOnce(request, policy);
		if (!results || request.isPage) return await sendWithRetries(sendOnce, policy, settle);
		const key = JSON.stringify(request);
		const result = results.get(key) ?? sendWithRetries(sendOnce, policy, (unsettled) => unsettled);
		results.set(key, result);
		return settle(await result);
	};
}

/** Parses the body of a success; the request has failed if it does not hold what was asked for. */
export function parseResultBody<T>(result: RequestResult, parse?: ParseBody<T>): RequestResult<T> {
	if (!result.ok || !parse) return result as RequestResult<T>;
	const body = parse(result.value.body);
	if (body.ok) return { ok: true, value: { ...result.value, body: body.value } };
	const failure = body.problem;
	const assessment = assess(failure);
	const isOutcomeKnown = assessment.processed !== 'maybe';
	return { ok: false, problem: { failure, assessment, retries: result.value.retries, isOutcomeKnown } };
}
