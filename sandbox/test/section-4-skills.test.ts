import { callFunction } from '../../test/support/call-service.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface Skill {
	id: string;
	is_enabled: boolean;
	config: Record<string, unknown>;
	trigger_type: string;
	schedule: Record<string, unknown> | null;
	delivery_channels: Array<{ channel: string; channel_name: string }>;
}
interface ListedSkill extends Skill {
	name: string;
	skill_definition_id: string;
}
interface Execution {
	success: boolean;
	execution_id?: string;
	status: string;
	dry_run: boolean;
	result: { summary: string; actions_taken: string[]; preview?: string; data: Record<string, unknown> };
	deliveries: Array<{ channel: string; status: string; to: string; error?: string }>;
}

let sandbox: SandboxAccount;
let event: ListedSkill;
let disabled: ListedSkill;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	const skills = await listSkills();
	const pick = (fits: (skill: ListedSkill) => boolean) => skills.find(fits) as ListedSkill;
	event = pick((skill) => skill.trigger_type === 'event' && skill.is_enabled);
	disabled = pick((skill) => !skill.is_enabled);
});

const CALL = {
	caller_phone: '+14155550123',
	call_summary: 'Wants the blue lamp.',
	extracted_data: { lamp: { colour: 'blue' }, count: 2 },
};

const listSkills = async () => (await sandbox.control('GET', '/skills')).skills;
const listRuns = async () => (await sandbox.control('GET', '/skill-executions')).executions;
const countMessages = async () =>
	(await callFunction<MessagePage>(sandbox, 'list-messages', { limit: 1 })).body.total;
const execute = (id: string, body: unknown = {}) =>
	callFunction<Execution>(sandbox, `manage-skills/${id}/execute`, body);

const change = (id: string, body: unknown) =>
	callFunction<{ agent_skill: Skill }>(sandbox, `manage-skills/${id}`, body, undefined, 'PATCH');

describe('4 executing a skill', () => {
	it('runs an event skill on the given call, and delivers to each of its channels', async () => {
		const { status, body } = await execute(event.id, { trigger_context: CALL });
		expect(status).toBe(200);
		expect(body).toEqual({
			success: true,
			execution_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			status: 'completed',
			dry_run: false,
			result: {
				summary: expect.stringContaining(CALL.call_summary),
				actions_taken: expect.arrayContaining([expect.any(String)]),
				data: CALL,
			},
			deliveries: event.delivery_channels.map(({ channel, channel_name: to }) => ({
				channel,
				status: 'sent',
				to,
			})),
		});
		expect(new Set(body.deliveries.map(({ channel }) => channel))).toEqual(
			new Set(['team_chat', 'email', 'sms']),
		);
	});

	it('cuts a notification SMS to the 1600 characters that an SMS can have', async () => {
		await change(event.id, { delivery_channels: [{ channel: 'sms', channel_name: '+14155550123' }] });
		const call_summary = `begins ${'x'.repeat(2000)} ends`;
		await execute(event.id, { trigger_context: { ...CALL, call_summary } });
		const { body } = await callFunction<MessagePage>(sandbox, 'list-messages', { limit: 1 });
		expect(body.messages[0]?.body).toHaveLength(1600);
		expect(body.messages[0]?.body).toContain('begins xxx');
	});

	it.each([{}, { trigger_context: {} }])(
		'skips the deliveries of %j, which has nothing to deliver',
		async (body) => {
			const { body: answer } = await execute(event.id, body);
			expect(answer).toMatchObject({ success: true, status: 'completed' });
			expect(answer.deliveries.map(({ status }) => status)).toEqual(['skipped', 'skipped', 'skipped']);
		},
	);

	it('6 a notification SMS is a message and fires sms.sent', async () => {
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: 'http://127.0.0.1:9/' });
		await execute(event.id, { trigger_context: CALL });
		const sms = event.delivery_channels.find(({ channel }) => channel === 'sms');
		const { body } = await callFunction<MessagePage>(sandbox, 'list-messages', { limit: 1 });
		expect(body.messages[0]).toMatchObject({
			to_number: sms?.channel_name,
			direction: 'outbound',
			status: 'sent',
			is_ai_generated: true,
			body: expect.stringContaining(CALL.call_summary),
		});
		const { deliveries } = await sandbox.control('GET', '/deliveries?event=sms.sent');
		const { body: sent } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
		expect(JSON.parse(sent)).toMatchObject({ data: { id: body.messages[0]?.id } });
	});

	it('says why a delivery failed; a run with a successful delivery is completed', async () => {
		await change(event.id, {
			delivery_channels: [
				{ channel: 'email', channel_name: 'nobody' },
				{ channel: 'sms', channel_name: '555' },
				{ channel: 'team_chat', channel_name: '#sales' },
			],
		});
		const { body } = await execute(event.id, { trigger_context: CALL });
		expect(body).toMatchObject({ success: true, status: 'completed' });
		expect(body.deliveries).toEqual([
			{ channel: 'email', status: 'failed', to: 'nobody', error: expect.stringContaining('e-mail') },
			{ channel: 'sms', status: 'failed', to: '555', error: expect.stringContaining('E.164') },
			{ channel: 'team_chat', status: 'sent', to: '#sales' },
		]);
	});

	it('a run fails if every delivery failed', async () => {
		await change(event.id, { delivery_channels: [{ channel: 'email', channel_name: 'nobody' }] });
		const { status, body } = await execute(event.id, { trigger_context: CALL });
		expect(status).toBe(200);
		expect(body).toMatchObject({ success: false, status: 'failed', execution_id: expect.any(String) });
	});

	it.each([
		['completed', true],
		['failed', false],
		['pending', true],
	] as const)('section 3: a run can end as %s', async (outcome, success) => {
		await sandbox.control('PATCH', `/skills/${event.id}`, { outcome });
		const { body } = await execute(event.id, { trigger_context: CALL });
		expect(body).toMatchObject({ success, status: outcome });
		const [latest] = await listRuns();
		expect(latest).toMatchObject({ id: body.execution_id, agent_skill_id: event.id, status: outcome });
	});

	it('refuses a real run of a disabled skill with 409, until it is enabled', async () => {
		const refused = await execute(disabled.id, { trigger_context: CALL });
		expect(refused.status).toBe(409);
		expect(refused.body).toEqual({ error: 'The skill is disabled' });
		expect(await listRuns()).toEqual([]);
		await change(disabled.id, { is_enabled: true });
		expect((await execute(disabled.id, { trigger_context: CALL })).status).toBe(200);
	});

	it('answers 404 for the id of the skill definition', async () => {
		expect((await execute(event.skill_definition_id)).status).toBe(404);
		expect((await change(event.skill_definition_id, {})).status).toBe(404);
	});

	it('takes a context of any content', async () => {
		const context = { caller_phone: 7, call_summary: { x: [] }, extracted_data: null };
		const { status, body } = await execute(event.id, { trigger_context: context });
		expect(status).toBe(200);
		expect(body.result.data).toEqual(context);
	});
});

describe('4 dry runs', () => {
	it('return completed with a preview, without execution id and deliveries', async () => {
		const { status, body } = await execute(event.id, { dry_run: true, trigger_context: CALL });
		expect(status).toBe(200);
		expect(body).toEqual({
			success: true,
			status: 'completed',
			dry_run: true,
			result: {
				summary: expect.stringContaining(CALL.call_summary),
				actions_taken: [],
				preview: expect.stringContaining(CALL.call_summary),
				data: CALL,
			},
			deliveries: [],
		});
		for (const { channel_name: name } of event.delivery_channels) {
			expect(body.result.preview).toContain(name);
		}
	});

	it('have no side effects', async () => {
		const before = await countMessages();
		await execute(event.id, { dry_run: true, trigger_context: CALL });
		// They also work on a disabled skill, and complete whatever outcome is set.
		await sandbox.control('PATCH', `/skills/${disabled.id}`, { outcome: 'failed' });
		const { body } = await execute(disabled.id, { dry_run: true, trigger_context: CALL });
		expect(body).toMatchObject({ success: true, status: 'completed', dry_run: true });
		expect(await countMessages()).toBe(before);
		expect(await listRuns()).toEqual([]);
		expect(await listSkills()).toContainEqual(event);
		// A real run has them.
		await execute(event.id, { trigger_context: CALL });
		expect(await countMessages()).toBe(before + 1);
		expect(await listRuns()).toHaveLength(1);
	});
});

describe('sections 2 and 4, changing a skill', () => {
	it.each([
		['is_enabled', false],
		['config', { only: { this: ['is', 'left'] } }],
		['trigger_type', 'schedule'],
		['schedule', { cron: '0 9 * * *', timezone: 'Europe/Berlin' }],
		['schedule', { any: ['shape', { is: 'kept' }] }],
		['delivery_channels', []],
	])('changes %s to %j, as a whole, and nothing else', async (field, value) => {
		const { body } = await change(event.id, { [field]: value });
		const changed = (await listSkills()).find(({ id }) => id === event.id);
		expect(changed).toEqual({ ...event, [field]: value });
		const {
			id,
			is_enabled,
			config,
			trigger_type,
			schedule: plan,
			delivery_channels,
		} = changed as ListedSkill;
		expect(body).toEqual({
			agent_skill: { id, is_enabled, config, trigger_type, schedule: plan, delivery_channels },
		});
	});

	it('changes several fields at once, and none when no field is given', async () => {
		await change(event.id, { is_enabled: false, trigger_type: 'schedule', schedule: { cron: '* * * * *' } });
		const [before] = (await listSkills()).filter(({ id }) => id === event.id);
		expect(before).toMatchObject({ is_enabled: false, trigger_type: 'schedule' });
		expect((await change(event.id, { name: 'Mine', id: 'x' })).status).toBe(200);
		expect((await listSkills()).filter(({ id }) => id === event.id)).toEqual([before]);
	});
});
