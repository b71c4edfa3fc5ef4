import type { IHttpRequestHelper } from 'n8n-workflow';

import { currentSession } from '../../../../../nodes/shared/service/session';

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
		if (!granted) return { statusCode: 400, body: { error: { code: 'invalid_grant', message: 'no' } } };
		const refresh_token = `refresh-${++serial}`;
		valid.add(refresh_token);
		return { statusCode: 200, body: { access_token: `token-${serial}`, expires_in: 3600, refresh_token } };
	};
	return { helper: { helpers: { httpRequest } } as unknown as IHttpRequestHelper, grants };
}

let account = 0;
const credentials = (more = {}) => ({
	baseUrl: `https://service-${++account}.example`,
	anonKey: 'anon',
	email: 'ada@example.com',
	password: 'right',
	sessionToken: '',
	refreshToken: '',
	...more,
});

describe('currentSession', () => {
	it('logs in by the password at first', async () => {
		const { helper, grants } = tokenEndpoint();
		expect(await currentSession(helper, credentials())).toMatchObject({ sessionToken: 'token-1' });
		expect(grants).toEqual(['password']);
	});

	it('renews by the refresh token, which it replaces', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials();
		const first = await currentSession(helper, stored);
		const second = await currentSession(helper, { ...stored, ...first });
		expect(second).toMatchObject({ sessionToken: 'token-2', refreshToken: 'refresh-2' });
		expect(grants).toEqual(['password', 'refresh_token']);
	});

	it('falls back to the password when the refresh token is not accepted', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials({ sessionToken: 'old', refreshToken: 'used up' });
		expect(await currentSession(helper, stored)).toMatchObject({ sessionToken: 'token-1' });
		expect(grants).toEqual(['refresh_token', 'password']);
	});

	it('renews once for all items that find the token expired, at once or a little later', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials();
		const first = await currentSession(helper, stored);
		const expired = { ...stored, ...first };
		const sessions = await Promise.all(
			Array.from({ length: 20 }, async () => await currentSession(helper, expired)),
		);
		sessions.push(await currentSession(helper, expired));
		expect(new Set(sessions.map(({ sessionToken }) => sessionToken))).toEqual(new Set(['token-2']));
		expect(grants).toEqual(['password', 'refresh_token']);
	});

	it('gives nobody the session of another password', async () => {
		const { helper } = tokenEndpoint();
		const stored = credentials();
		await currentSession(helper, stored);
		const wrong = currentSession(helper, { ...stored, password: 'wrong' });
		await expect(wrong).rejects.toMatchObject({ code: 'ERR_LOG_IN_REFUSED' });
	});

	it('shares a refusal among those who wait for it, and tries anew for the next', async () => {
		const { helper, grants } = tokenEndpoint();
		const stored = credentials({ password: 'wrong' });
		const results = await Promise.allSettled([1, 2, 3].map(async () => await currentSession(helper, stored)));
		expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
		expect(grants).toEqual(['password']);
		await expect(currentSession(helper, stored)).rejects.toThrow('refused');
		expect(grants).toHaveLength(2);
	});
});
