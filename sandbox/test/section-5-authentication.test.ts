import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

const STRUCTURED = { error: { code: 'unauthorized', message: 'Unauthorized' } };
const PLAIN = { error: 'Unauthorized' };
const bearer = (token: string) => ({ ...JSON_TYPE, authorization: `Bearer ${token}` });
const createKey = (name = 'a key', settings: object = {}) =>
	sandbox.control('POST', '/api-keys', { name, ...settings });
const listKeys = async () => (await sandbox.control('GET', '/api-keys')).api_keys;

describe('5 failure', () => {
	const refused: Array<[string, Record<string, string>]> = [
		['no Authorization header', {}],
		['an unknown key', { authorization: `Bearer svc_${'0'.repeat(40)}` }],
		['a token of no kind', { authorization: 'Bearer nonsense' }],
		['another scheme', { authorization: 'Basic abc' }],
		['no token', { authorization: 'Bearer ' }],
		['an unsigned session token', { authorization: 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.' }],
	];

	it.each(refused)(
		'with %s the answer is 401, in structured form but for a chat-app send',
		async (_name, token) => {
			for (const [endpoint, body] of [
				['list-messages', STRUCTURED],
				['no-such-function', STRUCTURED],
				['send-chatapp-message', PLAIN],
			] as const) {
				const answer = await callFunction(sandbox, endpoint, {}, { ...JSON_TYPE, ...token });
				expect([endpoint, answer.status, answer.body]).toEqual([endpoint, 401, body]);
			}
		},
	);

	it.each(['/%66unctions/v1/no-such-function', '/functions/v1?page=1'])(
		'comes for an unknown address however it is spelt: %s',
		async (address) => {
			const response = await fetch(sandbox.url + address, { method: 'POST', headers: JSON_TYPE, body: '{}' });
			expect([response.status, await response.json()]).toEqual([401, STRUCTURED]);
		},
	);

	it('is answered before the body is read', async () => {
		for (const [type, body] of [
			['application/json', '{"limit":'],
			['text/plain', 'x'],
			['application/json', 'x'.repeat(2_000_000)],
		] as const) {
			const answer = await callFunction(sandbox, 'list-messages', body, { 'content-type': type });
			expect(answer.status).toBe(401);
			expect(answer.body).toEqual(STRUCTURED);
		}
	});
});

describe('5 API key rules', () => {
	it('a key is svc_ and 40 hexadecimal characters, and works', async () => {
		const { key } = await createKey();
		expect(key).toMatch(/^svc_[0-9a-f]{40}$/);
		expect((await callFunction(sandbox, 'list-messages', {}, bearer(key))).status).toBe(200);
		for (const wrong of [key.toUpperCase(), `${key}0`]) {
			expect((await callFunction(sandbox, 'list-messages', {}, bearer(wrong))).status).toBe(401);
		}
	});

	it('rules 1 to 3: it has a name, is shown once and listed by its first 8 characters', async () => {
		const { id, key } = await createKey('Reporting');
		const listed = (await listKeys()).find((one) => one.id === id);
		expect(listed).toMatchObject({ name: 'Reporting', prefix: key.slice(0, 8) });
		expect(JSON.stringify(await listKeys())).not.toContain(key);
		expect(JSON.stringify(await sandbox.control('PATCH', `/api-keys/${id}`, { name: 'x' }))).not.toContain(
			key,
		);
	});

	it('rule 4: last_used_at is null until it is used, then the time of the last use', async () => {
		const { id, key } = await createKey();
		const lastUse = async () => (await listKeys()).find((one) => one.id === id)?.last_used_at;
		expect(await lastUse()).toBeNull();
		await callFunction(sandbox, 'list-messages', {}, bearer(key));
		const first = await lastUse();
		expect(first).toMatch(/Z$/);
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		await callFunction(sandbox, 'list-messages', {}, bearer(key));
		expect(Date.parse((await lastUse()) ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(60_000);
	});

	it('rule 5: ten active keys at most; a revoked one makes room', async () => {
		const keys = await Promise.all(Array.from({ length: 9 }, (_, index) => createKey(`key ${index}`)));
		await expect(createKey('one too many')).rejects.toThrow(/409.*at most 10/);
		await sandbox.control('DELETE', `/api-keys/${keys[0]?.id}`);
		await expect(createKey('the tenth')).resolves.toHaveProperty('key');
		await expect(createKey('one too many')).rejects.toThrow(/409/);
	});

	it('rule 6: revoking takes effect at once and cannot be undone', async () => {
		const { id, key } = await createKey();
		expect((await callFunction(sandbox, 'list-messages', {}, bearer(key))).status).toBe(200);
		const revoked = await sandbox.control('DELETE', `/api-keys/${id}`);
		expect(revoked.revoked_at).toMatch(/Z$/);
		expect((await callFunction(sandbox, 'list-messages', {}, bearer(key))).body).toEqual(STRUCTURED);
		expect((await callFunction(sandbox, 'send-chatapp-message', {}, bearer(key))).body).toEqual(PLAIN);
		await expect(sandbox.control('PATCH', `/api-keys/${id}`, { name: 'again' })).rejects.toThrow(/404/);
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		expect(await sandbox.control('DELETE', `/api-keys/${id}`)).toEqual(revoked);
	});

	it('a key does not expire', async () => {
		// In an account without a scheduled skill, which would run a thousand times.
		await sandbox.control('POST', '/reset', { seed: 'bare' });
		await sandbox.control('POST', '/clock', { advance_seconds: 10 * 365 * 86_400 });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});
});

describe('6 set-up and secrets', () => {
	const change = (id: string, body: object) => sandbox.control('PATCH', `/api-keys/${id}`, body);

	it('rules 1 and 2: setting a URL, at creation or later, creates a secret for each key', async () => {
		const created = await createKey('with a URL', { webhook_url: 'https://example.com/hook' });
		expect(created.signing_secret).toMatch(/^whsec_.{16,}$/);
		const bare = await createKey();
		expect(bare.signing_secret).toBeNull();
		const changed = await change(bare.id, { webhook_url: 'https://example.com/hook' });
		expect(changed.signing_secret).toMatch(/^whsec_.{16,}$/);
		expect(changed.signing_secret).not.toBe(created.signing_secret);
	});

	it('rules 3 and 4: a new URL keeps the secret, removing the URL removes it', async () => {
		const { id, signing_secret: secret } = await createKey('x', { webhook_url: 'https://example.com/1' });
		expect((await change(id, { webhook_url: 'https://example.com/2' })).signing_secret).toBe(secret);
		expect((await change(id, { name: 'y' })).signing_secret).toBe(secret);
		const cleared = await change(id, { webhook_url: null });
		expect(cleared).toMatchObject({ webhook_url: null, signing_secret: null });
		expect((await change(id, { webhook_url: 'https://example.com/3' })).signing_secret).not.toBe(secret);
	});

	it.each(['ftp://example.com', 'nonsense', 'http://user:word@example.com/'])(
		'refuses the URL "%s"',
		async (webhookUrl) => {
			await expect(createKey('x', { webhook_url: webhookUrl })).rejects.toThrow(/400.*http or https URL/);
		},
	);

	it('refuses to scope a key to a number that is not of the account', async () => {
		await expect(createKey('x', { phone_numbers: ['+14155550999'] })).rejects.toThrow(/404/);
		await expect(createKey('x', { phone_numbers: ['14155550100'] })).rejects.toThrow(/400/);
	});
});
