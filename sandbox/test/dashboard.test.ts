import { buildServer } from '../src/server.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { recordSms } from '../src/service/sms/index.ts';
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

it('what the dashboard reads stays small with 1,000 records', async () => {
	const COUNT = 1_000;
	const { app, close } = await buildServer({
		...DEFAULT_CONFIG,
		seed: 'empty',
		controlToken: 'a-token',
		publicUrl: 'http://sandbox',
	});
	try {
		const [from_number, to_number] = app.demo.numbersOf('inbound');
		app.database.transaction(() => {
			app.apiKeys.changeSettings(app.firstKey.id, { webhook_url: 'http://127.0.0.1:9/' });
			for (let added = 0; added < COUNT; added += 1) {
				const number = `+1415556${String(added).padStart(4, '0')}`;
				const at = app.clock.now();
				app.calls.complete({
					direction: 'inbound',
					from_number: number,
					to_number,
					agent_id: null,
					startedAt: at,
					endedAt: at,
				});
				recordSms(app, 'sms.received', {
					from_number: added % 2 === 0 ? number : from_number,
					to_number,
					body: number,
				});
			}
		});
		const read = async (path: string) => {
			const headers = { host: 'sandbox', authorization: `Bearer ${app.config.controlToken}` };
			const { statusCode, body } = await app.inject({ url: `/sandbox/v1/${path}`, headers });
			expect([path, statusCode]).toEqual([path, 200]);
			return { length: body.length, ...(JSON.parse(body) as { total: number }) };
		};
		const totals = { calls: COUNT, contacts: COUNT + 1, messages: COUNT, deliveries: 2 * COUNT };
		for (const [list, total] of Object.entries(totals)) {
			for (const offset of [0, total - 50]) {
				const page = await read(`${list}?limit=50&offset=${offset}`);
				expect([list, page.total]).toEqual([list, total]);
				expect([list, page.length < 100_000]).toEqual([list, true]);
			}
		}
		const contact = await read(`contacts/${encodeURIComponent(from_number)}?limit=50&offset=0`);
		expect(contact.length).toBeLessThan(200_000);
	} finally {
		await close();
	}
});
