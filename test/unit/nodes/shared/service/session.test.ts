import type { IHttpRequestHelper } from 'n8n-workflow';

import { accountOf, logIn, type StoredSession } from '../../../../../nodes/shared/service/session';

/** A token endpoint that counts its grants; refresh tokens work once. */
function tokenEndpoint({ password = 'right', delay = 5 } = {}) {
	const grants: string[] = [];
	const valid = new Set<string>();
	let serial = 0;
	const httpRequest = async ({ url, body }: { url: string; body: string }) => {
		const type = new URL(url).searchParams.get('grant_type') ?? '';
		grants.push(type);
		await new Promise((resolve) => setTimeout(resolve, delay));
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
		return answer(200, { access_token: `token-${serial}`, expires_in: 3600, refresh_token });
	};
	return { helper: { helpers: { httpRequest } } as unknown as IHttpRequestHelper, grants };
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
	return { ...data, obtainedWith: accountOf(data) };
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

	it('gives nobody the session of another password', async () => {
		const { helper } = tokenEndpoint();
		const stored = credentials();
		await sessionFrom(helper, stored);
		expect(await logIn(helper, { ...stored, password: 'wrong' })).toMatchObject({
			ok: false,
			failure: { kind: 'refused', status: 400 },
		});
	});

	it('shares a refusal among those who wait for it, and tries anew for the next', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials({ password: 'wrong' });
		const results = await Promise.all([1, 2, 3].map(async () => await logIn(helper, stored)));
		expect(results.map(({ ok }) => ok)).toEqual([false, false, false]);
		expect(grants).toEqual(['password']);
		expect(await logIn(helper, stored)).toMatchObject({ ok: false });
		expect(grants).toHaveLength(2);
	});
});
