import { request } from 'node:http';
import { networkInterfaces } from 'node:os';
import type { SandboxAccount } from '../src/index.ts';
import { wav } from '../../test/support/audio-files.ts';
import { describeWhere } from '../../test/support/describe-where.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { FullMessage } from '../../test/support/service-records.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';

async function mediaLink(sandbox: SandboxAccount): Promise<URL> {
	const media = [{ kind: 'image' as const }];
	const { message } = await sandbox.control('POST', '/events/chatapp.received', { media });
	const { body } = await callFunction<FullMessage>(sandbox, 'get-message', { message_id: message.id });
	return new URL(body.media[0]?.url ?? '');
}

describe('on loopback', () => {
	let sandbox: SandboxAccount;
	beforeAll(async () => {
		sandbox = await sandboxAsNew('empty');
	});

	it('links point to this machine', async () => {
		expect((await mediaLink(sandbox)).origin).toBe(sandbox.url);
	});

	it.each([
		{ 'x-forwarded-for': '203.0.113.9' },
		{ 'x-real-ip': '203.0.113.9' },
		{ 'x-forwarded-proto': 'https' },
		{ forwarded: 'for=203.0.113.9' },
		{ via: '1.1 proxy' },
	])('the control API does not answer a request that a proxy passes on: %p', async (headers) => {
		const answer = await fetch(`${sandbox.url}/sandbox/v1/account`, { headers });
		expect(answer.status).toBe(403);
		expect(await answer.text()).toMatch(/start the sandbox with --public-url/);
	});

	it.each([
		['cross-site', 403],
		['same-site', 403],
		['same-origin', 200],
		['none', 200],
	])('the control API answers what a browser marks as %s, with no Origin, by %d', async (site, status) => {
		const headers = { 'sec-fetch-site': site };
		expect((await fetch(`${sandbox.url}/sandbox/v1/status`, { headers })).status).toBe(status);
	});

	it('the dashboard takes no token, since it needs none', async () => {
		const page = await fetch(`${sandbox.url}/dashboard/?token=any`, { redirect: 'manual' });
		expect(page.status).toBe(302);
		expect(page.headers.get('set-cookie')).toBeNull();
	});
});

describe('on every interface', () => {
	let sandbox: Sandbox;
	beforeAll(async () => {
		sandbox = await startSandbox({ seed: 'empty', host: '0.0.0.0' });
	});
	afterAll(() => sandbox?.stop());
	const outward = Object.values(networkInterfaces())
		.flatMap((addresses) => addresses ?? [])
		.filter(({ internal }) => !internal);
	const reached = outward.find(({ family }) => family === 'IPv4')?.address;
	const lacking = reached === undefined ? 'this machine has no address but its loopback one' : undefined;

	it('links point to an address that others can reach, where the link works', async () => {
		const own = outward.map(({ address }) => address);
		const link = await mediaLink(sandbox);
		// A machine without a network has no other name than loopback.
		expect(own.length === 0 ? ['127.0.0.1'] : own).toContain(link.hostname);
		expect((await fetch(link)).status).toBe(200);
		const control = await fetch(`${link.origin}/sandbox/v1/status`);
		expect(control.status).toBe(own.length === 0 ? 200 : 403);
	});

	describeWhere(lacking, 'the control API', () => {
		it('requires the printed token, whatever host name is used', async () => {
			const { controlToken, url } = sandbox;
			const { port } = new URL(url);
			const status = (headers: Record<string, string>) =>
				fetch(`http://${reached}:${port}/sandbox/v1/status`, { headers }).then((answer) => answer.status);
			expect(await status({})).toBe(403);
			expect(await status({ authorization: 'Bearer wrong' })).toBe(403);
			expect(await status({ authorization: `Bearer ${controlToken}` })).toBe(200);
			expect(await status({ cookie: `a=b; sandbox_token=${controlToken}` })).toBe(200);
			expect(await status({ authorization: `Bearer ${controlToken}`, origin: 'https://evil.example' })).toBe(
				403,
			);
			const page = await fetch(`http://${reached}:${port}/dashboard/?token=${controlToken}`, {
				redirect: 'manual',
			});
			expect(page.headers.get('set-cookie')).toMatch(/^sandbox_token=\w+;.*HttpOnly; SameSite=Strict/);
		});
	});
});

describe('with a public URL', () => {
	const PUBLIC_URL = 'https://sandbox.example';
	let sandbox: Sandbox;
	let second: SandboxAccount;
	beforeAll(async () => {
		// Not in its usual form.
		const publicUrl = 'https://Sandbox.Example:443/';
		sandbox = await startSandbox({ seed: 'empty', publicUrl, accounts: 2 });
		[second] = sandbox.accounts as [SandboxAccount];
	});
	afterAll(() => sandbox?.stop());

	it('links point to that in its usual form', async () => {
		expect((await mediaLink(sandbox)).origin).toBe(PUBLIC_URL);
		expect(await sandbox.control('GET', '/status')).toMatchObject({ url: 'https://sandbox.example' });
	});

	const status = (headers: Record<string, string>) =>
		new Promise((resolve) =>
			request(`${sandbox.url}/sandbox/v1/status`, { headers }, (answer) => {
				answer.resume();
				resolve(answer.statusCode);
			}).end(),
		);

	it('is a name of the sandbox for clients that have the printed token', async () => {
		const authorization = `Bearer ${sandbox.controlToken}`;
		expect(await status({ host: 'sandbox.example' })).toBe(403);
		expect(await status({ host: 'sandbox.example', authorization })).toBe(200);
		expect(await status({ host: 'sandbox.example', authorization, origin: 'https://sandbox.example' })).toBe(
			200,
		);
		expect(await status({ host: 'other.example', authorization })).toBe(403);
	});

	it('the token is required under the name of this machine, too, which a proxy may use', async () => {
		const { host } = new URL(sandbox.url);
		const account = await fetch(`${sandbox.url}/sandbox/v1/account`);
		expect(account.status).toBe(403);
		expect(await account.text()).not.toContain(sandbox.password);
		expect(await status({ host })).toBe(403);
		expect(await status({ host, authorization: `Bearer ${sandbox.controlToken}` })).toBe(200);
	});

	const openDashboard = async (token: string) =>
		await fetch(`${sandbox.url}/dashboard/?token=${token}`, { redirect: 'manual' });

	it('the dashboard stores the token in a cookie for https only, and no wrong one', async () => {
		const right = await openDashboard(String(sandbox.controlToken));
		expect(right.status).toBe(302);
		expect(right.headers.get('set-cookie')).toMatch(/^sandbox_token=\w+;.*SameSite=Strict; Secure$/);
		const wrong = await openDashboard('wrong');
		expect(wrong.status).toBe(403);
		expect(wrong.headers.get('set-cookie')).toBeNull();
	});

	/** Opens a link as a proxy passes it on: to the first account's port, whichever account it is of. */
	const open = (link: URL | string, init: RequestInit = {}) => {
		const { pathname, search } = new URL(link);
		return fetch(`${sandbox.url}${pathname}${search}`, { redirect: 'manual', ...init });
	};

	it('a further account shares that with the first, and its links work there', async () => {
		const form = new FormData();
		form.append('name', 'Ada');
		form.append('files', new Blob([new Uint8Array(wav(30))]), 'sample.wav');
		const cloned = await open(`${PUBLIC_URL}/functions/v1/clone-voice`, {
			method: 'POST',
			headers: { authorization: `Bearer ${second.apiKey}` },
			body: form,
		});
		const { preview_url: preview } = (await cloned.json()) as { preview_url: string };
		const media = String(await mediaLink(second));
		for (const link of [preview, media, String(await mediaLink(sandbox))]) {
			expect(link).toMatch(`${PUBLIC_URL}/media/v1/`);
			expect((await open(link)).status).toBe(200);
			expect((await open(`${link.slice(0, -1)}${link.endsWith('0') ? '1' : '0'}`)).status).toBe(403);
		}
		expect(await second.control('GET', '/status')).toMatchObject({ url: PUBLIC_URL });
	});

	it('a further account gets the credits of its checkout there, and the first account gets none', async () => {
		const urls = { success_url: 'https://shop.example/paid', cancel_url: 'https://shop.example/' };
		const order = { amount: 'small', ...urls };
		const { url } = (await callFunction<{ url: string }>(second, 'billing-add-credits', order)).body;
		expect(url).toMatch(`${PUBLIC_URL}/checkout/`);
		const entries = async (account: SandboxAccount) =>
			(await account.control('GET', '/credits')).entries.length;
		const before = [await entries(sandbox), await entries(second)] as const;
		const page = await (await open(url)).text();
		const action = /formaction="([^"]*pay)"/.exec(page)?.[1] ?? '';
		const paid = await open(new URL(action, url), { method: 'POST', body: new URLSearchParams() });
		expect([paid.status, paid.headers.get('location')]).toEqual([303, urls.success_url]);
		expect([await entries(sandbox), await entries(second)]).toEqual([before[0], before[1] + 1]);
		expect((await open(`${PUBLIC_URL}/checkout/cs_unknown`)).status).toBe(404);
	});

	it('a further account has its control API and its dashboard on its own port only', async () => {
		const authorization = `Bearer ${second.controlToken}`;
		expect((await fetch(`${second.url}/sandbox/v1/status`)).status).toBe(403);
		const own = await fetch(`${second.url}/sandbox/v1/account`, { headers: { authorization } });
		expect(await own.json()).toMatchObject({ email: second.email });
		const first = await open(`${PUBLIC_URL}/sandbox/v1/account`, { headers: { authorization } });
		expect(JSON.stringify(await first.json())).not.toContain(second.email);
	});
});
