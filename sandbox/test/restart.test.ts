/** What goes on in the process after one that was killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { Batch, FullMessage } from '../../test/support/service-records.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';

const RECIPIENTS = Array.from({ length: 40 }, (_, index) => `+1212555${1000 + index}`);
const MONDAY = '2030-01-07T07:00:00.000Z';

let folder: string;
let receiver: Receiver;
let sandbox: Sandbox;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
	receiver = await startReceiver();
});
afterEach(async () => {
	await Promise.all([sandbox?.stop(), receiver?.close()]);
	await rm(folder, { recursive: true, force: true });
});

const start = async () => {
	sandbox = await startSandbox({ seed: 'empty', data: folder });
};
/** The events of a kind that the receiver got, each once. */
const eventsOf = (kind: string) => [
	...new Map(
		receiver.received
			.filter(({ path }) => path === '/')
			.map(({ body }) => JSON.parse(body) as { id: string; event: string; data: Record<string, unknown> })
			.filter(({ event }) => event === kind)
			.map((event) => [event.id, event.data]),
	).values(),
];
const waitForEvents = (kind: string, count: number) =>
	eventually(() => (eventsOf(kind).length >= count ? true : undefined));

it('everything that was under way goes on after kill -9, and happens once', async () => {
	await start();
	const { apiKey, apiKeyId } = sandbox;
	const service = <Answer>(name: string, body: object, method = 'POST') =>
		fetch(`${sandbox.url}/functions/v1/${name}`, {
			...{ method, body: JSON.stringify(body) },
			headers: { ...JSON_TYPE, authorization: `Bearer ${apiKey}` },
		}).then((answer) => answer.json() as Promise<Answer>);
	const call = { action: 'create', name: 'Reminders', caller_id: '+14155550100' };
	const dial = (numbers: string[], more: object = {}) =>
		service<{ batch: Batch }>('batch-calls', {
			...{ ...call, ...more },
			recipients: numbers.map((phone_number) => ({ phone_number })),
		});
	const messageStatus = async (id: string) =>
		(await service<FullMessage>('get-message', { message_id: id })).status;
	const skillRuns = async () =>
		(await sandbox.control('GET', '/skill-executions')).executions.map(({ created_at: at }) => at);
	await sandbox.setWebhookUrl(receiver.url);
	const { skills } = await sandbox.control('GET', '/skills');
	const skill = skills.find(({ trigger_type: kind }) => kind === 'schedule')?.id ?? '';
	const changeSkill = (changes: object) => service(`manage-skills/${skill}`, changes, 'PATCH');
	await changeSkill({ is_enabled: false });
	await sandbox.control('POST', '/clock', { now: MONDAY });
	await changeSkill({ is_enabled: true, schedule: { cron: '0 8 * * *' } });
	await sandbox.advance('2h');
	expect(await skillRuns()).toEqual(['2030-01-07T08:00:00.000Z']);

	await sandbox.control('PATCH', '/calling', { concurrent_calls: 9, call_seconds: 60 });
	const { batch: running } = await dial(RECIPIENTS);
	await sandbox.advance('90s');
	await waitForEvents('call.completed', 4);
	const { now } = await sandbox.control('GET', '/clock');
	const { batch: scheduled } = await dial(['+14155550111'], {
		...{ send_now: false, scheduled_at: new Date(Date.parse(now) + 1_800_000).toISOString() },
	});
	const chat = await sandbox.control('POST', '/chat-sessions');
	await sandbox.control('PATCH', '/carrier', { report_after_seconds: 900 });
	const sms = await sandbox.sendSms();
	await waitForEvents('sms.sent', 1);
	const scenario = await sandbox.control('POST', '/scenario-runs', {
		...{ title: 'Mine', story: 'An SMS comes.', expected: 'Nothing.' },
		steps: [{ note: 'Later', after: '1h', call: 'POST /events/sms.sent' }],
	});
	await sandbox.control('POST', '/delivery-faults', { kind: 'reordered' });
	const { event_id: held } = await sandbox.receiveSms();
	expect(await messageStatus(sms.message.id)).toBe('sent');
	expect((await sandbox.control('GET', `/batches/${running.id}`)).status).toBe('running');
	await sandbox.stop('SIGKILL');
	expect(receiver.received.filter(({ body }) => body.includes(String(held)))).toEqual([]);

	receiver.answer = (_, response) => response.end('ok');
	await start();
	// Only the first process has shown the key.
	expect([sandbox.apiKey, sandbox.apiKeyId]).toEqual(['', apiKeyId]);
	await sandbox.advance('1h');
	for (const batch of [running, scheduled]) {
		expect(await sandbox.control('GET', `/batches/${batch.id}`)).toMatchObject({
			status: 'completed',
			completed_count: batch.total_recipients,
		});
	}
	const { entries } = await sandbox.control('GET', '/credits?limit=1000');
	for (const kind of ['dial', 'minutes']) {
		expect(entries.filter((entry) => entry.kind === kind)).toHaveLength(RECIPIENTS.length + 1);
	}
	await waitForEvents('call.completed', RECIPIENTS.length + 1);
	const called = eventsOf('call.completed')
		.filter(({ direction }) => direction === 'outbound')
		.map((one) => one.to_number);
	expect(called.sort()).toEqual(['+14155550111', ...RECIPIENTS].sort());
	await waitForEvents('chat.session.completed', 1);
	expect(eventsOf('chat.session.completed')).toMatchObject([{ id: chat.id, end_reason: 'inactivity' }]);
	expect(await messageStatus(sms.message.id)).toBe('delivered');
	await eventually(() => receiver.received.find(({ body }) => body.includes(String(held))));
	// Nobody knows what the workflow did to a scenario meanwhile.
	expect(await sandbox.control('GET', `/scenario-runs/${scenario.id}`)).toMatchObject({ status: 'stopped' });
	expect(eventsOf('sms.sent')).toHaveLength(1);
	await sandbox.advance('1d');
	expect(await skillRuns()).toEqual(['2030-01-08T08:00:00.000Z', '2030-01-07T08:00:00.000Z']);
});
