import {
	type ICredentialDataDecryptedObject,
	type IDataObject,
	type IExecuteFunctions,
	type IHookFunctions,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	type ISupplyDataFunctions,
	type IWebhookFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import { withCancelSignal } from '../n8n/cancelSignal';
import { readHttpDate } from '../wire/time';
import {
	credentialTypeFor,
	functionUrl,
	readConnection,
	validateApiKey,
	validateBaseUrl,
	type AuthenticationMethod,
	type Connection,
	type CredentialType,
} from './credentials';
import type { FailedRequest, RequestTries } from './errors';
import { assess, type Failure } from './failure';
import { encodeMultipart } from './multipart';
import { readNetworkFailure } from './networkFailure';
import type { Slot } from './rateLimiter';
import { readResponse, type RawResponse, type ServiceResponse } from './response';
import { decideRetry, pauseForOthers, RETRY_LIMITS } from './retry';
import { ServiceClock } from './serviceClock';
import type { ServiceRequest } from './serviceRequest';
import { logIn, readStoredSession } from './session';
import { deadlineAfter, pause, TIMEOUT_MS, unlessAborted, type Deadline } from './timing';

/** The contexts of n8n in which requests are sent. */
export type ClientContext =
	| IExecuteFunctions
	| IHookFunctions
	| ILoadOptionsFunctions
	| IPollFunctions
	| ISupplyDataFunctions
	| IWebhookFunctions;

/** Under which conditions a request is sent, and sent again. */
export interface RequestPolicy {
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
}

/** The body of a success, or what is known of a request that failed. */
export type RequestResult = ServiceAnswer | ({ ok: false } & FailedRequest);

/** A success of the service. */
export interface ServiceAnswer<T = IDataObject> extends RequestTries {
	ok: true;
	body: T;
	/** The service's own time when it answered (`Date`), in milliseconds since 1970. */
	serviceTime?: number;
}

/** The one way to the service: sends requests with a credential, and again as far as that is safe. */
export class VoiceAgentClient {
	/** The time of the service, as its answers to all requests of this client tell it. */
	readonly clock = new ServiceClock();

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
	 * @param method The node's parameter Authentication, if it has one.
	 * @throws NodeOperationError for a credential that cannot work; n8n's own error if it cannot be read.
	 */
	static async open(
		context: ClientContext,
		method: AuthenticationMethod = 'apiKey',
	): Promise<VoiceAgentClient> {
		const type = credentialTypeFor(method);
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
	 * if the service merely slows them down, each has its turn. Never throws.
	 * @param slot Taken for each try, and free while the request waits for the next. The caller frees it once
	 * it has decided what follows from the result.
	 */
	async request(request: ServiceRequest, policy: RequestPolicy, slot: Slot): Promise<RequestResult> {
		const { idempotent, maxRetries = RETRY_LIMITS.maxRetries } = policy;
		const { maxRetryAfterMs = RETRY_LIMITS.maxRetryAfterMs } = policy;
		const { limiter } = slot;
		let retries = 0;
		let attempt = 0;
		let isOutcomeKnown = true;
		let progressSeen = limiter.progress;
		for (;;) {
			await slot.take();
			const sentAt = Date.now();
			const response = limiter.isClosed ? NOT_SENT : await this.send(request, policy, limiter.closed);
			if (response.ok) {
				slot.note('raise');
				return { ...response, retries, sentAt };
			}
			const { failure } = response;
			const { reason, processed } = assess(failure);
			if (processed === 'maybe') isOutcomeKnown = false;
			const isRateLimited = reason === 'rateLimited';
			const isFreeTurn = isRateLimited && maxRetries > 0 && limiter.progress !== progressSeen;
			if (!isFreeTurn) attempt++;
			const state = { idempotent, attempt, maxRetries, maxRetryAfterMs };
			const decision = decideRetry(failure, state);
			const delayMs = decision.retry ? decision.delayMs : pauseForOthers(failure, state);
			slot.note(isRateLimited ? { pauseMs: delayMs } : isKeepingUp(failure) ? 'raise' : 'keep');
			if (!decision.retry) return { ok: false, failure, retries, sentAt, isOutcomeKnown };
			slot.free();
			progressSeen = limiter.progress;
			retries++;
			// After a rate-limit response the limiter keeps all requests
			// waiting; other pauses are this request's own.
			if (!isRateLimited) await pause(delayMs, limiter.closed);
		}
	}

	/**
	 * Sends a request once; twice if the service no longer accepts the
	 * session that it was sent with. Never throws.
	 * @param closed Fires when no request may begin any more; a request that is under way goes on.
	 */
	private async send(
		request: ServiceRequest,
		{ timeoutMs = TIMEOUT_MS.quick, cancelled }: RequestPolicy,
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
			const sentAt = Date.now();
			try {
				const raw = (await context.helpers.httpRequestWithAuthentication.call(
					context,
					type,
					this.httpOptionsFor(request, timeoutMs),
					{ credentialsDecrypted: { id: '', name: '', type, data: access.credential } },
				)) as RawResponse;
				const answeredAt = Date.now();
				response = readResponse(raw, answeredAt);
				const serviceTime = readHttpDate(raw.headers.date);
				if (serviceTime !== undefined) this.clock.note({ sentAt, answeredAt, serviceTime });
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
	failure: { kind: 'notLoggedIn', cause: { kind: 'timeout' } },
};

const isUnauthorized = (response: ServiceResponse): boolean =>
	!response.ok && response.failure.kind === 'errorResponse' && response.failure.status === 401;

/** Tells whether the service has answered and keeps up with the requests, even by an error response. */
const isKeepingUp = (failure: Failure): boolean =>
	failure.kind === 'errorResponse' && !['rateLimited', 'unavailable'].includes(assess(failure).reason);
