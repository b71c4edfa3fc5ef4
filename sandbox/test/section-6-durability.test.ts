import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually, settled } from '../../test/support/eventually.ts';
import { startSandbox } from '../../test/support/start-sandbox.ts';

let folder: string;
let receiver: Receiver;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
	receiver = await startReceiver();
});
afterEach(async () => {
	await receiver?.close();
	await rm(folder, { recursive: true, force: true });
});

/** outbox/outbox.test.ts kills a sandbox at any commit, restart.test.ts with SIGKILL. */
describe('6 a data folder', () => {
	it('keeps keys, messages, the clock and pending retries over a restart', async () => {
		receiver.answer = (_request, response) => response.writeHead(503).end();
		const first = await startSandbox({ seed: 'empty', data: folder, deliveryBaseDelayMs: 3_600_000 });
		await first.control('PATCH', `/api-keys/${first.apiKeyId}`, { webhook_url: receiver.url });
		const { deliveries, message } = await first.control('POST', '/events/sms.received');
		const id = deliveries[0]?.id ?? '';
		await eventually(async () => {
			const { attempt_count: count } = await first.control('GET', `/deliveries/${id}`);
			return count === 1 ? true : undefined;
		});
		// Back, so that no retry falls due yet, however short its random wait is.
		await first.control('POST', '/clock', { advance_seconds: -60 });
		await first.stop();

		receiver.answer = (_request, response) => response.end();
		const second = await startSandbox({ data: folder, deliveryBaseDelayMs: 3_600_000 });
		try {
			const found = await callFunction({ ...second, apiKey: first.apiKey }, 'get-message', {
				message_id: message.id,
			});
			expect(found.body).toEqual(message);
			// The key was shown by the first run.
			expect([second.apiKey, second.apiKeyId]).toEqual(['', first.apiKeyId]);
			expect(await second.control('GET', '/clock')).toMatchObject({ offset_seconds: -60 });
			await second.control('POST', '/clock', { advance_seconds: 4 * 3600 });
			expect(await settled(second, id)).toMatchObject({ status: 'succeeded', attempt_count: 2 });
		} finally {
			await second.stop();
		}
	});

	it('cannot be opened by a second sandbox while the first one uses it', async () => {
		const first = await startSandbox({ data: folder });
		try {
			await expect(startSandbox({ data: folder })).rejects.toThrow(/ended with exit code 1/);
			expect((await callFunction(first, 'list-messages')).status).toBe(200);
		} finally {
			await first.stop();
		}
	});
});
