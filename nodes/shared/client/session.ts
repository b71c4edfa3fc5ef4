import { createHash } from 'crypto';

import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { trimmedText } from '../text/trimmedText';
import { cleanKey, readConnection } from './credentials';
import { deadlineAfter, TIMEOUT_MS } from './timing';
import { assess, type Failure } from './failure';
import { readNetworkFailure } from './networkFailure';
import { readResponse, type RawResponse, type ServiceResponse } from './response';

/** The parts of a session that n8n stores with the credential, in hidden fields. */
export interface StoredSession {
	/** The bearer token; empty when there is none. */
	sessionToken: string;
	/** Obtains the next session; each can be used once (interface section 5). */
	refreshToken: string;
	/**
	 * Names the account and address that the tokens were obtained with,
	 * so that an edited credential drops them.
	 */
	obtainedWith: string;
}

type LogIn =
	| {
			ok: true;
			session: StoredSession;
			/** True if this log-in began the session; an earlier one may have ended meanwhile. */
			isNew: boolean;
	  }
	| { ok: false; failure: Failure };

/**
 * The time for which a new session is handed to requests that still hold the old one, in milliseconds. By
 * then n8n has stored it; a longer time would only keep alive what the service may have revoked meanwhile.
 */
const SHARED_FOR = 60_000;

/** By account. Items under way at once share one log-in, and those that come later find its result. */
const underWay = new Map<string, Promise<LogIn>>();
const recent = new Map<string, StoredSession>();

/** Everything that makes it another account, hashed so that no password is kept. */
export function hashAccount(credential: ICredentialDataDecryptedObject): string {
	const { anonKey, email, password } = credential;
	const identity = [readConnection(credential).baseUrl, cleanKey(anonKey), trimmedText(email), password];
	return createHash('sha256').update(JSON.stringify(identity)).digest('hex');
}

/** The stored session, without the tokens that were obtained for another account or address. */
export function readStoredSession(credential: ICredentialDataDecryptedObject): StoredSession {
	const obtainedWith = hashAccount(credential);
	const kept = credential.obtainedWith === obtainedWith;
	const token = (value: unknown) => (kept && typeof value === 'string' ? value : '');
	return {
		sessionToken: token(credential.sessionToken),
		refreshToken: token(credential.refreshToken),
		obtainedWith,
	};
}

/**
 * A session of the credential's account: by the refresh grant, or by e-mail and password when that is refused
 * (interface sections 4 and 5). Never throws.
 * @param rejected A token that the service no longer accepts; a
 * session with another one is not renewed again.
 */
export async function logIn(
	{ helpers }: IHttpRequestHelper,
	credential: ICredentialDataDecryptedObject,
	rejected = '',
): Promise<LogIn> {
	const account = hashAccount(credential);
	const known = recent.get(account);
	if (known && known.sessionToken !== rejected) return { ok: true, session: known, isNew: false };
	// Others wait for the new one.
	recent.delete(account);
	const pending = underWay.get(account);
	if (pending) return await pending;

	const renewal = renew(helpers, credential);
	underWay.set(account, renewal);
	try {
		return await renewal;
	} finally {
		underWay.delete(account);
	}
}

type Helpers = IHttpRequestHelper['helpers'];

async function renew(helpers: Helpers, credential: ICredentialDataDecryptedObject): Promise<LogIn> {
	const { refreshToken, obtainedWith } = readStoredSession(credential);
	let response: ServiceResponse | undefined;
	if (refreshToken) {
		response = await requestToken(helpers, credential, 'refresh_token', { refresh_token: refreshToken });
	}
	if (!response || isDenied(response)) {
		const { email, password } = credential;
		response = await requestToken(helpers, credential, 'password', { email: trimmedText(email), password });
	}
	if (!response.ok) return response;
	const { access_token: sessionToken, refresh_token: nextToken, expires_in: seconds } = response.body;
	if (typeof sessionToken !== 'string' || sessionToken === '') {
		const missing = "session token ('access_token')";
		return { ok: false, failure: { kind: 'missingData', missing, fields: Object.keys(response.body) } };
	}
	const session = {
		sessionToken,
		refreshToken: typeof nextToken === 'string' ? nextToken : '',
		obtainedWith,
	};
	remember(session, typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : SHARED_FOR);
	return { ok: true, session, isNew: true };
}

/** Hands the session to others for a while, but never beyond its expiry. */
function remember(session: StoredSession, validFor: number): void {
	const account = session.obtainedWith;
	recent.set(account, session);
	AbortSignal.timeout(Math.min(SHARED_FOR, validFor)).addEventListener('abort', () => {
		if (recent.get(account) === session) recent.delete(account);
	});
}

/** Tells whether the service refuses the grant itself, as opposed to being unavailable. */
function isDenied(response: ServiceResponse): boolean {
	if (response.ok || response.failure.kind !== 'errorResponse') return false;
	const { processed, isTransient } = assess(response.failure);
	return processed === 'yes' && !isTransient;
}

/**
 * One call of the token endpoint (interface section 4), which has a deadline of its
 * own since several executions wait for it.
 */
async function requestToken(
	helpers: Helpers,
	credential: ICredentialDataDecryptedObject,
	grantType: string,
	body: IDataObject,
): Promise<ServiceResponse> {
	const deadline = deadlineAfter(TIMEOUT_MS.quick);
	try {
		const response = (await helpers.httpRequest({
			method: 'POST',
			url: `${readConnection(credential).baseUrl}/auth/v1/token?grant_type=${grantType}`,
			headers: { apikey: cleanKey(credential.anonKey), 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
			encoding: 'text',
			returnFullResponse: true,
			disableFollowRedirect: true,
			ignoreHttpStatusErrors: true,
			abortSignal: deadline.signal,
		})) as RawResponse;
		return readResponse(response, Date.now());
	} catch (error) {
		return { ok: false, failure: readNetworkFailure(error, deadline) };
	}
}
