import { createHash } from 'crypto';

import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestHelper } from 'n8n-workflow';

import { connectionFrom } from './connection';

/** A token for requests, and the one that fetches the next, each of which can be used once. */
export interface Session {
	sessionToken: string;
	refreshToken: string;
	/** Milliseconds since 1970. */
	obtainedAt: number;
}

/** What `code` tells of an error that the log-in was refused, rather than the request that needed it. */
export const LOG_IN_REFUSED = 'ERR_LOG_IN_REFUSED';

const TIMEOUT = 30_000;

/**
 * How long a renewed session is handed to those that still hold the old one, in milliseconds. By then n8n has stored it; a
 * longer time would only keep alive what the service may have revoked meanwhile.
 */
const SHARED_FOR = 60_000;

/** Items that are under way at once share one renewal, and those that come later find its result. */
const underWay = new Map<string, Promise<Session>>();
const latest = new Map<string, Session>();

/**
 * A session that is not the one in `credentials`, which is missing or has expired: by the refresh grant, or by the password
 * when that fails (interface sections 4 and 5).
 * @throws Error with the code `ERR_LOG_IN_REFUSED` when e-mail, password or anon key are not accepted; what the HTTP client
 *   throws when the service cannot be reached.
 */
export async function currentSession(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): Promise<Session> {
	const account = nameOf(credentials);
	const pending = underWay.get(account);
	if (pending) return await pending;
	const known = latest.get(account);
	const fresh = known && Date.now() - known.obtainedAt < SHARED_FOR;
	if (fresh && known.sessionToken !== credentials.sessionToken) return known;

	const renewal = renew(helpers, credentials);
	underWay.set(account, renewal);
	try {
		const session = await renewal;
		latest.set(account, session);
		return session;
	} finally {
		underWay.delete(account);
	}
}

/** Everything that makes a session another one; hashed, so that no password is kept as it is. */
function nameOf({ baseUrl, anonKey, email, password }: ICredentialDataDecryptedObject): string {
	return createHash('sha256')
		.update(JSON.stringify([baseUrl, anonKey, email, password]))
		.digest('hex');
}

async function renew(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
): Promise<Session> {
	const { refreshToken, email, password } = credentials;
	const grant = async (type: string, body: IDataObject) =>
		await requestToken(helpers, credentials, type, body);
	const refreshed = refreshToken ? await grant('refresh_token', { refresh_token: refreshToken }) : undefined;
	const session = refreshed ?? (await grant('password', { email, password }));
	if (session) return session;
	throw Object.assign(new Error('The log-in was refused'), { code: LOG_IN_REFUSED });
}

/** Undefined when the service does not grant it. */
async function requestToken(
	helpers: IHttpRequestHelper['helpers'],
	credentials: ICredentialDataDecryptedObject,
	grantType: string,
	body: IDataObject,
): Promise<Session | undefined> {
	const { statusCode, body: answer } = (await helpers.httpRequest({
		method: 'POST',
		url: `${connectionFrom(credentials).baseUrl}/auth/v1/token?grant_type=${grantType}`,
		headers: { apikey: String(credentials.anonKey ?? '').trim(), 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
		json: true,
		timeout: TIMEOUT,
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: { ignore: true, except: [429, 500, 502, 503, 504] },
	})) as { statusCode: number; body: IDataObject | undefined };
	if (statusCode !== 200 || typeof answer?.access_token !== 'string') return undefined;
	return {
		sessionToken: answer.access_token,
		refreshToken: typeof answer.refresh_token === 'string' ? answer.refresh_token : '',
		obtainedAt: Date.now(),
	};
}
