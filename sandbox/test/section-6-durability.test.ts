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

const EVENTS = process.env.TEST_FULL ? 1_000 : 150;

describe('6 a data folder', () => {
	it(`loses no accepted event and no delivery when the process is killed among ${EVENTS}`, async () => {
		receiver.answer = (_request, response) => setTimeout(() => response.end(), 20);
		const first = await startSandbox({ seed: 'empty', data: folder });
		await first.control('PATCH', `/api-keys/${first.apiKeyId}`, { webhook_url: receiver.url });
		const accepted = new Set<string>();
		let asked = 0;
		const ask = async () => {
			while ((asked += 1) <= EVENTS) {
				const happened = await first
					.control('POST', '/events/sms.received', { body: `number ${asked}` })
					.catch(() => undefined);
				if (happened?.event_id) accepted.add(happened.event_id);
			}
		};
		const asking = Promise.all(Array.from({ length: 16 }, ask));
		await eventually(() => (receiver.received.length > EVENTS / 3 ? true : undefined), 60_000);
		await first.stop('SIGKILL');
		await asking;
		const delivered = () =>
			new Set(receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id));
		const before = delivered().size;

		const second = await startSandbox({ data: folder });
		try {
			expect(second.apiKey).toBe('');
			expect(second.apiKeyId).toBe(first.apiKeyId);
			await eventually(() => ([...accepted].every((id) => delivered().has(id)) ? true : undefined), 60_000);
			expect(before).toBeLessThan(EVENTS);
			const { total } = await second.control('GET', '/messages?limit=1');
			expect(total).toBeGreaterThanOrEqual(accepted.size);
			await eventually(async () => {
				const pending = await second.control('GET', '/deliveries?status=pending');
				return pending.total === 0 ? true : undefined;
			});
		} finally {
			await second.stop();
		}
	});

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
