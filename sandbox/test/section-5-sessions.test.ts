import { createHmac } from 'node:crypto';
import { callFunction, JSON_TYPE, type Answer } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface Session {
	access_token: string;
	token_type: string;
	expires_in: number;
	refresh_token: string;
}

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.reset('empty'));

const UNAUTHORIZED = { error: { code: 'unauthorized', message: 'Unauthorized' } };
const invalidGrant = (message: unknown) => ({ error: { code: 'invalid_grant', message } });

async function requestToken<Body = Session>(
	grant: string,
	body: unknown,
	headers: Record<string, string> = { ...JSON_TYPE, apikey: sandbox.anonKey },
): Promise<Answer<Body>> {
	const response = await fetch(`${sandbox.url}/auth/v1/token${grant && `?grant_type=${grant}`}`, {
		method: 'POST',
		headers,
		body: typeof body === 'string' ? body : JSON.stringify(body),
	});
	return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

const logIn = async () =>
	(await requestToken('password', { email: sandbox.email, password: sandbox.password })).body;
const refresh = (token: string) => requestToken('refresh_token', { refresh_token: token });
const callWith = (token: string, name = 'list-messages') =>
	callFunction(sandbox, name, {}, { ...JSON_TYPE, authorization: `Bearer ${token}` });
const advance = (seconds: number) => sandbox.control('POST', '/clock', { advance_seconds: seconds });

/** A JWT with these claims, signed with a key of the forger's choice. */
function forge(header: object, claims: object, key: string): string {
	const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
	const signed = `${encode(header)}.${encode(claims)}`;
	return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}

describe('sections 4 and 5, the password grant', () => {
	it('returns a JWT, its kind, its lifetime of 3600 seconds, a refresh token, and no more', async () => {
		const { status, body, headers } = await requestToken('password', {
			// In any letter case.
			email: sandbox.email.toUpperCase(),
			password: sandbox.password,
		});
		expect(status).toBe(200);
		expect(body).toEqual({
			access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
			token_type: 'bearer',
			expires_in: 3600,
			refresh_token: expect.stringMatching(/^\S{20,}$/),
		});
		expect(headers.get('cache-control')).toBe('no-store');
	});

	it('refuses a wrong password and an unknown e-mail with 400, in the same words', async () => {
		for (const body of [
			{ email: sandbox.email, password: 'wrong' },
			{ email: sandbox.email, password: '' },
			{ email: 'nobody@example.com', password: sandbox.password },
		]) {
			const answer = await requestToken('password', body);
			expect([answer.status, answer.body]).toEqual([400, invalidGrant('Invalid e-mail or password')]);
		}
	});

	it.each([
		['password', {}, 'email is required'],
		['password', { email: 'demo@example.com' }, 'password is required'],
		['password', [], 'The body must be an object'],
		['password', '{"email":', expect.any(String)],
		['refresh_token', {}, 'refresh_token is required'],
		['refresh_token', { refresh_token: 'unknown' }, 'Invalid refresh token'],
		['refresh_token', { refresh_token: null }, 'refresh_token must be a string'],
	])('%s refuses the body %j with 400 in structured form', async (grant, body, message) => {
		const answer = await requestToken(grant, body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant(message));
	});

	it.each(['', 'PASSWORD'])('refuses grant type "%s" with 400', async (grant) => {
		const answer = await requestToken(grant, { email: sandbox.email, password: sandbox.password });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant(expect.stringContaining('grant_type')));
	});
});

it('4 the token endpoint is answered 401 without the right apikey, whatever the body', async () => {
	for (const apikey of [undefined, '', `anon_${'0'.repeat(40)}`, sandbox.apiKey]) {
		for (const body of [{ email: sandbox.email, password: sandbox.password }, '{"email":']) {
			const answer = await requestToken('password', body, { ...JSON_TYPE, ...(apikey && { apikey }) });
			expect([apikey, answer.status, answer.body]).toEqual([apikey, 401, UNAUTHORIZED]);
		}
	}
});

describe('sections 4 and 5, the refresh grant', () => {
	it('accepts a refresh token once, for a new session of the same shape, and then the new token', async () => {
		const first = await logIn();
		await advance(10 * 86_400);
		const { status, body } = await refresh(first.refresh_token);
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual(Object.keys(first).sort());
		expect(body.refresh_token).not.toBe(first.refresh_token);
		expect((await callWith(body.access_token)).status).toBe(200);
		const again = await refresh(first.refresh_token);
		expect([again.status, again.body]).toEqual([400, invalidGrant('Invalid refresh token')]);
		expect((await refresh(body.refresh_token)).status).toBe(200);
	});

	it('accepts only one of many simultaneous uses', async () => {
		const { refresh_token: token } = await logIn();
		const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
	});
});

describe('5 session tokens as bearer tokens', () => {
	it('are accepted by function endpoints until an hour has passed on the sandbox’s clock', async () => {
		const { access_token: token } = await logIn();
		expect((await callWith(token)).status).toBe(200);
		await advance(3590);
		expect((await callWith(token)).status).toBe(200);
		await advance(11);
		const refused = await callWith(token);
		expect(refused.status).toBe(401);
		expect(refused.body).toEqual(UNAUTHORIZED);
		expect((await callWith(token, 'send-chatapp-message')).body).toEqual({ error: 'Unauthorized' });
	});

	it('are refused when they come from the future', async () => {
		await advance(86_400);
		const { access_token: token } = await logIn();
		await advance(-86_400);
		expect((await callWith(token)).status).toBe(401);
	});

	it('the anon key, a refresh token and the password are not bearer tokens', async () => {
		const { refresh_token: token } = await logIn();
		for (const other of [sandbox.anonKey, token, sandbox.password]) {
			expect((await callWith(other)).body).toEqual(UNAUTHORIZED);
		}
	});

	it('are refused when forged', async () => {
		const { access_token: token } = await logIn();
		const [header = '', payload = '', signature = ''] = token.split('.');
		const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
		const later = { ...claims, exp: Number(claims.exp) + 3600 };
		const tampered = Buffer.from(JSON.stringify(later)).toString('base64url');
		for (const forged of [
			`${header}.${tampered}.${signature}`,
			`${header}.${payload}.`,
			`${header}.${payload}.${signature.slice(1)}`,
			forge({ alg: 'HS256', typ: 'JWT' }, claims, 'secret'),
			forge({ alg: 'HS256', typ: 'JWT' }, claims, sandbox.anonKey),
			forge({ alg: 'none' }, claims, ''),
			'..',
			'a.b.c',
		]) {
			const answer = await callWith(forged);
			expect([forged, answer.status]).toEqual([forged, 401]);
			expect(answer.body).toEqual(UNAUTHORIZED);
		}
	});

	it('browser apps may ask for them and use them (decision: CORS)', async () => {
		for (const [path, header] of [
			['/auth/v1/token?grant_type=password', 'apikey'],
			['/functions/v1/list-messages', 'authorization'],
		] as const) {
			const { headers, status } = await fetch(`${sandbox.url}${path}`, {
				method: 'OPTIONS',
				headers: {
					origin: 'https://app.example.com',
					'access-control-request-method': 'POST',
					'access-control-request-headers': `${header},content-type`,
				},
			});
			expect(status).toBe(204);
			expect(headers.get('access-control-allow-origin')).toBe('*');
			expect(headers.get('access-control-allow-headers')).toContain(header);
		}
	});
});

describe('the log-in of the sandbox', () => {
	it('is shown by the control API as it was announced, and outlives a reset', async () => {
		await sandbox.control('POST', '/reset', { seed: 'demo' });
		expect(await sandbox.control('GET', '/account')).toEqual({
			user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			email: sandbox.email,
			password: sandbox.password,
			anon_key: sandbox.anonKey,
		});
	});

	it('is not in the journal of requests', async () => {
		const { access_token: access, refresh_token: token } = await logIn();
		await refresh(token);
		await callWith(access);
		const journal = JSON.stringify(await sandbox.control('GET', '/requests'));
		expect(journal).toContain('/auth/v1/token');
		for (const secret of [sandbox.password, sandbox.anonKey, access, token]) {
			expect(journal).not.toContain(secret);
		}
	});
});
