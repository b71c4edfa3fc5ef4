import type { IHttpRequestHelper } from 'n8n-workflow';

import { VoiceAgentSessionApi } from '../../../../credentials/VoiceAgentSessionApi.credentials';
import { hashLogIn, logIn, readStoredSession, type StoredSession } from '../../../../nodes/service/session';

/** A token endpoint that counts its grants; refresh tokens work once. `limit.next` refuses the next one with 429. */
function tokenEndpoint({
	password = 'right',
	delay = 5,
	expires_in = 3600,
}: { password?: string; delay?: number; expires_in?: unknown } = {}) {
	const grants: string[] = [];
	const limit = { next: false };
	const lifetime = { expires_in };
	const valid = new Set<string>();
	let serial = 0;
	const httpRequest = async ({ url, body }: { url: string; body: string }) => {
		const type = new URL(url).searchParams.get('grant_type') ?? '';
		grants.push(type);
		await new Promise((resolve) => setTimeout(resolve, delay));
		if (limit.next) {
			limit.next = false;
			return { statusCode: 429, headers: { 'retry-after': '2' }, body: '{"error":"Too many requests"}' };
		}
		const given = JSON.parse(body) as Record<string, string>;
		const granted =
			type === 'password' ? given.password === password : valid.delete(given.refresh_token ?? '');
		const answer = (statusCode: number, value: unknown) => ({
			statusCode,
			headers: {},
			body: JSON.stringify(value),
		});
		if (!granted) return answer(400, { error: { code: 'invalid_grant', message: 'no' } });
		const refresh_token = `refresh-${++serial}`;
		valid.add(refresh_token);
		return answer(200, { access_token: `token-${serial}`, ...lifetime, refresh_token });
	};
	return { helper: { helpers: { httpRequest } } as unknown as IHttpRequestHelper, grants, limit, lifetime };
}

let account = 0;
const credentials = (more = {}) => {
	const data = {
		baseUrl: `https://service-${++account}.example`,
		anonKey: 'anon',
		email: 'ada@example.com',
		password: 'right',
		sessionToken: '',
		refreshToken: '',
		...more,
	};
	return { ...data, obtainedWith: hashLogIn(data) };
};

/** @throws Error when there is none. */
async function sessionFrom(...given: Parameters<typeof logIn>): Promise<StoredSession> {
	const result = await logIn(...given);
	if (!result.ok) throw new Error(JSON.stringify(result.failure));
	return result.session;
}

describe('logIn', () => {
	it('logs in by the password at first', async () => {
		const { helper, grants } = tokenEndpoint();
		expect(await sessionFrom(helper, credentials())).toMatchObject({ sessionToken: 'token-1' });
		expect(grants).toEqual(['password']);
	});

	it('renews by the refresh token, which it replaces', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials();
		const first = await sessionFrom(helper, stored);
		const second = await sessionFrom(helper, { ...stored, ...first }, first.sessionToken);
		expect(second).toMatchObject({ sessionToken: 'token-2', refreshToken: 'refresh-2' });
		expect(grants).toEqual(['password', 'refresh_token']);
	});

	it('falls back to the password when the refresh token is not accepted', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials({ sessionToken: 'old', refreshToken: 'used up' });
		expect(await sessionFrom(helper, stored)).toMatchObject({ sessionToken: 'token-1' });
		expect(grants).toEqual(['refresh_token', 'password']);
	});

	it('keeps the refresh token for later when the service limits the requests', async () => {
		const { helper, grants, limit } = tokenEndpoint();
		const stored = credentials();
		const first = await sessionFrom(helper, stored);
		const expired = { ...stored, ...first };
		limit.next = true;
		expect(await logIn(helper, expired, first.sessionToken)).toMatchObject({
			ok: false,
			failure: { kind: 'errorResponse', status: 429, retryAfter: 2_000 },
		});
		expect(await sessionFrom(helper, expired, first.sessionToken)).toMatchObject({ sessionToken: 'token-2' });
		expect(grants).toEqual(['password', 'refresh_token', 'refresh_token']);
	});

	it('that does not work is told to n8n without a secret, and gives it no session', async () => {
		const { helper } = tokenEndpoint();
		const authenticating = new VoiceAgentSessionApi().preAuthentication.call(
			helper,
			credentials({ password: 'wrong' }),
		);
		await expect(authenticating).rejects.toThrow(/^Logging in to the service did not work$/);
	});

	it('tells a session that was just begun from one that others share', async () => {
		const { helper } = tokenEndpoint();
		const stored = credentials();
		expect(await logIn(helper, stored)).toMatchObject({ ok: true, isNew: true });
		expect(await logIn(helper, stored)).toMatchObject({ ok: true, isNew: false });
	});

	it.each([
		['a proxy whose service took the request', 524, ''],
		['the report of a provider that failed', 502, '{"error":"Failed"}'],
		['an outage', 503, ''],
	])('does not send the password after %s', async (_, statusCode, body) => {
		const grants: unknown[] = [];
		const httpRequest = async ({ url }: { url: string }) => {
			grants.push(new URL(url).searchParams.get('grant_type'));
			return { statusCode, headers: {}, body };
		};
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		const result = await logIn(helper, credentials({ sessionToken: 'old', refreshToken: 'good' }));
		expect(result).toMatchObject({ ok: false, failure: { status: statusCode } });
		expect(grants).toEqual(['refresh_token']);
	});

	it('has no refresh token where the service gives none', async () => {
		const httpRequest = async () => ({
			statusCode: 200,
			headers: {},
			body: '{"access_token":"t","refresh_token":7}',
		});
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		expect(await sessionFrom(helper, credentials())).toMatchObject({ sessionToken: 't', refreshToken: '' });
	});

	it.each([{}, { access_token: '' }, { access_token: null, user: { id: 'u1' } }])(
		'says that there is no session token in %j',
		async (body) => {
			const httpRequest = async () => ({ statusCode: 200, headers: {}, body: JSON.stringify(body) });
			const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
			expect(await logIn(helper, credentials())).toEqual({
				ok: false,
				failure: {
					kind: 'missingData',
					missing: "session token ('access_token')",
					fields: Object.keys(body),
				},
			});
		},
	);

	it('renews once for all items that find the token expired, at once or a little later', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials();
		const first = await sessionFrom(helper, stored);
		const expired = { ...stored, ...first };
		const sessions = await Promise.all(
			Array.from({ length: 20 }, async () => await sessionFrom(helper, expired, first.sessionToken)),
		);
		sessions.push(await sessionFrom(helper, expired, first.sessionToken));
		expect(new Set(sessions.map(({ sessionToken }) => sessionToken))).toEqual(new Set(['token-2']));
		expect(grants).toEqual(['password', 'refresh_token']);
	});

	it('gives nobody a session that was rejected while the next one is begun', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials();
		const { sessionToken } = await sessionFrom(helper, stored);
		const sessions = await Promise.all([
			sessionFrom(helper, stored, sessionToken),
			sessionFrom(helper, stored),
		]);
		expect(sessions.map((session) => session.sessionToken)).toEqual(['token-2', 'token-2']);
		expect(grants).toEqual(['password', 'password']);
	});

	it('gives nobody the session of another password', async () => {
		const { helper } = tokenEndpoint();
		const stored = credentials();
		await sessionFrom(helper, stored);
		expect(await logIn(helper, { ...stored, password: 'wrong' })).toMatchObject({
			ok: false,
			failure: { kind: 'errorResponse', status: 400 },
		});
	});

	it('shares a refusal among those who wait for it, and tries again for the next', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials({ password: 'wrong' });
		const results = await Promise.all([1, 2, 3].map(async () => await logIn(helper, stored)));
		expect(results.map(({ ok }) => ok)).toEqual([false, false, false]);
		expect(grants).toEqual(['password']);
		expect(await logIn(helper, stored)).toMatchObject({ ok: false });
		expect(grants).toHaveLength(2);
	});
});

describe('storedSessionOf', () => {
	const stored = credentials({ sessionToken: 'token', refreshToken: 'refresh' });

	it('keeps the tokens of the account they were obtained for', () => {
		expect(readStoredSession(stored)).toMatchObject({ sessionToken: 'token', refreshToken: 'refresh' });
	});

	it.each([
		{ email: 'bob@example.com' },
		{ password: 'another' },
		{ anonKey: 'other' },
		{ baseUrl: 'https://elsewhere.example' },
		{ obtainedWith: '' },
		{ obtainedWith: undefined },
	])('drops them when the credential was edited: %j', (edit) => {
		const { sessionToken, refreshToken } = readStoredSession({ ...stored, ...edit } as typeof stored);
		expect([sessionToken, refreshToken]).toEqual(['', '']);
	});

	it('keeps them when only blanks or the form of the address differ', () => {
		const edit = { email: ' ada@example.com ', baseUrl: `${stored.baseUrl}/functions/v1/` };
		expect(readStoredSession({ ...stored, ...edit })).toMatchObject({ sessionToken: 'token' });
	});

	it('takes nothing for a token that is no text', () => {
		expect(readStoredSession({ ...stored, sessionToken: 5, refreshToken: null as never })).toMatchObject({
			sessionToken: '',
			refreshToken: '',
		});
	});

	it('never sends an old refresh token to a new address', async () => {
		const { helper, grants } = tokenEndpoint();
		await sessionFrom(helper, { ...stored, baseUrl: 'https://elsewhere.example' });
		expect(grants).toEqual(['password']);
	});

	it('tells nothing of the password', () => {
		expect(hashLogIn(stored)).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe('a log-in', () => {
	it('forgets a session that has expired', async () => {
		const { helper, grants } = tokenEndpoint({ expires_in: 0.02 });
		const stored = credentials();
		await sessionFrom(helper, stored);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await sessionFrom(helper, stored)).toMatchObject({ sessionToken: 'token-2' });
		expect(grants).toEqual(['password', 'password']);
	});

	it('keeps a newer session when one that it has replaced expires', async () => {
		const { helper, lifetime } = tokenEndpoint({ expires_in: 0.02 });
		const stored = credentials();
		const { sessionToken } = await sessionFrom(helper, stored);
		lifetime.expires_in = 3600;
		await sessionFrom(helper, stored, sessionToken);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await logIn(helper, stored)).toMatchObject({ session: { sessionToken: 'token-2' }, isNew: false });
	});

	it.each([undefined, 0, -1, '3600'])(
		'shares a session for a while that expires in %p',
		async (expires_in) => {
			const { helper, grants, lifetime } = tokenEndpoint();
			lifetime.expires_in = expires_in;
			const stored = credentials();
			await sessionFrom(helper, stored);
			await new Promise((resolve) => setTimeout(resolve, 20));
			await sessionFrom(helper, stored);
			expect(grants).toEqual(['password']);
		},
	);

	it('shares a session that is valid for longer than a timer of Node can run', async () => {
		const days = 24 * 3600;
		const { helper, grants } = tokenEndpoint({ expires_in: 30 * days });
		const stored = credentials();
		await sessionFrom(helper, stored);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await sessionFrom(helper, stored)).toMatchObject({ sessionToken: 'token-1' });
		expect(grants).toEqual(['password']);
	});

	it('has a deadline of its own, so that a service that drips does not hold everybody up', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		const httpRequest = async ({ abortSignal }: { abortSignal: AbortSignal }) => {
			abortSignal.throwIfAborted();
			return await new Promise(() => {});
		};
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		expect(await logIn(helper, credentials())).toEqual({
			ok: false,
			failure: { kind: 'timeout' },
		});
		expect(timeout).toHaveBeenCalledWith(30_000);
		timeout.mockRestore();
	});

	it('trims what people paste, but not the password', async () => {
		const bodies: unknown[] = [];
		const httpRequest = async ({ body }: { body: string }) => {
			bodies.push(JSON.parse(body));
			return { statusCode: 200, headers: {}, body: '{"access_token":"t","expires_in":3600}' };
		};
		const helper = { helpers: { httpRequest } } as unknown as IHttpRequestHelper;
		await sessionFrom(helper, credentials({ email: ' ada@example.com\n', password: ' right ' }));
		expect(bodies).toEqual([{ email: 'ada@example.com', password: ' right ' }]);
	});
});
