import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Batch } from '../../test/support/service-records.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { FullMessage } from '../../test/support/service-records.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

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

/** Runs `during` in a sandbox that is then killed, and `after` in one on the same folder. */
async function overKill<Kept>(
	during: (sandbox: Sandbox) => Promise<Kept>,
	after: (sandbox: Sandbox, kept: Kept) => Promise<void>,
	keep = 10_000,
) {
	const first = await startSandbox({ data: folder, keep });
	await first.control('PATCH', `/api-keys/${first.apiKeyId}`, { webhook_url: receiver.url });
	const kept = await during(first);
	await first.stop('SIGKILL');
	const second = await startSandbox({ data: folder, keep });
	try {
		await after(second, kept);
	} finally {
		await second.stop();
	}
}

const advance = (sandbox: Sandbox, seconds: number) =>
	sandbox.control('POST', '/clock', { advance_seconds: seconds });
const eventsOf = (kind: string) => [
	...new Map(
		receiver.received
			.map(
				({ body }) =>
					JSON.parse(body) as { id: string; event: string; data: { id: string; to_number: string } },
			)
			.filter(({ event }) => event === kind)
			.map((event) => [event.id, event.data]),
	).values(),
];

describe('background work goes on after kill -9', () => {
	it('a campaign: each recipient is called, paid for and reported once', async () => {
		const numbers = Array.from({ length: 40 }, (_, index) => `+1212555${1000 + index}`);
		await overKill(
			async (sandbox) => {
				await sandbox.control('PATCH', '/calling', { concurrent_calls: 9, call_seconds: 4 });
				const { body } = await callFunction<{ batch: Batch }>(sandbox, 'batch-calls', {
					action: 'create',
					name: 'Reminders',
					caller_id: '+14155550100',
					recipients: numbers.map((number) => ({ phone_number: number })),
				});
				await eventually(() => (eventsOf('call.completed').length >= 4 ? true : undefined));
				return body.batch.id;
			},
			async (sandbox, id) => {
				const before = await sandbox.control('GET', `/batches/${id}`);
				expect(before.status).toBe('running');
				// The calls that were cut off go on; the others need not take as long.
				await sandbox.control('PATCH', '/calling', { concurrent_calls: 60, call_seconds: 1 });
				await eventually(async () => {
					const { status } = await sandbox.control('GET', `/batches/${id}`);
					return status === 'completed' ? true : undefined;
				});
				expect(await sandbox.control('GET', `/batches/${id}`)).toMatchObject({ completed_count: 40 });
				const { entries } = await sandbox.control('GET', '/credits?limit=1000');
				expect(entries.filter(({ kind }) => kind === 'dial')).toHaveLength(40);
				expect(entries.filter(({ kind }) => kind === 'minutes')).toHaveLength(40);
				await eventually(() => (eventsOf('call.completed').length >= 40 ? true : undefined));
				expect(
					eventsOf('call.completed')
						.map((call) => call.to_number)
						.sort(),
				).toEqual(numbers);
			},
		);
	});

	it('a scheduled campaign starts, an idle chat ends, a carrier reports', async () => {
		await overKill(
			async (sandbox) => {
				const { now } = await sandbox.control('GET', '/clock');
				const { body } = await callFunction<{ batch: Batch }>(sandbox, 'batch-calls', {
					action: 'create',
					name: 'Later',
					caller_id: '+14155550100',
					recipients: [{ phone_number: '+14155550111' }],
					send_now: false,
					scheduled_at: new Date(Date.parse(now) + 600_000).toISOString(),
				});
				const chat = await sandbox.control('POST', '/chat-sessions');
				await sandbox.control('PATCH', '/carrier', { report_after_seconds: 900 });
				const sms = await sandbox.control('POST', '/events/sms.sent');
				return { batch: body.batch.id, chat: chat.id, sms: sms.message.id, key: sandbox.apiKey };
			},
			async (sandbox, { batch, chat, sms, key }) => {
				const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
				const message = async () =>
					(await callFunction<FullMessage>(sandbox, 'get-message', { message_id: sms }, headers)).body.status;
				expect(await message()).toBe('sent');
				await advance(sandbox, 1801);
				await eventually(async () => ((await message()) === 'delivered' ? true : undefined));
				await eventually(() => (eventsOf('call.completed').length === 1 ? true : undefined));
				await eventually(() => (eventsOf('chat.session.completed').length === 1 ? true : undefined));
				expect(eventsOf('chat.session.completed')).toMatchObject([{ id: chat, end_reason: 'inactivity' }]);
				expect(await sandbox.control('GET', `/batches/${batch}`)).toMatchObject({ status: 'completed' });
			},
		);
	});

	it('a scheduled skill runs when it is due, and only once for each due time', async () => {
		const times = async (sandbox: Sandbox) =>
			(await sandbox.control('GET', '/skill-executions')).executions.map(({ created_at: at }) => at);
		await overKill(
			async (sandbox) => {
				const { skills } = await sandbox.control('GET', '/skills');
				const id = skills.find(({ trigger_type: kind }) => kind === 'schedule')?.id;
				await sandbox.control('PATCH', `/skills/${id}`, { is_enabled: false });
				await sandbox.control('POST', '/clock', { now: '2030-01-07T07:00:00.000Z' });
				await fetch(`${sandbox.url}/functions/v1/manage-skills/${id}`, {
					method: 'PATCH',
					headers: { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` },
					body: JSON.stringify({ is_enabled: true, schedule: { cron: '0 8 * * *' } }),
				});
				await advance(sandbox, 2 * 3600);
				expect(await times(sandbox)).toEqual(['2030-01-07T08:00:00.000Z']);
			},
			async (sandbox) => {
				expect(await times(sandbox)).toEqual(['2030-01-07T08:00:00.000Z']);
				await advance(sandbox, 24 * 3600);
				expect(await times(sandbox)).toEqual(['2030-01-08T08:00:00.000Z', '2030-01-07T08:00:00.000Z']);
			},
		);
	});

	it('deliveries that are no longer kept still count', () =>
		overKill(
			async (sandbox) => {
				for (let sent = 0; sent < 40; sent += 1) await sandbox.control('POST', '/events/sms.sent', {});
				await sandbox.control('GET', '/deliveries?status=succeeded&wait_for=40&timeout_ms=60000');
				await eventually(async () => {
					const { total } = await sandbox.control('GET', '/deliveries?status=succeeded');
					return total === 10 ? true : undefined;
				});
			},
			async (sandbox) =>
				expect(await sandbox.control('GET', '/status')).toMatchObject({
					deliveries: { pending: 0, succeeded: 40, dead_lettered: 0 },
				}),
			10,
		));

	it('a delivery that is held back to be overtaken is sent', async () => {
		await overKill(
			async (sandbox) => {
				await sandbox.control('POST', '/delivery-faults', { kind: 'reordered' });
				const { event_id: id } = await sandbox.control('POST', '/events/sms.received');
				return id;
			},
			async (sandbox, id) => {
				expect(receiver.received).toHaveLength(0);
				await advance(sandbox, 61);
				await eventually(() => (receiver.received.length === 1 ? true : undefined));
				expect(receiver.received[0]?.body).toContain(id);
			},
		);
	});
});
