import { createHmac } from 'node:crypto';

import type { RequestPattern } from '../src/index.ts';
import { ask } from '../../test/support/sandbox-command.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

let receiver: Receiver;
let sandbox: Sandbox;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ seed: 'empty', accounts: 2, webhookUrl: receiver.url });
});
afterAll(() => Promise.all([sandbox?.stop(), receiver?.close()]));
beforeEach(() => sandbox.reset());

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
		expect(received?.headers['x-service-signature']).toBe(`sha256=${digest}`);
	});

	it('keeps its signing secret over a reset and over the return to a snapshot', async () => {
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
	});

	it('has another signing secret once the webhook URL was removed', async () => {
		const secret = sandbox.signingSecret;
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: null });
		expect(() => sandbox.signingSecret).toThrow('Set a webhook URL');
		await sandbox.setWebhookUrl(receiver.url);
		expect(sandbox.signingSecret).toMatch(/^whsec_/);
		expect(sandbox.signingSecret).not.toBe(secret);
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

	it('has no secret until a webhook URL is set, and says what to do', () => {
		expect(() => sandbox.accounts[0]?.signingSecret).toThrow('Set a webhook URL');
	});

	it('finds an earlier or a later request by its path and a part of its body', async () => {
		const path = '/functions/v1/list-messages';
		const later = sandbox.waitForRequest({ path, body: { limit: 3 } });
		await callFunction(sandbox, 'list-messages', { limit: 2 });
		await callFunction(sandbox, 'list-messages', { limit: 3, offset: 1 });
		expect(await later).toMatchObject({ method: 'POST', body: { limit: 3, offset: 1 } });
		const { body } = await sandbox.waitForRequest({ path, body: { limit: 2 }, status: 200 });
		expect(body.limit).toBe(2);
	});

	it('waits for another request after the first one, and lists them', async () => {
		const path = '/functions/v1/list-messages';
		for (const limit of [2, 3, 2]) await callFunction(sandbox, 'list-messages', { limit });
		const first = await sandbox.waitForRequest({ path, body: { limit: 2 } });
		const second = await sandbox.waitForRequest({ path, body: { limit: 2 }, count: 2 });
		expect(second.id).toBeGreaterThan(first.id);
		expect(await sandbox.waitForRequest({ path, after: first.id })).toMatchObject({ body: { limit: 3 } });
		expect((await sandbox.requests({ path, body: { limit: 2 } })).map(({ id }) => id)).toEqual([
			first.id,
			second.id,
		]);
		await expect(
			sandbox.waitForRequest({ path, body: { limit: 2 }, count: 3, timeoutMs: 50 }),
		).rejects.toThrow('It did not come within 50 ms');
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
		const { message } = await sandbox.receiveChatAppMessage({ body: 'Do you have a blue lamp?' });
		expect(message).toMatchObject({ direction: 'inbound', body: 'Do you have a blue lamp?' });
		expect((await sandbox.sendSms({ body: 'It is ready.' })).message.direction).toBe('outbound');
		expect((await sandbox.reply({ body: 'Thank you' })).message.body).toBe('Thank you');
		await sandbox.completeChat();
		await sandbox.waitForDelivery({ event: 'chat.session.completed' });

		await sandbox.addFault({ kind: 'status', status: 503, endpoint: 'list-messages' });
		await sandbox.clearFaults();
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});

	it('returns to a snapshot', async () => {
		const count = async () => (await sandbox.control('GET', '/messages?limit=1')).total;
		await sandbox.saveSnapshot('before');
		const before = await count();
		await sandbox.receiveSms();
		expect(await count()).not.toBe(before);
		await sandbox.restoreSnapshot('before');
		expect(await count()).toBe(before);
	});

	it('plays a scenario to its end', async () => {
		const call = 'POST /events/sms.received';
		const story = { title: 'Two SMS', story: 'A customer writes twice.', expected: 'One answer.' };
		const steps = [
			{ note: 'The first', call, body: { body: 'Hello' } },
			{ note: 'The second', call, body: { body: 'Are you there?' } },
		];
		const run = await sandbox.playScenario({ ...story, steps });
		expect(run).toMatchObject({ status: 'finished' });
		await expect(sandbox.playScenario('no-such-scenario')).rejects.toThrow('404');
	});

	it('says what came instead of the expected request or delivery', async () => {
		await callFunction(sandbox, 'list-messages', { limit: 2 });
		const path = '/functions/v1/list-messages';
		await expect(sandbox.waitForRequest({ path, body: { limit: 9 }, timeoutMs: 50 })).rejects.toThrow(
			'{"method":"POST","status":200,"body":{"limit":2',
		);
		await sandbox.completeCall({ summary: 'The caller asked for a refund.' });
		await sandbox.waitForDelivery({ event: 'call.completed' });
		await expect(
			sandbox.waitForDelivery({ body: { data: { summary: 'Nothing' } }, timeoutMs: 50 }),
		).rejects.toThrow('The caller asked for a refund.');
		await expect(sandbox.waitForDelivery({ event: 'sms.sent', timeoutMs: 50 })).rejects.toThrow(
			'It did not come within 50 ms. Nothing else came, either.',
		);
	});

	it('advances the clock, and does what falls due', async () => {
		receiver.answer = (_request, response) => response.writeHead(503).end();
		await sandbox.receiveSms();
		await sandbox.waitForDelivery({ status: 'pending' });
		receiver.answer = (_request, response) => response.writeHead(200).end();
		expect((await sandbox.advance('24h')).offset_seconds).toBeCloseTo(86_400);
		expect(await sandbox.waitForDelivery({ event: 'sms.received' })).toMatchObject({ status: 'succeeded' });
		await expect(sandbox.advance('soon' as '1h')).rejects.toThrow('soon is no span of time');
	});

	it('makes requests fail', async () => {
		expect(await sandbox.addFault({ kind: 'status', status: 503, endpoint: 'list-messages' })).toMatchObject({
			remaining: 1,
		});
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
	});

	it('generates the same keys every time if it has a seed', async () => {
		await using one = await startSandbox({ seed: 'empty', deterministic: true });
		await using other = await startSandbox({ seed: 'empty', deterministic: true });
		expect(one.apiKey).toBe(other.apiKey);
		expect(one.apiKey).not.toBe(sandbox.apiKey);
	});

	it('ends with its block', async () => {
		let url = '';
		{
			await using brief = await startSandbox({ seed: 'empty' });
			url = brief.url;
			expect((await fetch(`${url}/openapi.json`)).status).toBe(200);
		}
		await expect(fetch(url)).rejects.toThrow();
	});
});

describe('exported requests', () => {
	it('are fixtures that waitForRequest and toMatchObject take', async () => {
		await callFunction(sandbox, 'list-messages', { limit: 2, direction: 'inbound' });
		await callFunction(sandbox, 'get-message', { message_id: 'unknown' });
		const printed = await ask(sandbox, 'requests', 'export');
		const fixtures = JSON.parse(printed) as Array<RequestPattern & { status: number }>;
		expect(fixtures.map(({ path, status }) => [path, status])).toEqual([
			['/functions/v1/list-messages', 200],
			['/functions/v1/get-message', 404],
		]);
		const path = '/functions/v1/get-message';
		expect(JSON.parse(await ask(sandbox, 'requests', 'export', '--path', path))).toEqual([fixtures[1]]);

		await using replayed = await startSandbox({ seed: 'empty' });
		await callFunction(replayed, 'list-messages', { limit: 2, direction: 'inbound' });
		const [listed = { path }, unknown = { path }] = fixtures;
		expect(await replayed.waitForRequest(listed)).toMatchObject(listed);
		await expect(replayed.waitForRequest({ ...unknown, timeoutMs: 50 })).rejects.toThrow('did not come');
	});
});
