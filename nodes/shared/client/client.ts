import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { withCancelSignal } from '../n8n/cancelSignal';
import {
	functionUrl,
	readConnection,
	validateApiKey,
	validateBaseUrl,
	type Connection,
	type CredentialType,
} from './credentials';
import {
	isKeepingUp,
	isNotFound,
	isRateLimit,
	ServiceError,
	type FailedRequest,
	type Failure,
} from './errors';
import { describeFailure, type MessageContext } from './messages';
import { encodeMultipart } from './multipart';
import { readNetworkFailure } from './networkFailure';
import { RateLimiter } from './rateLimiter';
import { readResponse, type RawResponse, type ServiceResponse } from './response';
import { isOutcomeUnknown, isRetryAfterTooLong, RETRY_LIMITS, retryDelay, shouldRetry } from './retry';
import { logIn, readStoredSession } from './session';
import { deadlineAfter, pause, TIMEOUT_MS, unlessAborted, type Deadline } from './timing';

/** The contexts of n8n in which requests are sent. */
export type ClientContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

/** A call of a function endpoint (interface section 4). */
export interface ServiceRequest {
	method: 'POST' | 'PATCH';
	/** Below `/functions/v1/`. */
	path: string;
	body: IDataObject;
	/** Sends the body as a form with these files instead of as JSON (clone-voice). */
	files?: File[];
}

/** The way to send a request. */
export interface RequestOptions<T = IDataObject> {
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/**
	 * The time for one try in full: the log-in, the upload and the last
	 * byte of the response. 30 seconds by default.
	 */
	timeoutMs?: number;
	/** 3 by default; 0 never sends it again. */
	maxRetries?: number;
	/** The longest `Retry-After` that is waited for; five minutes by default. */
	maxRetryAfterMs?: number;
	/** Fires when the execution is cancelled, and ends the request. */
	cancelled?: AbortSignal | undefined;
	/** Shared by requests that run side by side; by default the request has one of its own. */
	limiter?: RateLimiter;
	/** Among requests that wait for a place in the limiter, the lowest goes first. */
	order?: number;
	/**
	 * Reads the body of a success; a body that lacks something makes the request fail.
	 * By default, the body is returned as it is.
	 */
	read?: (body: IDataObject) => ServiceResponse<T>;
	/** True if a try that finds nothing has succeeded when an earlier one may have deleted the record. */
	isDelete?: boolean;
	/**
	 * Looks for what became of a request that may have been processed although no answer says so, before
	 * another one can take its place.
	 * @param sentAt When it was sent, by the clock of this machine, in milliseconds since 1970. Returns
	 * undefined if it may not look.
	 */
	findOutcome?: (sentAt: number) => Promise<Outcome<T> | undefined>;
	/** Called when the request is given up, before another one can take its place. */
	onGivenUp?: () => void;
	/** The parts of its error message that only the caller knows. */
	messages?: MessageContext;
}

/** The answer of the service to a request. */
export interface ServiceAnswer<T = IDataObject> {
	body: T;
	/** The service's own time when it answered (`Date`), in milliseconds since 1970. */
	serviceTime?: number;
}

/**
 * The answer that the service has not given, as far as its records show it; else
 * a sentence that says what was looked at.
 */
export type Outcome<T = IDataObject> = ServiceResponse<T> | { ok: undefined; searched: string };

/** The one way to the service: sends requests with a credential, and again as far as that is safe. */
export class VoiceAgentClient {
	/** The newest session token that n8n was given to store with the credential. */
	private storedToken?: string;

	/** @param credential The decrypted data; a renewed session is put in here. Never shown, never logged. */
	private constructor(
		private readonly context: ClientContext,
		readonly credentialType: CredentialType,
		readonly connection: Connection,
		readonly credential: ICredentialDataDecryptedObject,
	) {}

	/**
	 * Reads the node's credential. To be called once per execution, since that is a database query.
	 * @param authentication The node's parameter of that name; `session` stands
	 * for the Voice Agent Session API credential.
	 * @throws NodeOperationError for a credential that cannot work; n8n's own error if it cannot be read.
	 */
	static async open(context: ClientContext, authentication: unknown = 'apiKey'): Promise<VoiceAgentClient> {
		const type: CredentialType = authentication === 'session' ? 'voiceAgentSessionApi' : 'voiceAgentApi';
		const credential = await context.getCredentials(type);
		const connection = readConnection(credential);
		const flaw =
			validateBaseUrl(connection.baseUrl) ??
			(type === 'voiceAgentApi' ? validateApiKey(credential.apiKey) : undefined);
		if (flaw) {
			throw new NodeOperationError(context.getNode(), flaw, {
				description: 'Open the credential, correct it and test it. Nothing was sent.',
			});
		}
		const session = type === 'voiceAgentSessionApi' ? readStoredSession(credential) : {};
		return new VoiceAgentClient(context, type, connection, { ...credential, ...session });
	}

	/**
	 * Sends a request until it is answered, or until sending it again would be unsafe or pointless (see
	 * retry.ts). A rate-limit response uses up a retry only if no other request got through since the last one:
	 * if the service merely slows them down, each has its turn.
	 * @throws ServiceError if it is not answered, or not by what was asked for.
	 */
	async request<T = IDataObject>(
		request: ServiceRequest,
		options: RequestOptions<T>,
	): Promise<ServiceAnswer<T>> {
		const { idempotent, cancelled, order = 0 } = options;
		const { maxRetries = RETRY_LIMITS.maxRetries, maxRetryAfterMs = RETRY_LIMITS.maxRetryAfterMs } = options;
		const { limiter = new RateLimiter(1, cancelled ?? new AbortController().signal) } = options;
		let retries = 0;
		let usedRetries = 0;
		let isOutcomeKnown = true;
		let progressSeen = limiter.progress;
		for (;;) {
			const release = await limiter.acquire(order);
			const sentAt = Date.now();
			const response = limiter.isClosed ? NOT_SENT : await this.send(request, options, limiter.closed);
			const answer = readAnswer(response, options, isOutcomeKnown);
			if (answer.ok) {
				release('raise');
				return answer;
			}
			const { failure } = answer;
			if (isOutcomeUnknown(failure)) isOutcomeKnown = false;
			const isFreeTurn = isRateLimit(failure) && maxRetries > 0 && limiter.progress !== progressSeen;
			if (!isFreeTurn) usedRetries++;
			const delayMs = isRetryAfterTooLong(failure, maxRetryAfterMs)
				? 0
				: retryDelay(failure, usedRetries, Math.random());
			const change = isRateLimit(failure) ? { pauseMs: delayMs } : isKeepingUp(failure) ? 'raise' : 'keep';
			if (usedRetries > maxRetries || !shouldRetry(failure, idempotent, maxRetryAfterMs)) {
				try {
					return await this.giveUp({ failure, retries, isOutcomeKnown }, sentAt, options);
				} finally {
					release(change);
				}
			}
			release(change);
			progressSeen = limiter.progress;
			retries++;
			// After a rate-limit response the limiter keeps all requests
			// waiting; other pauses are this request's own.
			if (!isRateLimit(failure)) await pause(delayMs, limiter.closed);
		}
	}

	/**
	 * Ends a request that is not sent again, while it still has its place in the limiter.
	 * @returns The answer that it would have had, if that can be found out. @throws ServiceError otherwise.
	 */
	private async giveUp<T>(
		failed: FailedRequest,
		sentAt: number,
		{ findOutcome, onGivenUp, messages }: RequestOptions<T>,
	): Promise<ServiceAnswer<T>> {
		const outcome = failed.isOutcomeKnown ? undefined : await findOutcome?.(sentAt);
		if (outcome?.ok) return outcome;
		onGivenUp?.();
		const known =
			outcome?.ok === false ? { ...failed, failure: outcome.failure, isOutcomeKnown: true } : failed;
		const error = new ServiceError(describeFailure(known, this, messages), known);
		throw outcome && 'searched' in outcome ? error.withAdvice(outcome.searched) : error;
	}

	/**
	 * Sends a request once; twice if the service no longer accepts the
	 * session that it was sent with. Never throws.
	 * @param closed Fires when no request may begin any more; a request that is under way goes on.
	 */
	private async send<T>(
		request: ServiceRequest,
		{ timeoutMs = TIMEOUT_MS.quick, cancelled }: RequestOptions<T>,
		closed: AbortSignal,
	): Promise<ServiceResponse> {
		const deadline = deadlineAfter(timeoutMs, cancelled);
		const context = withCancelSignal(this.context, deadline.signal);
		let rejectedToken: string | undefined;
		for (;;) {
			const access = await this.logInIfNeeded(deadline, rejectedToken);
			if (!access.ok) return access;
			if (closed.aborted) return NOT_SENT;
			const { credentialType: type } = this;
			let response: ServiceResponse;
			try {
				const raw = (await context.helpers.httpRequestWithAuthentication.call(
					context,
					type,
					this.httpOptionsFor(request, timeoutMs),
					{ credentialsDecrypted: { id: '', name: '', type, data: access.credential } },
				)) as RawResponse;
				response = readResponse(raw, Date.now());
			} catch (error) {
				response = { ok: false, failure: readNetworkFailure(error, deadline) };
			}
			const isLast = rejectedToken !== undefined || !access.mayBeOutdated;
			if (isLast || !isUnauthorized(response)) return response;
			rejectedToken = access.token;
		}
	}

	private httpOptionsFor(
		{ method, path, body, files }: ServiceRequest,
		timeoutMs: number,
	): IHttpRequestOptions {
		const accept = { Accept: 'application/json' };
		const payload = files
			? { body: encodeMultipart(body, files), headers: accept }
			: // As text, because n8n drops an empty object, which list-agents needs.
				{ body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...accept } };
		return {
			method,
			url: functionUrl(this.connection, path),
			...payload,
			// Later than our own deadline, which every version of n8n tells
			// apart; without it n8n would stop after 300 s.
			timeout: timeoutMs + 1000,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
	}

	/**
	 * Makes sure that there is a session before n8n asks the credential for one: n8n would hide why a log-in
	 * failed. One request of the execution leaves a new session to n8n, which finds it in the credential's
	 * `preAuthentication` and stores it.
	 * @param rejectedToken A token that the service no longer accepts.
	 */
	private async logInIfNeeded(deadline: Deadline, rejectedToken?: string): Promise<Access> {
		const { credentialType, credential } = this;
		if (credentialType !== 'voiceAgentSessionApi') {
			return { ok: true, credential, token: '', mayBeOutdated: false };
		}
		const token = String(credential.sessionToken);
		// Another request may have renewed the session meanwhile.
		if (token !== '' && token !== rejectedToken) {
			return { ok: true, credential: { ...credential }, token, mayBeOutdated: true };
		}
		credential.sessionToken = '';
		const pending = logIn(this.context as IHttpRequestHelper, credential, rejectedToken);
		const result = await unlessAborted(pending, deadline.signal);
		if (!result) return deadline.passed ? LOG_IN_TIMED_OUT : NOT_SENT;
		if (!result.ok) return { ok: false, failure: { kind: 'notLoggedIn', cause: result.failure } };
		const { session, isNew } = result;
		const isStored = this.storedToken === session.sessionToken;
		this.storedToken = session.sessionToken;
		return {
			ok: true,
			credential: isStored ? { ...credential, ...session } : credential,
			token: session.sessionToken,
			mayBeOutdated: !isNew,
		};
	}
}

/** The credential that a request is sent with. */
type Access =
	| {
			ok: true;
			credential: ICredentialDataDecryptedObject;
			/** The token of its session; empty for an API key. */
			token: string;
			/** True if the session was begun before this request, and so may have ended. */
			mayBeOutdated: boolean;
	  }
	| { ok: false; failure: Failure };

const NOT_SENT: { ok: false; failure: Failure } = { ok: false, failure: { kind: 'cancelled', sent: false } };

const LOG_IN_TIMED_OUT: { ok: false; failure: Failure } = {
	ok: false,
	failure: { kind: 'notLoggedIn', cause: { kind: 'unanswered', reason: 'timeout' } },
};

const isUnauthorized = (response: ServiceResponse): boolean =>
	!response.ok && response.failure.kind === 'refused' && response.failure.status === 401;

/** Reads what the caller wants of a response. */
function readAnswer<T>(
	response: ServiceResponse,
	{ read, isDelete = false }: RequestOptions<T>,
	isOutcomeKnown: boolean,
): ServiceResponse<T> {
	// An earlier try may have deleted it although no answer arrived; the next one then finds nothing.
	const wasDeleted = isDelete && !isOutcomeKnown && !response.ok && isNotFound(response.failure);
	const success: ServiceResponse = wasDeleted ? { ok: true, body: {} } : response;
	if (!success.ok || !read) return success as ServiceResponse<T>;
	const answer = read(success.body);
	return answer.ok ? { ...success, ...answer } : answer;
}
