import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { Happened, MessagePage } from '../../test/support/service-records.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

interface Execution {
	id: string;
	agent_skill_id: string;
	status: string;
	result: { summary: string; data: Record<string, unknown> };
	deliveries: Array<{ channel: string; status: string; to: string }>;
	created_at: string;
}

const SMS = { channel: 'sms', channel_name: '+14155550110' };
const TEAM_CHAT = { channel: 'team_chat', channel_name: '#front-desk' };
/** A Monday. */
const MONDAY = '2030-01-07';

let sandbox: SandboxAccount;
let first: string;
let second: string;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(async () => {
	await sandbox.reset('empty');
	const { skills } = await sandbox.control('GET', '/skills');
	for (const { id } of skills) await change(id, { is_enabled: false, delivery_channels: [TEAM_CHAT] });
	[first = '', second = ''] = skills.map(({ id }) => id);
});

const change = (id: string, body: object) =>
	callFunction(sandbox, `manage-skills/${id}`, body, undefined, 'PATCH');

/** The real runs, the first one first. */
async function listRuns(): Promise<Execution[]> {
	const { executions } = await sandbox.control('GET', '/skill-executions');
	return executions.reverse();
}

const setClock = (now: string) => sandbox.control('POST', '/clock', { now });

describe('4 an event skill', () => {
	const runOn = (event: string, id = first, more: object = {}) =>
		change(id, { is_enabled: true, trigger_type: 'event', config: { event }, ...more });

	it('runs when its event happens, on the data of the call, and delivers', async () => {
		await runOn('call.completed', first, { delivery_channels: [TEAM_CHAT, SMS] });
		const { call } = await sandbox.completeCall({
			from_number: '+14155550123',
			summary: 'Wants the blue lamp.',
			extracted_data: { count: 2 },
		});
		expect(await listRuns()).toEqual([
			{
				id: expect.any(String),
				agent_skill_id: first,
				status: 'completed',
				result: {
					summary: 'Call with +14155550123: Wants the blue lamp.',
					actions_taken: [expect.stringContaining('#front-desk'), expect.stringContaining('+14155550110')],
					data: {
						id: expect.stringMatching(/^evt_/),
						event: 'call.completed',
						created_at: expect.any(String),
						data: call,
						caller_phone: '+14155550123',
						call_summary: 'Wants the blue lamp.',
						extracted_data: { count: 2 },
					},
				},
				deliveries: [
					{ channel: 'team_chat', status: 'sent', to: '#front-desk' },
					{ channel: 'sms', status: 'sent', to: '+14155550110' },
				],
				created_at: expect.any(String),
			},
		]);
		const { body } = await callFunction<MessagePage>(sandbox, 'list-messages');
		expect(body.messages).toMatchObject([
			{ to_number: '+14155550110', body: expect.stringContaining('Wants the blue lamp.') },
		]);
	});

	it.each([
		['sms.received', { from_number: '+14155550123', body: 'Open?' }, 'SMS from +14155550123: Open?'],
		['sms.sent', { to_number: '+14155550124', body: 'Yes.' }, 'SMS to +14155550124: Yes.'],
		[
			'call.completed',
			{ direction: 'outbound', to_number: '+14155550125', summary: 'Reached.' },
			'Call with +14155550125: Reached.',
		],
		['chat.session.completed', {}, 'Website chat: '],
	])('runs on %s', async (event, body, summary) => {
		await runOn(event);
		await untypedControl(sandbox, 'POST', `/events/${event}`, body);
		const runs = await listRuns();
		expect(runs).toMatchObject([{ agent_skill_id: first, result: { data: { event } } }]);
		expect(runs[0]?.result.summary).toContain(summary);
	});

	it('runs on chatapp.received when that fires, since the account has a webhook URL', async () => {
		await runOn('chatapp.received');
		const receive = () => sandbox.control('POST', '/events/chatapp.received', { body: 'Hello' });
		await receive();
		expect(await listRuns()).toEqual([]);
		const { chatapp_accounts: accounts } = await sandbox.control('GET', '/chatapp-accounts');
		for (const { id } of accounts) {
			await sandbox.control('PATCH', `/chatapp-accounts/${id}`, { webhook_url: 'http://127.0.0.1:9/' });
		}
		await receive();
		expect(await listRuns()).toMatchObject([
			{ result: { summary: expect.stringMatching(/^Chat-app message from \d+: Hello$/) } },
		]);
	});

	it.each([
		['another event is named', { config: { event: 'sms.sent' } }],
		['no event is named', { config: { tone: 'friendly' } }],
		['it is disabled', { is_enabled: false }],
		['it is scheduled', { trigger_type: 'schedule' }],
	])('does not run when %s', async (_why, changes) => {
		await runOn('sms.received', first, changes);
		await sandbox.receiveSms();
		expect(await listRuns()).toEqual([]);
	});

	it('does not run on an SMS that the loop trap holds back, nor on what is delivered again', async () => {
		await sandbox.setWebhookUrl('http://127.0.0.1:9/');
		await runOn('sms.received');
		const happened: Happened[] = [];
		for (let sent = 0; sent < 3; sent += 1) {
			happened.push(await sandbox.control('POST', '/events/sms.received', { body: 'Again' }));
		}
		expect(happened.map(({ event_id: id }) => id !== null)).toEqual([true, true, false]);
		expect(await listRuns()).toHaveLength(2);
		const id = happened[0]?.deliveries[0]?.id;
		await sandbox.control('POST', `/deliveries/${id}/replay`);
		await sandbox.control('POST', `/deliveries/${id}/resend`, { body: '{}' });
		expect(await listRuns()).toHaveLength(2);
		await sandbox.setWebhookUrl(null);
	});

	it('does not run again on its own SMS, however the run began', async () => {
		await runOn('sms.sent', first, { delivery_channels: [SMS] });
		await sandbox.control('POST', '/events/sms.sent');
		expect(await listRuns()).toHaveLength(1);
		await callFunction(sandbox, `manage-skills/${first}/execute`, { trigger_context: { call_summary: 'x' } });
		expect(await listRuns()).toHaveLength(2);
		const { body } = await callFunction<MessagePage>(sandbox, 'list-messages');
		expect(body.total).toBe(3);
	});

	it('runs on the SMS of another skill, but two do not run each other for ever', async () => {
		await runOn('sms.sent', first, { delivery_channels: [SMS] });
		await runOn('call.completed', second, { delivery_channels: [SMS] });
		await sandbox.completeCall();
		const skillsOfRuns = async () => (await listRuns()).map(({ agent_skill_id: id }) => id).sort();
		expect(await skillsOfRuns()).toEqual([first, second].sort());

		await runOn('sms.sent', second);
		await sandbox.control('POST', '/events/sms.sent');
		// Each runs on the SMS that was sent, and once on that of the other.
		expect(await skillsOfRuns()).toEqual([first, first, first, second, second, second].sort());
	});
});

describe('4 a scheduled skill', () => {
	const runAt = (cron: string, more: object = {}) =>
		change(first, { is_enabled: true, trigger_type: 'schedule', schedule: { cron }, ...more });
	const times = async () => (await listRuns()).map(({ created_at: at }) => at);

	it('runs when the clock is advanced to its time, in its time zone', async () => {
		await setClock(`${MONDAY}T00:00:00.000Z`);
		await runAt('0 8 * * *', { schedule: { cron: '0 8 * * *', timezone: 'America/Toronto' } });
		await sandbox.advance('12h');
		expect(await listRuns()).toEqual([]);
		await sandbox.advance('2h');
		expect(await listRuns()).toMatchObject([
			{
				agent_skill_id: first,
				status: 'completed',
				result: { summary: 'In the last 24 hours 0 messages were received and 0 sent.' },
				deliveries: [{ channel: 'team_chat', status: 'sent' }],
				created_at: `${MONDAY}T13:00:00.000Z`,
			},
		]);
		await sandbox.advance('20h');
		expect(await listRuns()).toHaveLength(1);
	});

	it('runs by itself when its time comes', async () => {
		await setClock(`${MONDAY}T07:59:59.900Z`);
		await runAt('0 8 * * *');
		await eventually(async () => ((await listRuns()).length === 1 ? true : undefined));
	});

	it('runs at each of the times that the clock passes, and reports on the day before it', async () => {
		await setClock(`${MONDAY}T00:00:00.000Z`);
		await runAt('30 9 * * 1-5', { delivery_channels: [SMS] });
		await sandbox.receiveSms();
		await sandbox.advance('7d');
		const expected = ['07', '08', '09', '10', '11'].map((day) => `2030-01-${day}T09:30:00.000Z`);
		expect(await times()).toEqual(expected);
		const told = (await listRuns()).map(({ result }) => result.data);
		// The SMS that arrived, and from the second day on that of the run before.
		expect(told).toEqual([
			{ messages_received: 1, messages_sent: 0 },
			...Array.from({ length: 4 }, () => ({ messages_received: 0, messages_sent: 1 })),
		]);
		const { body } = await callFunction<MessagePage>(sandbox, 'list-messages', { direction: 'outbound' });
		expect(body.messages.map(({ created_at: at }) => at)).toEqual(expected.toReversed());
	});

	it('never runs while it is disabled, and does not make up for missed runs when it is enabled', async () => {
		await setClock(`${MONDAY}T00:00:00.000Z`);
		await runAt('0 8 * * *', { is_enabled: false });
		await sandbox.advance('2d');
		await sandbox.control('PATCH', `/skills/${first}`, { is_enabled: true });
		await sandbox.advance('1h');
		expect(await times()).toEqual([]);
		await sandbox.advance('8h');
		expect(await times()).toEqual(['2030-01-09T08:00:00.000Z']);
	});

	it('does not make up for times at which nothing was scheduled', async () => {
		await setClock(`${MONDAY}T07:59:59.900Z`);
		await runAt('0 8 * * *', { is_enabled: false });
		await eventually(async () => {
			const { now } = await sandbox.control('GET', '/clock');
			return now > `${MONDAY}T08:00:00.000Z` ? true : undefined;
		});
		await change(first, { is_enabled: true });
		await sandbox.advance('1h');
		expect(await times()).toEqual([]);
	});

	it('follows a new schedule from the change on, also if it was added with one', async () => {
		await setClock(`${MONDAY}T12:00:00.000Z`);
		await runAt('0 18 * * *');
		await runAt('0 8 * * *');
		const { agents } = await sandbox.control('GET', '/agents');
		await sandbox.control('POST', '/skills', {
			agent_id: agents[0]?.id ?? '',
			name: 'Morning report',
			trigger_type: 'schedule',
			schedule: { cron: '0 9 * * *' },
		});
		await sandbox.advance('24h');
		expect(await times()).toEqual(['2030-01-08T08:00:00.000Z', '2030-01-08T09:00:00.000Z']);
	});

	it('runs again when its time comes again after the clock was set back', async () => {
		await setClock(`${MONDAY}T00:00:00.000Z`);
		await runAt('0 8 * * *');
		await sandbox.advance('9h');
		await setClock(`${MONDAY}T07:00:00.000Z`);
		expect(await listRuns()).toHaveLength(1);
		await sandbox.advance('2h');
		expect(await times()).toEqual([`${MONDAY}T08:00:00.000Z`, `${MONDAY}T08:00:00.000Z`]);
	});

	it('runs at the next 300 times and the last 500 when the clock is set far ahead', async () => {
		await setClock(`${MONDAY}T00:00:00.000Z`);
		await runAt('* * * * *');
		await setClock('9999-12-31T12:00:30.000Z');
		const { executions } = await sandbox.control('GET', '/skill-executions?limit=1000');
		expect(executions).toHaveLength(800);
		expect(executions.at(-300)?.created_at).toBe(`${MONDAY}T05:00:00.000Z`);
		expect(executions[0]?.created_at).toBe('9999-12-31T12:00:00.000Z');
	});

	it.each([
		[{ cron: 'tomorrow' }, 'schedule.cron must be a cron expression of five fields'],
		[{ cron: '* * * * * *' }, 'schedule.cron'],
		[{ cron: '0 0 31 2 *' }, 'schedule.cron'],
		[{ cron: '2999-01-01T00:00:00' }, 'schedule.cron'],
		[{ cron: 8 }, 'schedule.cron must be a string'],
		[{ cron: '0 8 * * *', timezone: 'Mars/Base' }, 'schedule.timezone must be the name of a time zone'],
	])('refuses the schedule %j with 400, naming the field', async (schedule, text) => {
		expect(await change(first, { schedule })).toMatchObject({
			status: 400,
			body: { error: expect.stringContaining(text) },
		});
	});
});
