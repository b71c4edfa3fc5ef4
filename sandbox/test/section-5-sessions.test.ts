import { createHmac } from 'node:crypto';
import { callFunction, JSON_TYPE, type Answer } from '../../test/support/call-service.ts';
import { readOperations } from '../../test/support/openapi-operations.ts';
import { startSandbox } from '../../test/support/start-sandbox.ts';
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
			email: sandbox.email,
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

	it('takes the e-mail in any letter case', async () => {
		const { status } = await requestToken('password', {
			email: sandbox.email.toUpperCase(),
			password: sandbox.password,
		});
		expect(status).toBe(200);
	});

	it('gives another token each time', async () => {
		const [one, other] = [await logIn(), await logIn()];
		expect(one.access_token).not.toBe(other.access_token);
		expect(one.refresh_token).not.toBe(other.refresh_token);
	});

	it.each([
		['a wrong password', () => ({ email: sandbox.email, password: 'wrong' })],
		['an empty password', () => ({ email: sandbox.email, password: '' })],
		['an unknown e-mail', () => ({ email: 'nobody@example.com', password: sandbox.password })],
	])('refuses %s with 400, in the same words', async (_name, body) => {
		const answer = await requestToken('password', body());
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant('Invalid e-mail or password'));
	});

	it.each([
		[{}, 'email is required'],
		[{ email: 'demo@example.com' }, 'password is required'],
		[{ email: 7, password: 'x' }, 'email must be a string'],
		[[], 'The body must be an object'],
		['{"email":', expect.any(String)],
	])('refuses the body %j with 400 in structured form', async (body, message) => {
		const answer = await requestToken('password', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant(message));
	});

	it.each(['', 'magic', 'PASSWORD'])('refuses grant type "%s" with 400', async (grant) => {
		const answer = await requestToken(grant, { email: sandbox.email, password: sandbox.password });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant(expect.stringContaining('grant_type')));
	});
});

describe('4 the apikey header of the token endpoint', () => {
	it.each([
		['no apikey', () => ({})],
		['a wrong one', () => ({ apikey: `anon_${'0'.repeat(40)}` })],
		['an API key', () => ({ apikey: sandbox.apiKey })],
		['an empty one', () => ({ apikey: '' })],
	])('%s is answered 401, whatever the body', async (_name, headers) => {
		for (const body of [{ email: sandbox.email, password: sandbox.password }, '{"email":']) {
			const answer = await requestToken('password', body, { ...JSON_TYPE, ...headers() });
			expect(answer.status).toBe(401);
			expect(answer.body).toEqual(UNAUTHORIZED);
		}
	});
});

describe('sections 4 and 5, the refresh grant', () => {
	it('returns a new session of the same shape', async () => {
		const first = await logIn();
		const { status, body } = await refresh(first.refresh_token);
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual(Object.keys(first).sort());
		expect(body.refresh_token).not.toBe(first.refresh_token);
		expect((await callWith(body.access_token)).status).toBe(200);
	});

	it('accepts a refresh token once, and then the new one', async () => {
		const { refresh_token: token } = await logIn();
		const { body } = await refresh(token);
		const again = await refresh(token);
		expect(again.status).toBe(400);
		expect(again.body).toEqual(invalidGrant('Invalid refresh token'));
		expect((await refresh(body.refresh_token)).status).toBe(200);
	});

	it('accepts only one of many simultaneous uses', async () => {
		const { refresh_token: token } = await logIn();
		const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(token)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(9).fill(400)]);
	});

	it('works after the access token has expired', async () => {
		const { refresh_token: token } = await logIn();
		await advance(10 * 86_400);
		const { body } = await refresh(token);
		expect((await callWith(body.access_token)).status).toBe(200);
	});

	it.each([
		[{}, 'refresh_token is required'],
		[{ refresh_token: 'unknown' }, 'Invalid refresh token'],
		[{ refresh_token: null }, 'refresh_token must be a string'],
	])('refuses %j with 400', async (body, message) => {
		const answer = await requestToken('refresh_token', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual(invalidGrant(message));
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
			`${header}.${payload}`,
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

	it('are refused by another account', async () => {
		const other = await startSandbox({ seed: 'empty' });
		const { access_token: token } = await logIn();
		const answer = await callFunction(
			other,
			'list-messages',
			{},
			{ ...JSON_TYPE, authorization: `Bearer ${token}` },
		);
		await other.stop();
		expect(answer.status).toBe(401);
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

describe('5 all function endpoints', () => {
	/** Those of the document, which openapi.test.ts compares with section 4. */
	const endpoints = async () =>
		(await readOperations(sandbox.url))
			.filter(({ path }) => path.startsWith('/functions/v1/'))
			.map(({ method, path }) => [method, path.replace('{id}', 'x')] as const);
	const statusWith = async (method: string, path: string, headers: Record<string, string>) => {
		const response = await fetch(`${sandbox.url}${path}`, {
			method,
			headers: { ...JSON_TYPE, ...headers },
			body: '{}',
		});
		await response.arrayBuffer();
		return response.status;
	};

	it('require a token; an API key or a session is one until it expires, for replay a key alone', async () => {
		const all = await endpoints();
		expect(all.length).toBeGreaterThan(15);
		const { access_token: token } = await logIn();
		const session = { authorization: `Bearer ${token}` };
		for (const [method, path] of all) {
			const status = async (headers: Record<string, string>) => await statusWith(method, path, headers);
			const withKey = await status({ authorization: `Bearer ${sandbox.apiKey}` });
			const statuses = {
				...{ none: await status({}), session: await status(session) },
				anonKey: await status({ authorization: `Bearer ${sandbox.anonKey}` }),
			};
			expect({ method, path, withKey }).not.toMatchObject({ withKey: 401 });
			const expected = path.endsWith('/replay-webhook-delivery') ? 401 : withKey;
			expect({ path, ...statuses }).toEqual({ path, none: 401, anonKey: 401, session: expected });
		}
		await advance(3601);
		for (const [method, path] of all) {
			expect([path, await statusWith(method, path, session)]).toEqual([path, 401]);
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
