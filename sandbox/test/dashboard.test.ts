import { startSandbox, type Sandbox } from './support/start-sandbox.ts';

jest.setTimeout(30_000);

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

describe('what the dashboard is served as', () => {
	it('is where / and /dashboard lead', async () => {
		for (const path of ['/', '/dashboard']) {
			const response = await fetch(`${sandbox.url}${path}`);
			expect(response.url).toBe(`${sandbox.url}/dashboard/`);
			expect(response.headers.get('content-type')).toMatch(/^text\/html/);
		}
	});

	it('may load nothing but its own files, and turns no text into markup', async () => {
		for (const path of ['/dashboard/', '/dashboard/app.js', '/dashboard/libraries/preact.js']) {
			const { headers, status: code } = await fetch(`${sandbox.url}${path}`);
			expect(code).toBe(200);
			const policy = headers.get('content-security-policy') ?? '';
			expect(policy).toContain("default-src 'none'");
			expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/);
			expect(policy).toContain("require-trusted-types-for 'script'");
			expect(policy).toContain("frame-ancestors 'none'");
			expect(policy).not.toMatch(/unsafe|https?:/);
			expect(headers.get('x-content-type-options')).toBe('nosniff');
			expect(headers.get('referrer-policy')).toBe('no-referrer');
		}
	});

	it.each(['/dashboard/../package.json', '/dashboard/%2e%2e/package.json', '/dashboard/..%2fpackage.json'])(
		'gives no other file: %s',
		async (path) => {
			expect((await fetch(`${sandbox.url}${path}`)).status).toBeGreaterThanOrEqual(400);
		},
	);

	it('tells of every change as a server-sent event', async () => {
		const stop = new AbortController();
		const response = await fetch(`${sandbox.url}/sandbox/v1/changes`, { signal: stop.signal });
		expect(response.headers.get('content-type')).toBe('text/event-stream');
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		const next = async () =>
			Number(/^event: change\ndata: (\d+)\n\n$/.exec((await reader?.read())?.value ?? '')?.[1]);
		const first = await next();
		await sandbox.control('POST', '/events/sms.received');
		expect(await next()).toBeGreaterThan(first);
		stop.abort();
	});
});
