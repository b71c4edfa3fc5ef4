import { request as httpRequest } from 'node:http';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { Faults } from '../src/control/faults/faults.ts';
import { parseTime } from '../src/service/http/times.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

describe('control API, who may call', () => {
	/** `fetch` does not let a caller choose these headers. */
	const ask = (headers: Record<string, string>) =>
		new Promise<number>((resolve, reject) => {
			const sent = httpRequest(`${sandbox.url}/sandbox/v1/status`, { headers }, (response) => {
				response.resume();
				resolve(response.statusCode ?? 0);
			});
			sent.on('error', reject).end();
		});

	it('answers under any name of this machine, and under no other', async () => {
		const { port } = new URL(sandbox.url);
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
			expect([host, await ask({ host })]).toEqual([host, 200]);
		}
		for (const host of ['evil.example:4010', '127.0.0.1.evil.example', '192.0.2.7']) {
			expect([host, await ask({ host })]).toEqual([host, 403]);
		}
	});

	it('refuses a foreign Origin, takes its own', async () => {
		const { host } = new URL(sandbox.url);
		for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
			expect(await ask({ host, origin })).toBe(403);
		}
		expect(await ask({ host, origin: sandbox.url })).toBe(200);
	});

	it('gives no CORS permission, while the service does, also for a refusal', async () => {
		const ask = (path: string, method: string) =>
			fetch(`${sandbox.url}${path}`, {
				method,
				headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
			});
		const control = await ask('/sandbox/v1/reset', 'OPTIONS');
		expect(control.headers.get('access-control-allow-origin')).toBeNull();
		const refused = await ask('/functions/v1/list-messages', 'POST');
		expect(refused.status).toBe(401);
		expect(refused.headers.get('access-control-allow-origin')).toBe('*');
	});
});

/** A fault that hits everything and only delays. */
const LATENCY = {
	kind: 'latency' as const,
	latency_ms: 0,
	latency_max_ms: null,
	endpoint: '*',
	remaining: null,
	share: null,
	matching: null,
	status: null,
	retry_after: null,
	body: null,
	requests_per_second: null,
};

describe('control API, faults', () => {
	const fault = (body: object) => untypedControl(sandbox, 'POST', '/faults', body);
	const list = () => callFunction<MessagePage>(sandbox, 'list-messages', { limit: 1 });
	const raw = (signal?: AbortSignal) =>
		fetch(`${sandbox.url}/functions/v1/list-models`, {
			signal,
			method: 'POST',
			headers: { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
			body: '{}',
		});
	const sendToContact = () =>
		callFunction(sandbox, 'send-chatapp-message', {
			phone_number_id: '106540352242922',
			recipient_wa_id: '14155550123',
			message: 'hello',
		});
	const countMessages = async () => (await sandbox.control('GET', '/messages?limit=1')).total;

	it.each([
		['status', 500],
		['rate_limit', 429],
	])('%s hits the given number of requests at the given endpoint', async (kind, code) => {
		const hits = { endpoint: 'list-messages', count: 2, retry_after: 7 };
		await fault({ kind, ...hits, ...(kind === 'status' && { status: code }) });
		expect((await callFunction(sandbox, 'get-message', { message_id: 'x' })).status).toBe(404);
		for (let hit = 0; hit < 2; hit += 1) {
			const answer = await list();
			expect([answer.status, answer.headers.get('retry-after')]).toEqual([code, '7']);
		}
		expect((await list()).status).toBe(200);
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});

	it('* hits every endpoint; null lasts until it is removed', async () => {
		await fault({ kind: 'status', count: null });
		for (let hit = 0; hit < 3; hit += 1) expect((await list()).status).toBe(503);
		expect((await callFunction(sandbox, 'get-message')).status).toBe(503);
		expect(await sandbox.control('DELETE', '/faults')).toEqual({ removed: 1 });
		expect((await list()).status).toBe(200);
	});

	it('latency delays a right answer', async () => {
		const bounds = { latency_ms: 0, latency_max_ms: 20 };
		expect(await fault({ kind: 'latency', ...bounds })).toMatchObject(bounds);
		expect((await list()).status).toBe(200);
		await fault({ kind: 'latency', latency_ms: 600_000 });
		const leave = new AbortController();
		const delayed = raw(leave.signal);
		await sandbox.control('GET', '/requests?wait_for=2&timeout_ms=20000');
		expect((await list()).status).toBe(200);
		leave.abort();
		await expect(delayed).rejects.toThrow('abort');
	});

	it('reset cuts the connection before the request takes effect, reset_after afterwards', async () => {
		await sandbox.control('POST', '/events/chatapp.received');
		const before = await countMessages();
		await fault({ kind: 'reset' });
		await expect(sendToContact()).rejects.toThrow();
		expect(await countMessages()).toBe(before);
		await fault({ kind: 'reset_after' });
		await expect(sendToContact()).rejects.toThrow();
		expect(await countMessages()).toBe(before + 1);
		expect((await sendToContact()).status).toBe(200);
	});

	it('truncate sends half of the announced answer', async () => {
		await fault({ kind: 'truncate' });
		const response = await raw();
		expect(response.status).toBe(200);
		expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
		await expect(response.text()).rejects.toThrow();
	});

	it.each([
		['html', 502, /^<!doctype html>/],
		['empty', 200, /^$/],
		['malformed', 200, /^\{"/],
	])('%s is answered instead', async (kind, status, text) => {
		await fault({ kind });
		const response = await raw();
		expect(response.status).toBe(status);
		const body = await response.text();
		expect(body).toMatch(text);
		expect(() => JSON.parse(body) as unknown).toThrow();
	});

	it('an unknown endpoint is refused, naming the known ones', async () => {
		for (const endpoint of ['list_messages', '', 'constructor']) {
			await expect(fault({ kind: 'status', endpoint })).rejects.toThrow(
				/400.*endpoint must be one of \*, .*get-message, .*list-messages, .*send-chatapp-message/,
			);
		}
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});

	it.each(['status', 'truncate'])('a browser may read the answer of %s, and may ask before', async (kind) => {
		await fault({ kind });
		const send = (method: string, headers: Record<string, string>) =>
			fetch(`${sandbox.url}/functions/v1/list-messages`, {
				method,
				headers: { ...headers, origin: 'https://app.example' },
			});
		// This does not use the fault up.
		expect((await send('OPTIONS', { 'access-control-request-method': 'POST' })).status).toBe(204);
		const { headers } = await send('POST', { authorization: `Bearer ${sandbox.apiKey}` });
		expect(headers.get('access-control-allow-origin')).toBe('*');
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});

	it('hits only requests whose body contains what it names, and a token that is right', async () => {
		const matching = { limit: 2, filter: { tags: ['a'] } };
		await fault({ kind: 'status', matching });
		await fault({ kind: 'reset_after', matching: { limit: 1 } });
		const statusOf = async (body: object | string, headers?: Record<string, string>) =>
			(await callFunction(sandbox, 'list-messages', body, headers)).status;
		for (const body of [{}, { limit: 2 }, { ...matching, limit: 3 }, { limit: 2, filter: { tags: [] } }]) {
			expect(await statusOf(body)).toBe(200);
		}
		expect(await statusOf('{"limit":2,"filter":{"tags":["a"]}')).toBe(400);
		// The body is not read without a token.
		expect(await statusOf(matching, JSON_TYPE)).toBe(401);
		expect(await statusOf({ limit: 2, filter: { tags: ['a'], more: true }, offset: 0 })).toBe(503);
		expect(await statusOf(matching)).toBe(200);
		await expect(list()).rejects.toThrow();
		expect((await list()).status).toBe(200);
	});

	it.each([
		[{ kind: 'status', requests_per_second: 5 }, 'requests_per_second belongs to kind rate_limit'],
		[{ kind: 'status', share: 1.01 }, 'share must be at most 1'],
		[
			{ kind: 'rate_limit', share: 0.5, requests_per_second: 5 },
			'share cannot be combined with requests_per_second',
		],
		[{ kind: 'latency', latency_max_ms: 5 }, 'latency_ms is required for kind latency'],
		[{ kind: 'latency', latency_ms: 5, latency_max_ms: 4 }, 'latency_max_ms must be at least latency_ms'],
	])('refuses %j', async (body, reason) => {
		await expect(fault(body)).rejects.toThrow(`400: {"error":"${reason}`);
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});
});

describe('which fault hits a request', () => {
	const URL_PATH = '/functions/v1/list-messages';
	/** Those in this process, for which chance says these numbers in turn. */
	const faultsWith = (...chances: number[]) => {
		let drawn = 0;
		return new Faults(
			() => [URL_PATH],
			() => chances[drawn++ % chances.length] ?? 0,
		);
	};

	it('one for a share of the requests hits those that chance says, counts them, and leaves others to the next', () => {
		const faults = faultsWith(0.49, 0.5);
		faults.add({ ...LATENCY, share: 0.5, remaining: 2 });
		faults.add({ ...LATENCY, kind: 'html' });
		const hit = Array.from({ length: 5 }, () => faults.hit(URL_PATH)?.kind);
		expect(hit).toEqual(['latency', 'html', 'latency', 'html', 'html']);
	});

	it('one for any body comes before one for a certain body', () => {
		const faults = faultsWith();
		faults.add({ ...LATENCY, kind: 'status', matching: { limit: 1 } });
		expect(faults.hit(URL_PATH)).toBeNull();
		faults.add(LATENCY);
		expect(faults.hit(URL_PATH)?.kind).toBe('latency');
		expect(faults.hitBody(URL_PATH, { limit: 1, offset: 0 })?.kind).toBe('status');
	});

	it('a rate limit is a token bucket: some requests pass, and more as time passes', () => {
		const clock = jest.spyOn(performance, 'now').mockReturnValue(0);
		try {
			const faults = faultsWith();
			faults.add({ ...LATENCY, kind: 'rate_limit', requests_per_second: 2 });
			const retryAfter = () => faults.hit(URL_PATH)?.retry_after;
			expect([retryAfter(), retryAfter(), retryAfter()]).toEqual([undefined, undefined, 1]);
			clock.mockReturnValue(499);
			expect(retryAfter()).toBe(1);
			clock.mockReturnValue(500);
			expect([retryAfter(), retryAfter()]).toEqual([undefined, 1]);
			clock.mockReturnValue(60_000);
			expect([retryAfter(), retryAfter(), retryAfter()]).toEqual([undefined, undefined, 1]);
		} finally {
			clock.mockRestore();
		}
	});

	it('a rate below one a second says for how many seconds', () => {
		const faults = faultsWith();
		faults.add({ ...LATENCY, kind: 'rate_limit', requests_per_second: 0.001 });
		expect(faults.hit(URL_PATH)).toBeNull();
		expect(faults.hit(URL_PATH)?.retry_after).toBe(1000);
	});

	it.each([
		[0, [100, 100, 100]],
		[1 - 2 ** -48, [200, 100, 101]],
		[0.5, [150, 100, 101]],
	])('draws each delay between its bounds: chance %d', (chance, delays) => {
		const drawn = [200, 100, 101].map((latency_max_ms) => {
			const faults = faultsWith(chance);
			faults.add({ ...LATENCY, latency_ms: 100, latency_max_ms });
			return faults.hit(URL_PATH)?.latency_ms;
		});
		expect(drawn).toEqual(delays);
	});
});

describe('control API, journal', () => {
	const PATH = '/functions/v1/list-messages';
	const journal = (query = '') => sandbox.control('GET', `/requests?${query}`);

	it('records each request to the service with its body and answer, without secrets, and no control call', async () => {
		await sandbox.control('GET', '/status');
		await callFunction(sandbox, 'list-messages', { limit: 3 });
		await callFunction(sandbox, 'list-messages', {}, JSON_TYPE);
		const { requests, total } = await journal();
		expect(total).toBe(2);
		expect(requests[0]).toMatchObject({
			method: 'POST',
			path: PATH,
			body: { limit: 3 },
			status: 200,
			received_at: expect.stringMatching(/Z$/),
		});
		expect(requests[0]?.headers).toMatchObject({ authorization: '[redacted]' });
		expect(requests[1]).toMatchObject({ status: 401, body: null });
		expect(JSON.stringify(requests)).not.toContain(sandbox.apiKey);
	});

	it('waits until there is a given number of requests to one path', async () => {
		const waiting = journal(`path=${PATH}&wait_for=2&timeout_ms=20000`);
		await callFunction(sandbox, 'list-messages');
		await callFunction(sandbox, 'get-message');
		await callFunction(sandbox, 'list-messages');
		expect(await waiting).toMatchObject({ reached: true, total: 2 });
		expect(await journal('wait_for=99&timeout_ms=200')).toMatchObject({ reached: false, total: 3 });
	});

	it('counts the most requests in flight at once, and measures them by a clock that cannot be set', async () => {
		await sandbox.control('POST', '/faults', { kind: 'latency', latency_ms: 300, count: null });
		const slow = Promise.all(Array.from({ length: 7 }, () => callFunction(sandbox, 'list-messages')));
		await eventually(async () => ((await journal()).total === 7 ? true : undefined));
		await sandbox.control('POST', '/clock', { advance_seconds: 86_400 });
		await slow;
		const { requests, peak_in_flight: peak } = await journal();
		expect(peak).toBe(7);
		expect(requests[0]?.duration_ms).toBeLessThan(86_400_000);
		await sandbox.control('DELETE', '/requests');
		expect(await journal()).toMatchObject({ total: 0, peak_in_flight: 0 });
	});
});

describe('control API, clock, reset and the rest', () => {
	it('the clock is set and advanced', async () => {
		const before = await sandbox.control('GET', '/clock');
		const advanced = await sandbox.control('POST', '/clock', { advance_seconds: 3600 });
		expect(advanced.offset_seconds - before.offset_seconds).toBeCloseTo(3600, 3);
		expect(Date.parse(advanced.now) - Date.parse(before.now)).toBeGreaterThanOrEqual(3_600_000);

		const set = await sandbox.control('POST', '/clock', { now: '2020-01-02T03:04:05Z' });
		const { message } = await sandbox.control('POST', '/events/sms.received');
		for (const time of [set.now, message.created_at]) {
			const since = Date.parse(time) - Date.parse('2020-01-02T03:04:05Z');
			expect(since).toBeGreaterThanOrEqual(0);
			expect(since).toBeLessThan(3_600_000);
		}
	});

	it('the clock dates the answers of the service, also those that a fault gives', async () => {
		await sandbox.control('POST', '/clock', { now: '2020-01-02T03:04:05Z' });
		await sandbox.control('POST', '/faults', { endpoint: 'list-models', kind: 'status', count: 1 });
		for (const status of [503, 200]) {
			const answer = await callFunction(sandbox, 'list-models', {});
			expect(answer.status).toBe(status);
			expect(answer.headers.get('date')).toMatch(/^Thu, 02 Jan 2020 03:04:\d\d GMT$/);
		}
	});

	it.each([{}, { now: 'soon' }, { advance_seconds: 1, now: '2030-01-01' }, { advance_seconds: 1e300 }])(
		'refuses %j',
		async (body) => {
			await expect(sandbox.control('POST', '/clock', body)).rejects.toThrow(/400/);
		},
	);

	it.each([
		['2030-05-31', '2030-05-31T00:00:00.000Z'],
		['2030-05-31T10:30', '2030-05-31T10:30:00.000Z'],
		['2030-05-31T10:30:15.5Z', '2030-05-31T10:30:15.500Z'],
		['2030-05-31T10:30-04:00', '2030-05-31T14:30:00.000Z'],
		['2030-05-31T10:30:00+0530', '2030-05-31T05:00:00.000Z'],
	])('the time %s is %s: in UTC if it has no offset', (text, time) => {
		expect(new Date(parseTime('now', text)).toISOString()).toBe(time);
	});

	it('reset takes everything back', async () => {
		await sandbox.control('POST', '/clock', { advance_seconds: 3600 });
		await sandbox.control('POST', '/faults', { kind: 'status', count: null });
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: 'http://127.0.0.1:9/' });
		await sandbox.control('POST', '/events/sms.received', { from_number: '+14155550166' });
		expect(await sandbox.control('POST', '/reset', { seed: 'empty' })).toEqual({
			seed: 'empty',
			api_key_id: sandbox.apiKeyId,
		});
		expect(await sandbox.control('GET', '/clock')).toMatchObject({ offset_seconds: 0 });
		expect((await callFunction<MessagePage>(sandbox, 'list-messages')).body.total).toBe(0);
		expect(await sandbox.control('GET', '/deliveries')).toMatchObject({ total: 0 });
		expect(await sandbox.control('GET', '/api-keys')).toMatchObject({ api_keys: [{ webhook_url: null }] });
	});
});
