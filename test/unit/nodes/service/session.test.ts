import type { IHttpRequestHelper } from 'n8n-workflow';

import { VoiceAgentSessionApi } from '../../../../credentials/VoiceAgentSessionApi.credentials';
import { logIn, toStoredSession, type StoredSession } from '../../../../nodes/service/session';

const answer = (statusCode: number, value: unknown, headers = {}) => ({
	statusCode,
	headers,
	body: JSON.stringify(value),
});

/** A service that answers a log-in as it is told. */
const answering = (
	httpRequest: (request: { url: string; body: string; abortSignal: AbortSignal }) => unknown,
) =>
	({
		helpers: { httpRequest: async (request: never) => await httpRequest(request) },
	}) as unknown as IHttpRequestHelper;

const grantOf = (url: string): string => new URL(url).searchParams.get('grant_type') ?? '';

/** A token endpoint that counts its grants; refresh tokens work once. `limit.next` refuses the next one with 429. */
function tokenEndpoint({ expires_in = 3600 }: { expires_in?: unknown } = {}) {
	const grants: string[] = [];
	const limit = { next: false };
	const lifetime = { expires_in };
	const valid = new Set<string>();
	let serial = 0;
	const helper = answering(async ({ url, body }) => {
		const type = grantOf(url);
		grants.push(type);
		await new Promise((resolve) => setTimeout(resolve, 5));
		if (limit.next) {
			limit.next = false;
			return answer(429, { error: 'Too many requests' }, { 'retry-after': '2' });
		}
		const given = JSON.parse(body) as Record<string, string>;
		const isGranted =
			type === 'password' ? given.password === 'right' : valid.delete(given.refresh_token ?? '');
		if (!isGranted) return answer(400, { error: { code: 'invalid_grant', message: 'no' } });
		const refresh_token = `refresh-${++serial}`;
		valid.add(refresh_token);
		return answer(200, { access_token: `token-${serial}`, ...lifetime, refresh_token });
	});
	return { helper, grants, limit, lifetime };
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
	return { ...data, obtainedWith: toStoredSession(data).obtainedWith };
};

/** @throws Error when there is none. */
async function sessionFrom(...given: Parameters<typeof logIn>): Promise<StoredSession> {
	const result = await logIn(...given);
	if (!result.ok) throw new Error(JSON.stringify(result.problem));
	return result.value.session;
}

/** A token endpoint and an account that has logged in there. */
async function logInOnce(options: { expires_in?: unknown } = {}) {
	const endpoint = tokenEndpoint(options);
	const stored = credentials();
	const first = await sessionFrom(endpoint.helper, stored);
	return { ...endpoint, stored, first, expired: { ...stored, ...first } };
}

describe('logIn', () => {
	it('renews by the refresh token, which it replaces', async () => {
		const { helper, grants, first, expired } = await logInOnce();
		const second = await sessionFrom(helper, expired, first.sessionToken);
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
		const { helper, grants, limit, first, expired } = await logInOnce();
		limit.next = true;
		expect(await logIn(helper, expired, first.sessionToken)).toMatchObject({
			ok: false,
			problem: { kind: 'errorResponse', status: 429, retryAfter: 2_000 },
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

	it.each([
		['a proxy whose service took the request', 524],
		['an outage', 503],
	])('does not send the password after %s', async (_, statusCode) => {
		const grants: string[] = [];
		const helper = answering(({ url }) => {
			grants.push(grantOf(url));
			return answer(statusCode, '');
		});
		const result = await logIn(helper, credentials({ sessionToken: 'old', refreshToken: 'good' }));
		expect(result).toMatchObject({ ok: false, problem: { status: statusCode } });
		expect(grants).toEqual(['refresh_token']);
	});

	it.each([{}, { access_token: '' }, { access_token: null, user: { id: 'u1' } }])(
		'says that there is no session token in %j',
		async (body) => {
			const helper = answering(() => answer(200, body));
			const missing = "session token ('access_token')";
			const failure = { kind: 'missingData', missing, fields: Object.keys(body) };
			expect(await logIn(helper, credentials())).toEqual({ ok: false, problem: failure });
		},
	);

	it('gives nobody a session that was rejected while the next one is begun', async () => {
		const { helper, grants, stored, first } = await logInOnce();
		const { sessionToken } = first;
		const sessions = await Promise.all([
			sessionFrom(helper, stored, sessionToken),
			sessionFrom(helper, stored),
		]);
		expect(sessions.map((session) => session.sessionToken)).toEqual(['token-2', 'token-2']);
		expect(grants).toEqual(['password', 'password']);
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

describe('toStoredSession', () => {
	const stored = credentials({ sessionToken: 'token', refreshToken: 'refresh' });

	it('keeps the tokens of the account they were obtained for', () => {
		expect(toStoredSession(stored)).toMatchObject({ sessionToken: 'token', refreshToken: 'refresh' });
	});

	it.each([
		{ email: 'bob@example.com' },
		{ anonKey: 'other' },
		{ baseUrl: 'https://elsewhere.example' },
		{ obtainedWith: '' },
		{ sessionToken: 5, refreshToken: null },
	])('drops them when the credential was edited, and what is no text: %j', (edit) => {
		const { sessionToken, refreshToken } = toStoredSession({ ...stored, ...edit } as typeof stored);
		expect([sessionToken, refreshToken]).toEqual(['', '']);
	});

	it('keeps them when only blanks or the form of the address differ', () => {
		const edit = { email: ' ada@example.com ', baseUrl: `${stored.baseUrl}/functions/v1/` };
		expect(toStoredSession({ ...stored, ...edit })).toMatchObject({ sessionToken: 'token' });
	});

	it('tells nothing of the password', () => {
		expect(toStoredSession(stored).obtainedWith).toMatch(/^[0-9a-f]{64}$/);
	});
});

describe('a log-in', () => {
	it('forgets a session that has expired', async () => {
		const { helper, grants, stored } = await logInOnce({ expires_in: 0.02 });
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await sessionFrom(helper, stored)).toMatchObject({ sessionToken: 'token-2' });
		expect(grants).toEqual(['password', 'password']);
	});

	it('keeps a newer session when one that it has replaced expires', async () => {
		const { helper, lifetime, stored, first } = await logInOnce({ expires_in: 0.02 });
		lifetime.expires_in = 3600;
		await sessionFrom(helper, stored, first.sessionToken);
		await new Promise((resolve) => setTimeout(resolve, 50));
		expect(await logIn(helper, stored)).toMatchObject({
			value: { session: { sessionToken: 'token-2' }, isNew: false },
		});
	});

	// The last is longer than a timer of Node can run.
	it.each([null, 0, -1, '3600', 30 * 24 * 3600])(
		'shares a session for a while that expires in %p',
		async (expires_in) => {
			const { helper, grants, stored } = await logInOnce({ expires_in });
			await new Promise((resolve) => setTimeout(resolve, 20));
			await sessionFrom(helper, stored);
			expect(grants).toEqual(['password']);
		},
	);

	it('has a deadline of its own, so that a service that drips does not hold everybody up', async () => {
		const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort());
		const helper = answering(async ({ abortSignal }) => {
			abortSignal.throwIfAborted();
			return await new Promise(() => {});
		});
		expect(await logIn(helper, credentials())).toEqual({
			ok: false,
			problem: { kind: 'timeout' },
		});
		expect(timeout).toHaveBeenCalledWith(30_000);
		timeout.mockRestore();
	});

	it('trims what people paste, but not the password', async () => {
		const bodies: unknown[] = [];
		const helper = answering(({ body }) => {
			bodies.push(JSON.parse(body));
			return answer(200, { access_token: 't', expires_in: 3600 });
		});
		await sessionFrom(helper, credentials({ email: ' ada@example.com\n', password: ' right ' }));
		expect(bodies).toEqual([{ email: 'ada@example.com', password: ' right ' }]);
	});
});
