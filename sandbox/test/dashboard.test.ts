import { execFile, spawn } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { eventually } from '../../test/support/eventually.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
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

	it.each([
		'/dashboard/../package.json',
		'/dashboard/%2e%2e/package.json',
		'/dashboard/icons/..%2f..%2fpackage.json',
	])('gives no other file: %s', async (path) => {
		// As it stands; `fetch` would tidy it up.
		const code = await new Promise<number>((resolve, reject) => {
			const sent = request(sandbox.url, { path }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			});
			sent.on('error', reject).end();
		});
		expect(code).toBeGreaterThanOrEqual(400);
		expect(code).toBeLessThan(500);
	});

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
			const looks = [
				'/batches',
				'/credits',
				'/messages',
				'/api-keys',
				'/calls',
				'/chat-sessions',
				'/deliveries',
			];
			for (const path of looks) await untypedControl(sandbox, 'GET', path);
			const quiet = new Promise((resolve) => setTimeout(resolve, 700, 'quiet'));
			expect(await Promise.race([second, quiet])).toBe('quiet');
			await sandbox.control('POST', '/events/sms.received');
			expect(await second).toBe(2);
		}));

	it('the command `call` prints them as they arrive', async () => {
		const child = spawn(NODE, [CLI, 'call', 'GET', '/live', '--url', sandbox.url]);
		let printed = '';
		child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
		try {
			await eventually(async () => {
				await sandbox.control('POST', '/events/sms.received');
				const counts = [...printed.matchAll(/^data: .*"count":(\d+)/gm)].map(([, count]) => Number(count));
				return counts.length >= 2 && (counts[1] ?? 0) > (counts[0] ?? NaN) ? true : undefined;
			});
		} finally {
			child.kill();
		}
	});

	it('the command `call` says so when no sandbox runs there', async () => {
		const words = [CLI, 'call', 'GET', '/live', '--url', 'http://127.0.0.1:1'];
		await expect(promisify(execFile)(NODE, words)).rejects.toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^No sandbox runs at http:\/\/127\.0\.0\.1:1\./),
		});
	});
});
