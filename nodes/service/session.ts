import { createHash } from 'crypto';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import type { Result } from '../text/result';
import { cleanText, trimText } from '../text/strings';
import { identifyAccount, toConnection, tokenUrl } from './credentials';
import { exchange } from './exchange';
import { assess, type Failure } from './failure';
import type { ServiceResponse } from './response';
import { SharedWork } from './concurrency';
import { type Deadline, deadlineAfter, TIMEOUT_MS, unlessAborted } from './timing';

/** The parts of a session that n8n stores with the credential, in hidden fields. */
export interface StoredSession {
	/** The bearer token; empty when there is none. */
	sessionToken: string;
	/** Obtains the next session; each can be used once. */
	refreshToken: string;
	/** The hash of the log-in that the tokens were obtained with, so that an edited credential drops them. */
	obtainedWith: string;
}

/** A session, and what is known about it. */
interface ObtainedSession {
	session: StoredSession;
	/** True if this log-in began the session; an earlier one may have ended meanwhile. */
	isNew: boolean;
	/** The time for which the service accepts the session, in milliseconds. */
	validForMs: number;
}

type LogIn = Result<ObtainedSession, Failure>;

/**
 * The time for which a new session is handed to requests that still hold the old one, in milliseconds. By
 * then n8n has stored it; a longer time would only keep alive what the service may have revoked meanwhile.
 */
const SHARED_FOR_MS = 60_000;

/** The newest log-in of each account: requests that need one at the same time, or a little later, share it. */
const logIns = new SharedWork<LogIn>({
	ttlMs: (logIn) => (logIn.ok ? Math.min(SHARED_FOR_MS, logIn.value.validForMs) : 0),
	maxKeys: 1_000,
});

/** Hashes the account and everything that a log-in to it needs, so that no password is kept. */
function hashLogIn(credential: ICredentialDataDecryptedObject): string {
	const { anonKey, password } = credential;
	const parts = [...identifyAccount('voiceAgentSessionApi', credential), cleanText(anonKey), password];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Returns the stored session, without the tokens that were obtained for another account or address. */
export function toStoredSession(credential: ICredentialDataDecryptedObject): StoredSession {
	const obtainedWith = hashLogIn(credential);
	const kept = credential.obtainedWith === obtainedWith;
	const token = (value: unknown) => (kept && typeof value === 'string' ? value : '');
	return {
		sessionToken: token(credential.sessionToken),
		refreshToken: token(credential.refreshToken),
		obtainedWith,
	};
}

/**
 * Returns a session of the credential's account: by the refresh grant, or by e-mail and password if that is refused.
 * Never throws.
 * @param rejected A token that the service no longer accepts; a
 * session with another one is not renewed again.
 */
export async function logIn(
	{ helpers }: IHttpRequestHelper,
	credential: ICredentialDataDecryptedObject,
	rejected = '',
): Promise<LogIn> {
	const account = hashLogIn(credential);
	const known = logIns.findResult(account);
	if (known?.ok && known.value.session.sessionToken !== rejected) {
		return { ok: true, value: { ...known.value, isNew: false } };
	}
	if (known) logIns.forget(account);
	return await logIns.share(account, async () => await renew(helpers, credential));
}

type Helpers = IHttpRequestHelper['helpers'];

async function renew(helpers: Helpers, credential: ICredentialDataDecryptedObject): Promise<LogIn> {
	const { refreshToken, obtainedWith } = toStoredSession(credential);
	let response: ServiceResponse | undefined;
	if (refreshToken) {
		response = await requestToken(helpers, credential, 'refresh_token', { refresh_token: refreshToken });
	}
	if (!response || isDenied(response)) {
		const { email, password } = credential;
		response = await requestToken(helpers, credential, 'password', { email: trimText(email), password });
	}
	if (!response.ok) return response;
	const { access_token: sessionToken, refresh_token: nextToken, expires_in: seconds } = response.value.body;
	if (typeof sessionToken !== 'string' || sessionToken === '') {
		const missing = "session token ('access_token')";
		return { ok: false, problem: { kind: 'missingData', missing, fields: Object.keys(response.value.body) } };
	}
	const session = {
		sessionToken,
		refreshToken: typeof nextToken === 'string' ? nextToken : '',
		obtainedWith,
	};
	const validForMs = typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SHARED_FOR_MS;
	return { ok: true, value: { session, isNew: true, validForMs } };
}

/** Tells whether the service refuses the grant itself, as opposed to being unavailable. */
function isDenied(response: ServiceResponse): boolean {
	if (response.ok || response.problem.kind !== 'errorResponse') return false;
	const { processed, isTransient } = assess(response.problem);
	return processed === 'yes' && !isTransient;
}

/**
 * Calls the token endpoint once. The call has a deadline of its own, since several executions wait for it.
 */
async function requestToken(
	helpers: Helpers,
	credential: ICredentialDataDecryptedObject,
	grantType: string,
	body: IDataObject,
): Promise<ServiceResponse> {
	const deadline = deadlineAfter(TIMEOUT_MS.quick);
	const url = tokenUrl(toConnection(credential), grantType);
	return await exchange(
		deadline,
		helpers.httpRequest({
			method: 'POST',
			url,
			headers: { apikey: cleanText(credential.anonKey), 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
			encoding: 'text',
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			abortSignal: deadline.signal,
		}),
	);
}

/** The token and address that a request is sent with. */
interface Access {
	credential: ICredentialDataDecryptedObject;
	token: string;
	/** True if the session was begun before this request, and so may have ended. */
	mayBeOutdated: boolean;
}

/**
 * The session of an execution's requests. It is there before n8n asks the credential for one, since n8n would hide why
 * a log-in failed. The first request with a new session is sent with an empty `sessionToken`, so that n8n runs the
 * credential's `preAuthentication`, which finds the session here, and stores it. Later requests carry the token themselves.
 */
export class Session {
	/** The decrypted data; a renewed session is put in here. */
	readonly credential: ICredentialDataDecryptedObject & StoredSession;

	/** The newest token that n8n was given to store with the credential. */
	private storedToken?: string;

	constructor(
		private readonly context: IHttpRequestHelper,
		credential: ICredentialDataDecryptedObject,
	) {
		this.credential = { ...credential, ...toStoredSession(credential) };
	}

	/**
	 * Sends a request with the session, and once more with a new one if the service no longer accepts it. Never throws.
	 * @param send Sends it once with a credential, and never throws.
	 */
	async send(
		deadline: Deadline,
		send: (credential: ICredentialDataDecryptedObject) => Promise<ServiceResponse>,
	): Promise<ServiceResponse> {
		const access = await this.obtain(deadline);
		if (!access.ok) return access;
		const response = await send(access.value.credential);
		if (response.ok || assess(response.problem).reason !== 'unauthorized' || !access.value.mayBeOutdated) {
			return response;
		}
		const renewed = await this.obtain(deadline, access.value.token);
		return renewed.ok ? await send(renewed.value.credential) : renewed;
	}

	/** Logs in if there is no session, or only one whose token the service no longer accepts. Never throws. */
	private async obtain(deadline: Deadline, rejectedToken?: string): Promise<Result<Access, Failure>> {
		const { credential } = this;
		const token = credential.sessionToken;
		// Another request may have renewed the session meanwhile.
		if (token !== '' && token !== rejectedToken) {
			return { ok: true, value: { credential: { ...credential }, token, mayBeOutdated: true } };
		}
		credential.sessionToken = '';
		const pending = logIn(this.context, credential, rejectedToken);
		const result = await unlessAborted(pending, deadline.signal);
		if (!result) {
			const failure: Failure = deadline.passed
				? { kind: 'notLoggedIn', cause: { kind: 'timeout' } }
				: { kind: 'cancelled', sent: false };
			return { ok: false, problem: failure };
		}
		if (!result.ok) return { ok: false, problem: { kind: 'notLoggedIn', cause: result.problem } };
		const { session, isNew } = result.value;
		const isStored = this.storedToken === session.sessionToken;
		this.storedToken = session.sessionToken;
		return {
			ok: true,
			value: {
				credential: isStored ? { ...credential, ...session } : credential,
				token: session.sessionToken,
				mayBeOutdated: !isNew,
			},
		};
	}
}
