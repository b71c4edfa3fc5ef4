import { request } from 'node:http';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

describe('the served dashboard', () => {
	it('is reached from / and /dashboard', async () => {
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

	it('serves its icons', async () => {
		const icon = await fetch(`${sandbox.url}/dashboard/icons/key.svg`);
		expect(icon.headers.get('content-type')).toBe('image/svg+xml');
	});

	it.each(['/dashboard/../package.json', '/dashboard/icons/..%2f..%2fpackage.json'])(
		'gives no other file: %s',
		async (path) => {
			// As it stands; `fetch` would tidy it up.
			const code = await new Promise((resolve) => {
				request(sandbox.url, { path }, (response) => resolve(response.resume().statusCode)).end();
			});
			expect([400, 403, 404]).toContain(code);
		},
	);

	/** Follows the stream while `follow` runs; `next` answers the number of the next event. */
	async function following(follow: (next: () => Promise<number>) => Promise<void>): Promise<void> {
		const stop = new AbortController();
		const response = await fetch(`${sandbox.url}/sandbox/v1/live`, { signal: stop.signal });
		expect(response.headers.get('content-type')).toBe('text/event-stream');
		const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
		await follow(async () => {
			for (;;) {
				const { value, done } = (await reader?.read()) ?? { done: true };
				if (done) throw new Error('The stream has ended.');
				const changes = [...(value ?? '').matchAll(/^event: change\ndata: .*"count":(\d+)/gm)];
				const last = changes.at(-1)?.[1];
				if (last !== undefined) return Number(last);
			}
		});
		stop.abort();
	}

	it('sends every change, also of the clock, as a server-sent event', () =>
		following(async (next) => {
			expect(await next()).toBe(1);
			await sandbox.control('POST', '/events/sms.received');
			expect(await next()).toBe(2);
			await sandbox.control('POST', '/clock', { advance_seconds: 1 });
			expect(await next()).toBeGreaterThan(2);
		}));

	it('reading is not a change', () =>
		following(async (next) => {
			await next();
			const second = next();
			for (const path of ['/batches', '/credits', '/messages', '/api-keys', '/calls', '/deliveries']) {
				await untypedControl(sandbox, 'GET', path);
			}
			// Meanwhile it has looked for rows to delete.
			const quiet = new Promise((resolve) => setTimeout(resolve, 400, 'quiet'));
			expect(await Promise.race([second, quiet])).toBe('quiet');
			await sandbox.control('POST', '/events/sms.received');
			expect(await second).toBe(2);
		}));
});
