import { request as httpRequest } from 'node:http';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { Faults } from '../src/faults/faults.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});
beforeEach(() => sandbox.control('POST', '/reset'));

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

	it.each(['evil.example', 'evil.example:4010', '127.0.0.1.evil.example', '192.0.2.7'])(
		'refuses the Host "%s"',
		async (host) => {
			expect(await ask({ host })).toBe(403);
		},
	);

	it('answers under any name of this machine', async () => {
		const { port } = new URL(sandbox.url);
		for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]) {
			expect(await ask({ host })).toBe(200);
		}
	});

	it('refuses a foreign Origin, takes its own', async () => {
		const { host } = new URL(sandbox.url);
		for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
			expect(await ask({ host, origin })).toBe(403);
		}
		expect(await ask({ host, origin: sandbox.url })).toBe(200);
	});

	it('gives no CORS permission, while the service does', async () => {
		const preflight = (path: string) =>
			fetch(`${sandbox.url}${path}`, {
				method: 'OPTIONS',
				headers: {
					origin: 'https://app.example',
					'access-control-request-method': 'POST',
					'access-control-request-headers': 'authorization,content-type',
				},
			});
		const service = await preflight('/functions/v1/list-messages');
		expect(service.status).toBe(204);
		expect(service.headers.get('access-control-allow-origin')).toBe('*');
		expect(service.headers.get('access-control-allow-headers')).toContain('authorization');
		const control = await preflight('/sandbox/v1/reset');
		expect(control.headers.get('access-control-allow-origin')).toBeNull();
		const refused = await fetch(`${sandbox.url}/functions/v1/list-messages`, {
			method: 'POST',
			headers: { origin: 'https://app.example' },
		});
		expect(refused.status).toBe(401);
		expect(refused.headers.get('access-control-allow-origin')).toBe('*');
	});
});

/** A fault that only delays. */
const LATENCY = {
	kind: 'latency' as const,
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
		fetch(`${sandbox.url}/functions/v1/list-messages`, {
			signal,
			method: 'POST',
			headers: { ...JSON_TYPE, authorization: `Bearer ${sandbox.apiKey}` },
			body: '{"limit":1}',
		});
	const sendToContact = () =>
		callFunction(sandbox, 'send-chatapp-message', {
			phone_number_id: '106540352242922',
			recipient_wa_id: '14155550123',
			message: 'hello',
		});
	const countMessages = async () => (await sandbox.control('GET', '/messages?limit=1')).total;

	it('status hits the given number of requests at the given endpoint', async () => {
		await fault({ kind: 'status', endpoint: 'list-messages', status: 500, count: 2, retry_after: 7 });
		expect((await callFunction(sandbox, 'get-message', { message_id: 'x' })).status).toBe(404);
		for (let hit = 0; hit < 2; hit += 1) {
			const answer = await list();
			expect(answer.status).toBe(500);
			expect(answer.headers.get('retry-after')).toBe('7');
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
		await fault({ kind: 'latency', latency_ms: 10 });
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

	it('rate_limit answers 429 with Retry-After the given number of times', async () => {
		await fault({ kind: 'rate_limit', count: 1, retry_after: 3 });
		const answer = await list();
		expect(answer.status).toBe(429);
		expect(answer.headers.get('retry-after')).toBe('3');
		expect((await list()).status).toBe(200);
	});

	it('rate_limit with a rate is a token bucket: some requests pass, and more as time passes', async () => {
		await fault({ kind: 'rate_limit', requests_per_second: 0.001 });
		const answers = await Promise.all(Array.from({ length: 5 }, list));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429]);
		const refused = answers.find(({ status }) => status === 429);
		expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(900);

		await sandbox.control('DELETE', '/faults');
		await fault({ kind: 'rate_limit', requests_per_second: 1 });
		expect((await Promise.all(Array.from({ length: 5 }, list))).map(({ status }) => status)).toContain(200);
		await eventually(async () => ((await list()).status === 200 ? true : undefined));
	});

	it('an unknown endpoint is refused, naming the known ones', async () => {
		for (const endpoint of ['list_messages', 'List-Messages', '', 'constructor', 'status']) {
			await expect(fault({ kind: 'status', endpoint })).rejects.toThrow(
				/400.*endpoint must be one of \*, .*get-message, .*list-messages, .*send-chatapp-message/,
			);
		}
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
		await expect(fault({ kind: 'status', endpoint: '*' })).resolves.toHaveProperty('endpoint', '*');
	});

	it.each(['status', 'truncate'])(
		'a browser may read the answer of %s, and its preflight does not use the fault up',
		async (kind) => {
			await fault({ kind, endpoint: 'list-messages' });
			const url = `${sandbox.url}/functions/v1/list-messages`;
			const origin = 'https://app.example';
			const asked = { origin, 'access-control-request-method': 'POST' };
			expect((await fetch(url, { method: 'OPTIONS', headers: asked })).status).toBe(204);
			const response = await fetch(url, {
				method: 'POST',
				headers: { ...JSON_TYPE, origin, authorization: `Bearer ${sandbox.apiKey}` },
				body: '{}',
			});
			expect(response.headers.get('access-control-allow-origin')).toBe('*');
			await response.arrayBuffer().catch(() => undefined);
			expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
		},
	);

	it('hits a share of the requests, and counts only those', async () => {
		await fault({ kind: 'status', share: 0.5, count: 5 });
		const statuses: number[] = [];
		await eventually(async () => {
			statuses.push((await list()).status);
			const { faults } = await sandbox.control('GET', '/faults');
			return faults.length === 0 ? true : undefined;
		});
		expect(statuses.filter((status) => status === 503)).toHaveLength(5);
		await fault({ kind: 'status', share: 1, count: null });
		for (let hit = 0; hit < 10; hit += 1) expect((await list()).status).toBe(503);
		await sandbox.control('DELETE', '/faults');
		await fault({ kind: 'status', share: 1e-12, count: null });
		await fault({ kind: 'html', count: null });
		// One that misses leaves the request to the next.
		for (let miss = 0; miss < 10; miss += 1) expect((await raw()).status).toBe(502);
	});

	it('hits the same requests in every deterministic sandbox, and others go on as before', async () => {
		const statusesOf = async (share: number) => {
			await using fresh = await startSandbox({ seed: 'empty', deterministic: true });
			await fresh.addFault({ kind: 'status', share, count: null });
			const statuses: number[] = [];
			for (let sent = 0; sent < 40; sent += 1) {
				statuses.push((await callFunction(fresh, 'list-models')).status);
			}
			return { statuses, message: (await fresh.receiveSms()).message.id };
		};
		const [first, second, another] = [await statusesOf(0.5), await statusesOf(0.5), await statusesOf(0.1)];
		expect(second).toEqual(first);
		expect(new Set(first.statuses)).toEqual(new Set([200, 503]));
		expect(another.message).toBe(first.message);
		// Who is hit by a small share is hit by a larger one, too.
		const hits = another.statuses.flatMap((status, index) => (status === 503 ? [index] : []));
		expect(hits.length).toBeGreaterThan(0);
		expect(hits.map((index) => first.statuses[index])).toEqual(hits.map(() => 503));
	});

	it('hits only requests whose body contains what it names', async () => {
		await fault({ kind: 'status', matching: { limit: 2, filter: { tags: ['a'] } }, count: 1 });
		const listWith = async (body: object | string) =>
			(await callFunction(sandbox, 'list-messages', body)).status;
		const others = [
			{},
			{ limit: 2 },
			{ limit: 3, filter: { tags: ['a'] } },
			{ limit: 2, filter: { tags: [] } },
		];
		for (const body of others) expect(await listWith(body)).toBe(200);
		expect(await listWith('{"limit":2,"filter":{"tags":["a"]}')).toBe(400);
		expect(await listWith('')).toBe(400);
		expect(
			(await callFunction(sandbox, 'list-messages', { limit: 2, filter: { tags: ['a'] } }, JSON_TYPE)).status,
		)
			// The token comes first, since the body is not read without one.
			.toBe(401);
		expect(await listWith({ limit: 2, filter: { tags: ['a'], more: true }, offset: 0 })).toBe(503);
		expect(await listWith({ limit: 2, filter: { tags: ['a'] } })).toBe(200);
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});

	it.each(['reset_after', 'html', 'rate_limit'])(
		'%s can be for requests with a certain body',
		async (kind) => {
			await fault({ kind, matching: { limit: 1 } });
			expect((await callFunction(sandbox, 'list-messages', { limit: 2 })).status).toBe(200);
			await expect(
				list().then(({ status }) => (status === 429 ? Promise.reject(new Error()) : status)),
			).rejects.toThrow();
			expect((await list()).status).toBe(200);
		},
	);

	it('applies once to a request: a fault for any body before one for a certain body', async () => {
		await fault({ kind: 'status', status: 500, matching: { limit: 1 } });
		await fault({ kind: 'latency', latency_ms: 0 });
		expect((await list()).status).toBe(200);
		expect((await list()).status).toBe(500);
		expect((await list()).status).toBe(200);
	});

	it.each([
		[0, [100, 100, 100]],
		[1 - 2 ** -48, [200, 100, 101]],
		[0.5, [150, 100, 101]],
	])('draws each delay between its bounds: chance %d', (chance, delays) => {
		const faults = new Faults(
			() => [],
			() => chance,
		);
		const bounds = [200, 100, 101];
		const drawn = bounds.map((latency_max_ms) => {
			faults.remove();
			faults.add({ ...LATENCY, latency_ms: 100, latency_max_ms });
			return faults.hit('/functions/v1/list-messages')?.latency_ms;
		});
		expect(drawn).toEqual(delays);
	});

	it('waits a delay that was drawn, and answers rightly', async () => {
		const bounds = { latency_ms: 0, latency_max_ms: 20 };
		expect(await fault({ kind: 'latency', ...bounds })).toMatchObject(bounds);
		expect((await list()).status).toBe(200);
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});

	it.each([
		[{ kind: 'status', requests_per_second: 5 }, 'requests_per_second belongs to kind rate_limit'],
		[{ kind: 'status', share: 0 }, 'share must be more than 0'],
		[{ kind: 'status', share: 1.01 }, 'share must be at most 1'],
		[
			{ kind: 'rate_limit', share: 0.5, requests_per_second: 5 },
			'share cannot be combined with requests_per_second',
		],
		[{ kind: 'status', matching: '{}' }, 'matching must be an object'],
		[{ kind: 'latency', latency_max_ms: 5 }, 'latency_ms is required for kind latency'],
		[{ kind: 'latency', latency_ms: 5, latency_max_ms: 4 }, 'latency_max_ms must be at least latency_ms'],
		[{ kind: 'latency', latency_ms: 5, latency_max_ms: 600_001 }, 'latency_max_ms must be at most 600000'],
	])('refuses %j', async (body, reason) => {
		await expect(fault(body)).rejects.toThrow(`400: {"error":"${reason}`);
		expect(await sandbox.control('GET', '/faults')).toEqual({ faults: [] });
	});
});

describe('control API, journal', () => {
	const PATH = '/functions/v1/list-messages';
	const journal = (query = '') => sandbox.control('GET', `/requests?${query}`);

	it('records each request to the service with its body and answer, without secrets', async () => {
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

	it('does not record control calls', async () => {
		await sandbox.control('GET', '/status');
		expect((await journal()).total).toBe(0);
	});

	it('waits until there is a given number of requests to one path', async () => {
		const waiting = journal(`path=${PATH}&wait_for=2&timeout_ms=20000`);
		await callFunction(sandbox, 'list-messages');
		await callFunction(sandbox, 'get-message');
		await callFunction(sandbox, 'list-messages');
		expect(await waiting).toMatchObject({ reached: true, total: 2 });
		expect(await journal('wait_for=99&timeout_ms=200')).toMatchObject({ reached: false, total: 3 });
	});

	it('measures the duration of a request by a clock that cannot be set', async () => {
		await sandbox.control('POST', '/faults', { kind: 'latency', latency_ms: 300 });
		const slow = callFunction(sandbox, 'list-messages');
		await eventually(async () => ((await journal()).total === 1 ? true : undefined));
		await sandbox.control('POST', '/clock', { advance_seconds: 86_400 });
		await slow;
		const { requests } = await journal();
		expect(requests[0]?.duration_ms).toBeGreaterThanOrEqual(299);
		expect(requests[0]?.duration_ms).toBeLessThan(86_400_000);
	});

	it('counts the most requests in flight at once', async () => {
		await sandbox.control('POST', '/faults', { kind: 'latency', latency_ms: 300, count: null });
		await Promise.all(Array.from({ length: 7 }, () => callFunction(sandbox, 'list-messages')));
		expect((await journal()).peak_in_flight).toBe(7);
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

		const asked = Date.now();
		const set = await sandbox.control('POST', '/clock', { now: '2030-01-02T03:04:05Z' });
		const { message } = await sandbox.control('POST', '/events/sms.received');
		const took = Date.now() - asked;
		for (const time of [set.now, message.created_at]) {
			const since = Date.parse(time) - Date.parse('2030-01-02T03:04:05Z');
			expect(since).toBeGreaterThanOrEqual(0);
			expect(since).toBeLessThanOrEqual(took);
		}
	});

	it('the clock dates the answers of the service, also those that a fault gives', async () => {
		await sandbox.control('POST', '/clock', { now: '2030-01-02T03:04:05Z' });
		await sandbox.control('POST', '/faults', { endpoint: 'list-models', kind: 'status', count: 1 });
		for (const status of [503, 200]) {
			const answer = await callFunction(sandbox, 'list-models', {});
			expect(answer.status).toBe(status);
			expect(answer.headers.get('date')).toMatch(/^Wed, 02 Jan 2030 03:04:\d\d GMT$/);
		}
	});

	it.each([{}, { now: 'soon' }, { advance_seconds: 1, now: '2030-01-01' }, { advance_seconds: 1e300 }])(
		'refuses %j',
		async (body) => {
			await expect(sandbox.control('POST', '/clock', body)).rejects.toThrow(/400/);
		},
	);

	it.each([
		['2030-05-31', '2030-05-31T00:00:00'],
		['2030-05-31T10:30', '2030-05-31T10:30:00'],
		['2030-05-31T10:30:15.5Z', '2030-05-31T10:30:15'],
		['2030-05-31T10:30-04:00', '2030-05-31T14:30:00'],
		['2030-05-31T10:30:00+0530', '2030-05-31T05:00:00'],
	])('the clock is set to %s, which is in UTC if it has no offset', async (time, expected) => {
		const { now } = await sandbox.control('POST', '/clock', { now: time });
		const since = Date.parse(now) - Date.parse(`${expected}Z`);
		expect(since).toBeGreaterThanOrEqual(0);
		expect(since).toBeLessThan(10_000);
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
		await sandbox.control('POST', '/reset', { seed: 'demo' });
		expect((await callFunction<MessagePage>(sandbox, 'list-messages')).body.total).toBeGreaterThan(200);
	});

	it('the list of deliveries waits until there is a given number', async () => {
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: 'http://127.0.0.1:9/' });
		const waiting = sandbox.control('GET', '/deliveries?event=sms.sent&wait_for=1&timeout_ms=20000');
		await sandbox.control('POST', '/events/sms.sent');
		expect(await waiting).toMatchObject({ reached: true, total: 1 });
	});

	it('status says what runs', async () => {
		expect(await sandbox.control('GET', '/status')).toMatchObject({
			name: 'voice-agent-sandbox',
			url: sandbox.url,
			now: expect.stringMatching(/Z$/),
			cpu_seconds: expect.any(Number),
			memory_bytes: expect.any(Number),
		});
	});

	it('the demo seed is a realistic account', async () => {
		const seeding = Date.now();
		await sandbox.control('POST', '/reset', { seed: 'demo' });
		const seeded = Date.now();
		const { numbers } = await sandbox.control('GET', '/numbers');
		expect(numbers.length).toBeGreaterThanOrEqual(4);
		expect(numbers.some((number) => !number.is_active)).toBe(true);
		const { messages } = await sandbox.control('GET', '/messages?limit=1000');
		const kinds = (pick: (message: (typeof messages)[number]) => unknown) => new Set(messages.map(pick));
		expect(kinds((message) => message.thread_id).size).toBeGreaterThan(20);
		expect([...kinds((message) => message.channel)].sort()).toEqual(['chatapp', 'sms']);
		expect(kinds((message) => message.status)).toContain('failed');
		expect(kinds((message) => message.status)).toContain('undelivered');
		expect(kinds((message) => message.sentiment).size).toBe(4);
		expect(messages.some((message) => message.translation !== null)).toBe(true);
		expect(messages.some((message) => message.media.length > 0)).toBe(true);
		const contact = messages.find((message) => message.from_number === '14155550123');
		const hourBefore = Date.parse(contact?.created_at ?? '') + 3_600_000;
		expect(hourBefore).toBeGreaterThanOrEqual(seeding);
		expect(hourBefore).toBeLessThanOrEqual(seeded);
	});
});

describe('deterministic identifiers', () => {
	it('are the same in every run and after every reset', async () => {
		const draw = async (one: Sandbox) => {
			const { message, event_id: eventId } = await one.control('POST', '/events/sms.received');
			return [one.apiKey, one.apiKeyId, message.id, eventId];
		};
		const [first, second] = await Promise.all([
			startSandbox({ deterministic: true }),
			startSandbox({ deterministic: true }),
		]);
		try {
			const drawn = await draw(first);
			expect(await draw(second)).toEqual(drawn);
			const nextKey = await second.control('POST', '/api-keys', { name: 'next' });
			expect(await draw(second)).not.toEqual(drawn);
			await second.control('POST', '/reset');
			expect(await draw(second)).toEqual(drawn);
			const sameKey = await second.control('POST', '/api-keys', { name: 'next' });
			expect([sameKey.id, sameKey.key]).toEqual([nextKey.id, nextKey.key]);
			expect(sameKey.key).not.toBe(second.apiKey);
		} finally {
			await Promise.all([first.stop(), second.stop()]);
		}
	});
});
