import {
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
import {
	credentialTypeFor,
	functionUrl,
	readConnection,
	validateConnection,
	type AuthenticationMethod,
	type Connection,
	type CredentialType,
} from './credentials';
import { exchange } from './exchange';
import { assess } from './failure';
import type { Slot } from './rateLimiter';
import type { ServiceResponse } from './response';
import { type RequestResult, type RetryPolicy, sendWithRetries } from './retry';
import { encodeMultipart, type ServiceRequest } from './serviceRequest';
import { Session } from './session';
import { deadlineAfter, TIMEOUT_MS, type Deadline } from './timing';

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
	/** Fires when the execution is cancelled, and ends the request. */
	cancelSignal?: AbortSignal | undefined;
}

/** Sends all requests to the service, with a credential, and repeats them where that is safe. */
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
	 * @param method The node's parameter Authentication, if it has one.
	 * @throws NodeOperationError for a credential that cannot work; n8n's own error if it cannot be read.
	 */
	static async open(
		context: ClientContext,
		method: AuthenticationMethod = 'apiKey',
	): Promise<VoiceAgentClient> {
		const type = credentialTypeFor(method);
		const stored = await context.getCredentials(type);
		const problem = validateConnection(type, stored);
		if (problem) {
			throw new NodeOperationError(context.getNode(), problem, {
				description: 'Open the credential, correct it and test it. Nothing was sent.',
			});
		}
		const session = type === 'voiceAgentSessionApi' ? new Session(context, stored) : undefined;
		const credential = session?.credential ?? stored;
		return new VoiceAgentClient(context, type, readConnection(stored), credential, session);
	}

	/** Sends a request, and again as {@link sendWithRetries} decides. Never throws. */
	async request(request: ServiceRequest, policy: RequestPolicy, slot: Slot): Promise<RequestResult> {
		const { timeoutMs = TIMEOUT_MS.quick, endAt = Infinity, cancelSignal } = policy;
		const sendOnce = async () => {
			const tryMs = Math.max(1, Math.min(timeoutMs, endAt - Date.now()));
			return await this.send(request, tryMs, deadlineAfter(tryMs, cancelSignal), slot.limiter.closeSignal);
		};
		return await sendWithRetries(sendOnce, policy, slot);
	}

	/**
	 * Sends a request once; twice if the service no longer accepts the session that it was sent with. Never throws.
	 * @param closed Fires when no further request may begin; a request that is under way continues.
	 * @param rejectedToken The token that the service has not accepted, the second time.
	 */
	private async send(
		request: ServiceRequest,
		timeoutMs: number,
		deadline: Deadline,
		closed: AbortSignal,
		rejectedToken?: string,
	): Promise<ServiceResponse> {
		const { credentialType: type, credential } = this;
		const access = await this.session?.obtain(deadline, rejectedToken);
		if (access && !access.ok) return access;
		if (closed.aborted) return { ok: false, failure: { kind: 'cancelled', sent: false } };
		const context = withCancelSignal(this.context, deadline.signal);
		const options = this.httpOptionsFor(request, timeoutMs);
		const response = await exchange(deadline, async () => {
			const data = access?.credential ?? credential;
			return await context.helpers.httpRequestWithAuthentication.call(context, type, options, {
				credentialsDecrypted: { id: '', name: '', type, data },
			});
		});
		const isRenewable = access?.mayBeOutdated && rejectedToken === undefined && isUnauthorized(response);
		return isRenewable ? await this.send(request, timeoutMs, deadline, closed, access.token) : response;
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
			// Later than our own deadline, which every version of n8n tells
			// apart; without it n8n would stop after 300 s.
			timeout: timeoutMs + 1000,
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
		};
	}
}

const isUnauthorized = (response: ServiceResponse): boolean =>
	!response.ok && assess(response.failure).reason === 'unauthorized';
