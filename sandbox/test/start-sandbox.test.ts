import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { eventually } from '../../test/support/eventually.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { SandboxAccount } from '../src/client/account.ts';
import { unrefAll } from '../src/client/start-sandbox.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

let receiver: Receiver;
let sandbox: Sandbox;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({
		...{ seed: 'empty', webhookUrl: receiver.url },
		chatAppWebhookUrl: `${receiver.url}/chat?token=secret`,
	});
});
afterAll(() => Promise.all([sandbox?.stop(), receiver?.close()]));
beforeEach(async () => {
	receiver.answer = status(200);
	await sandbox.reset();
});

describe('startSandbox', () => {
	it('delivers to the webhook URL, signed with signingSecret, also after a reset', async () => {
		const { message, event_id: id } = await sandbox.receiveSms({ body: 'Are you open today?' });
		const delivery = await sandbox.waitForDelivery({ event: 'sms.received', body: { id } });
		expect(delivery).toMatchObject({ status: 'succeeded', attempts: [{ http_status: 200 }] });
		expect(JSON.parse(delivery.body)).toMatchObject({ data: { body: message.body } });
		const received = receiver.received.at(-1);
		const digest = createHmac('sha256', sandbox.signingSecret)
			.update(received?.body ?? '')
			.digest('hex');
		const header = received?.headers['x-service-signature'];
		expect(header).toBe(`sha256=${digest}`);
		const body = received?.body ?? '';
		expect(sandbox.verifySignature(body, header)).toBe(true);
		expect(sandbox.verifySignature(Buffer.from(body), header)).toBe(true);
		expect(sandbox.verifySignature(`${body} `, header)).toBe(false);
		for (const wrong of [undefined, null, '', digest, [header ?? '', header ?? '']]) {
			expect(sandbox.verifySignature(body, wrong as string)).toBe(false);
		}
	});

	it('delivers chat-app messages to their own URL, also after a reset', async () => {
		const { event_id: id } = await sandbox.receiveChatAppMessage({ body: 'Hello' });
		await sandbox.waitForDelivery({ event: 'chatapp.received', status: 'succeeded', body: { id: id ?? '' } });
		expect(receiver.received.at(-1)?.path).toBe('/chat?token=secret');
		await sandbox.setChatAppWebhookUrl(null);
		expect((await sandbox.receiveChatAppMessage()).event_id).toBeNull();
		await sandbox.reset('bare');
		await expect(sandbox.setChatAppWebhookUrl(receiver.url)).rejects.toThrow('no connected chat-app number');
	});

	it('ends with its block, and keeps the signing secret and the URLs in a data folder', async () => {
		const data = await mkdtemp(join(tmpdir(), 'kept-'));
		let first: Sandbox;
		{
			await using brief = await startSandbox({ data, seed: 'empty', webhookUrl: receiver.url });
			first = brief;
		}
		await expect(fetch(first.url)).rejects.toThrow();
		{
			await using second = await startSandbox({ data });
			expect(second.signingSecret).toBe(first.signingSecret);
			await second.reset();
			expect(second.signingSecret).toBe(first.signingSecret);
			expect((await second.receiveSms()).deliveries).toHaveLength(1);
		}
		await rm(data, { recursive: true });
	});

	it('keeps its signing secret over a reset and the return to a snapshot, until the webhook URL is removed', async () => {
		const secret = sandbox.signingSecret;
		await sandbox.reset();
		expect(sandbox.signingSecret).toBe(secret);

		await sandbox.control('POST', '/reset');
		expect(() => sandbox.signingSecret).toThrow('Set a webhook URL');
		await sandbox.control('POST', '/snapshots', { name: 'bare' });
		await sandbox.setWebhookUrl(receiver.url);
		expect(sandbox.signingSecret).toBe(secret);
		await sandbox.control('POST', '/snapshots', { name: 'connected' });
		await sandbox.control('POST', '/snapshots/bare/restore');
		expect(() => sandbox.signingSecret).toThrow('Set a webhook URL');
		await sandbox.control('POST', '/snapshots/connected/restore');
		expect(sandbox.signingSecret).toBe(secret);
		await sandbox.control('POST', '/snapshots/bare/restore');
		await sandbox.setWebhookUrl(receiver.url);
		expect(sandbox.signingSecret).toBe(secret);
		await sandbox.setWebhookUrl(null);
		await sandbox.setWebhookUrl(receiver.url);
		const next = sandbox.signingSecret;
		expect(next).not.toBe(secret);
		// The snapshot was signed with the first secret, which no receiver knows any more.
		await sandbox.control('POST', '/snapshots/connected/restore');
		expect(sandbox.signingSecret).toBe(next);
		const { event_id: id } = await sandbox.receiveSms();
		const isIt = (one: { body: string }) => one.body.includes(String(id));
		const { body, headers } = await eventually(() => receiver.received.find(isIt));
		expect(sandbox.verifySignature(body, headers['x-service-signature'])).toBe(true);
	});

	it('waits for a delivery also where another one was resent with a body that is no JSON', async () => {
		await sandbox.receiveSms({ body: 'Hello' });
		const { id } = await sandbox.waitForDelivery({ event: 'sms.received' });
		const { id: resent } = await sandbox.control('POST', `/deliveries/${id}/resend`, {
			body: 'no JSON',
		});
		await sandbox.waitForDelivery({ event: 'sms.received', status: 'succeeded' });
		const found = await sandbox.waitForDelivery({ body: { data: { body: 'Hello' } } });
		expect(found.id).toBe(id);
		expect(resent).not.toBe(id);
	});

	it('finds earlier and later requests by their path and a part of their body, and lists them', async () => {
		const path = '/functions/v1/list-messages';
		const two = { path, body: { limit: 2 } } as const;
		const later = sandbox.waitForRequest({ ...two, count: 2 });
		for (const limit of [2, 3, 2]) await callFunction(sandbox, 'list-messages', { limit, offset: 1 });
		const first = await sandbox.waitForRequest({ ...two, status: 200 });
		const second = await later;
		expect(second).toMatchObject({ method: 'POST', body: { limit: 2, offset: 1 } });
		expect(await sandbox.waitForRequest({ path, after: first.id })).toMatchObject({ body: { limit: 3 } });
		expect((await sandbox.requests(two)).map(({ id }) => id)).toEqual([first.id, second.id]);
		await expect(sandbox.waitForRequest({ ...two, count: 3, timeoutMs: 50 })).rejects.toThrow(
			`3 times a request with {"path":"${path}","body":{"limit":2}} did not come within 50 ms`,
		);
	});

	it('says at once if a request comes that should not', async () => {
		const path = '/functions/v1/list-messages';
		await sandbox.expectNoRequest({ path, forMs: 50 });
		const expecting = sandbox.expectNoRequest({ path, body: { limit: 9 }, forMs: 60_000 });
		await callFunction(sandbox, 'list-messages', { limit: 2 });
		await callFunction(sandbox, 'list-messages', { limit: 9 });
		await expect(expecting).rejects.toThrow('"body":{"limit":9}');
		const [last] = (await sandbox.requests({ path })).slice(-1);
		await sandbox.expectNoRequest({ path, after: last?.id ?? 0, forMs: 50 });
	});

	it('has a method for each thing that happens every day', async () => {
		await expect(sandbox.playScenario('no-such-scenario')).rejects.toThrow('404');
		expect((await sandbox.receiveChatAppMessage()).message).toMatchObject({ direction: 'inbound' });
		expect((await sandbox.sendSms({ body: 'It is ready.' })).message.direction).toBe('outbound');
		expect((await sandbox.reply({ body: 'Thank you' })).message.body).toBe('Thank you');
		await sandbox.completeChat();
		await sandbox.waitForDelivery({ event: 'chat.session.completed' });
		await sandbox.addFault({ kind: 'status', status: 503, endpoint: 'list-messages', count: 2 });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
		await sandbox.clearFaults();
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});

	it('waits for a message that goes out, and knows none of before', async () => {
		await sandbox.reset('demo');
		await expect(sandbox.waitForMessage({ timeoutMs: 0 })).rejects.toThrow(
			'A message did not come within 0 ms. Nothing else came, either.',
		);
		const later = sandbox.waitForMessage({ to: '+1 (415) 555-0123', text: /ready/, count: 2 });
		await sandbox.sendSms({ to_number: '+14155550123', body: 'It is ready.' });
		await sandbox.sendSms({ to_number: '+14155550124', body: 'It is ready, too.' });
		await sandbox.receiveSms({ from_number: '+14155550123', body: 'Is it ready?' });
		await sandbox.sendSms({ to_number: '+14155550123', body: 'It is still ready.' });
		expect(await later).toMatchObject({ direction: 'outbound', body: 'It is still ready.' });
		expect((await sandbox.waitForMessage({ text: 'It is ready, too.' })).to_number).toBe('+14155550124');
		await expect(sandbox.waitForMessage({ text: 'It', timeoutMs: 0 })).rejects.toThrow(
			'A message with {"text":"It"} did not come within 0 ms. What came instead:\n' +
				'{"channel":"sms","to":"+14155550123","status":"sent","text":"It is ready."}',
		);
		await sandbox.reset();
		await expect(sandbox.waitForMessage({ timeoutMs: 0 })).rejects.toThrow('Nothing else came');
	});

	it('waits for less than the five seconds in which Jest and Vitest end a test', async () => {
		const impatient = new SandboxAccount(sandbox);
		const uptime = jest.spyOn(process, 'uptime').mockReturnValueOnce(0).mockReturnValue(4.001);
		await expect(impatient.waitForDelivery()).rejects.toThrow('within 4000 ms');
		uptime.mockRestore();
	});

	it('waits under fake timers', async () => {
		// As Vitest does it, which fakes the timers of all modules.
		jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
		try {
			await sandbox.receiveSms();
			await sandbox.waitForDelivery({ event: 'sms.received', status: 'succeeded' });
			await sandbox.expectNoRequest({ path: '/functions/v1/list-models', forMs: 50 });
			await expect(sandbox.waitForMessage({ timeoutMs: 50 })).rejects.toThrow('within 50 ms');
		} finally {
			jest.useRealTimers();
		}
	});

	it('says what was expected, and what came instead of the request or delivery', async () => {
		await callFunction(sandbox, 'list-messages', { limit: 2 });
		const path = '/functions/v1/list-messages';
		await expect(
			sandbox.waitForRequest({ path: '/functions/v1/list-models', timeoutMs: 50 }),
		).rejects.toThrow(
			'A request with {"path":"/functions/v1/list-models"} did not come within 50 ms. What came instead:\n' +
				'{"method":"POST","path":"/functions/v1/list-messages","status":200}',
		);
		await expect(sandbox.waitForRequest({ path, body: { limit: 9 }, timeoutMs: 50 })).rejects.toThrow(
			'{"method":"POST","status":200,"body":{"limit":2',
		);
		await sandbox.completeCall({ summary: 'The caller asked for a refund.' });
		await sandbox.waitForDelivery({ event: 'call.completed' });
		await expect(
			sandbox.waitForDelivery({ body: { data: { summary: 'Nothing' } }, timeoutMs: 50 }),
		).rejects.toThrow('The caller asked for a refund.');
		await expect(sandbox.waitForDelivery({ event: 'sms.sent', timeoutMs: 50 })).rejects.toThrow(
			'A delivery with {"event":"sms.sent"} did not come within 50 ms. Nothing else came, either.',
		);
	});

	it('advances through everything that follows: the retries of a delivery and of a function', async () => {
		receiver.answer = status(503);
		const agent = (await sandbox.control('GET', '/agents')).agents[0]?.id ?? '';
		const find = { agent_id: agent, name: 'find_order', description: 'Finds an order', http_method: 'POST' };
		await callFunction(sandbox, 'custom-functions', { ...find, endpoint_url: receiver.url, max_retries: 3 });
		await sandbox.receiveSms();
		const answer = sandbox.callFunction({ agent, name: 'find_order' });
		await sandbox.waitForDelivery({ status: 'pending' });
		await expect(sandbox.advance('soon' as '1h')).rejects.toThrow('soon is no span of time');
		expect((await sandbox.advance('7d')).offset_seconds).toBeCloseTo(604_800);
		const { deliveries } = await sandbox.control('GET', '/deliveries');
		expect(deliveries).toMatchObject([{ status: 'dead_lettered', attempt_count: 10 }]);
		const { function_calls: calls } = await sandbox.control('GET', '/function-calls');
		expect(calls).toMatchObject([{ status: 'failed' }]);
		expect((await answer).attempts).toHaveLength(4);
		const { attempts } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
		const times = attempts.map(({ started_at: at }) => Date.parse(at));
		expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(10_000);
	});

	it('makes the same SMS arrive, and waits as long between attempts, every time if it has a seed', async () => {
		receiver.answer = status(503);
		const options = { seed: 'empty', deterministic: true, deliveryBaseDelayMs: 86_400_000 } as const;
		await using seeded = await startSandbox({ ...options, webhookUrl: receiver.url });
		const observe = async () => {
			const { message, deliveries } = await seeded.receiveSms();
			const { attempts, next_attempt_at: next } = await eventually(async () => {
				const delivery = await seeded.control('GET', `/deliveries/${deliveries[0]?.id}`);
				return delivery.attempts.length > 0 ? delivery : undefined;
			});
			const delay = Date.parse(next ?? '') - Date.parse(attempts[0]?.started_at ?? '');
			const texts = [message.body, (await seeded.receiveSms()).message.body];
			return { texts, tenMinutes: Math.round(delay / 600_000) };
		};
		const first = await observe();
		await seeded.reset();
		expect(await observe()).toEqual(first);
	});
});

describe('startSandbox in a program of its own kind', () => {
	/** The ids of the processes that this one has started and that run. */
	const listChildren = () =>
		execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
			.split('\n')
			.filter((line) => line.includes('serve --json'));

	it('ends the sandbox that it has started if a webhook URL is refused', async () => {
		const before = listChildren();
		expect(before.length).toBeGreaterThan(0);
		await expect(startSandbox({ webhookUrl: 'nonsense' })).rejects.toThrow(/400: .*webhook_url/);
		expect(listChildren()).toEqual(before);
	});

	it('starts under NODE_OPTIONS that have Node wait for a debugger, or print', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'options-'));
		const prints = join(folder, 'prints.cjs');
		// As dotenv 17 does when it is loaded.
		await writeFile(prints, "console.log('[dotenv@17.0.0] injecting env (0)'); console.log('{}');");
		const before = process.env.NODE_OPTIONS;
		process.env.NODE_OPTIONS = `--inspect-brk=0 --inspect-wait=127.0.0.1:0 --inspect --inspect-port=0 --require=${prints}`;
		try {
			await using started = await startSandbox({ seed: 'bare' });
			expect(started.apiKey).toMatch(/^svc_/);
		} finally {
			if (before === undefined) delete process.env.NODE_OPTIONS;
			else process.env.NODE_OPTIONS = before;
			await rm(folder, { recursive: true });
		}
	});

	it('takes what has no unref, as streams under Bun', () => {
		const unref = jest.fn();
		unrefAll([{}, { unref }]);
		expect(unref).toHaveBeenCalledTimes(1);
	});
});
