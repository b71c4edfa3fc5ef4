import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { Batch, BatchDetail } from '../../test/support/service-records.ts';
import { nextOpening } from '../src/service/batches/calling.ts';

const SERVICE = '+14155550100';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

const request = (changes: object = {}) => ({
	action: 'create',
	name: 'Reminders',
	caller_id: SERVICE,
	recipients: [{ phone_number: '+14155550111', name: 'Ada' }, { phone_number: '+14155550112' }],
	...changes,
});
const call = <Body = { error: unknown }>(body: unknown) => callFunction<Body>(sandbox, 'batch-calls', body);
const create = async (changes: object = {}) => {
	const { status, body } = await call<{ batch: Batch }>(request(changes));
	expect({ status, body }).toMatchObject({ status: 200 });
	return body.batch;
};
const show = (id: string) => sandbox.control('GET', `/batches/${id}`);
const advance = (seconds: number) => sandbox.control('POST', '/clock', { advance_seconds: seconds });
const setClock = (now: string) => sandbox.control('POST', '/clock', { now });
const cancel = (id: string) =>
	call<{ success: boolean; message: string }>({ action: 'cancel', batch_id: id });
const statuses = ({ recipients }: BatchDetail) => recipients.map(({ status }) => status);
const numbered = (count: number, first = 1000) =>
	Array.from({ length: count }, (_, index) => ({
		phone_number: `+1212555${String(first + index).padStart(4, '0')}`,
	}));

describe('4 batch-calls create', () => {
	it('returns the batch with the fields of section 2, and nothing more', async () => {
		expect(await create()).toEqual({
			id: expect.any(String),
			user_id: (await sandbox.control('GET', '/account')).user_id,
			name: 'Reminders',
			caller_id: SERVICE,
			status: 'running',
			send_now: true,
			total_recipients: 2,
			completed_count: 0,
			failed_count: 0,
			created_at: expect.stringMatching(/Z$/),
		});
	});

	it('has the defaults that the interface gives', async () => {
		const batch = await show((await create()).id);
		expect(batch).toMatchObject({
			window_start_time: '00:00',
			window_end_time: '23:59',
			window_days: [0, 1, 2, 3, 4, 5, 6],
			reserved_concurrency: 5,
		});
	});

	it('uses the agent of the caller id number unless one is given', async () => {
		const { numbers } = await sandbox.control('GET', '/numbers');
		const assigned = numbers.find((number) => number.phone_number === SERVICE)?.agent_id;
		expect(assigned).toBeTruthy();
		expect((await show((await create()).id)).agent_id).toBe(assigned);
		const other = numbers.find(({ agent_id: agent }) => agent !== null && agent !== assigned)?.agent_id;
		expect((await show((await create({ agent_id: other })).id)).agent_id).toBe(other);
	});

	it.each([
		['a caller id of another account', { caller_id: '+14155550177' }],
		['an inactive caller id', { caller_id: '+12125550142' }],
		['a caller id without voice', { caller_id: '+14155550101' }],
		['an empty list of recipients', { recipients: [] }],
		['no time when it is not to be sent now', { send_now: false }],
		['a time that is none', { send_now: false, scheduled_at: 'tomorrow' }],
		['a time beyond the calendar', { send_now: false, scheduled_at: '+275760-09-13T00:00:00Z' }],
		['a window that begins at 24:00', { window_start_time: '24:00' }],
		['an eighth weekday', { window_days: [7] }],
		['no weekday', { window_days: [] }],
		['a negative reserve', { reserved_concurrency: -1 }],
		['an unknown agent', { agent_id: 'nobody' }],
	])('refuses %s', async (_what, changes) => {
		const answer = await call(request(changes));
		expect(answer.status).toBe('agent_id' in changes ? 404 : 400);
		expect(answer.body).toEqual({ error: expect.any(String) });
		const { total } = await sandbox.control('GET', '/batches');
		expect(total).toBe(0);
	});
});

describe('3 batch campaign status', () => {
	it('is scheduled until its time otherwise, and then running', async () => {
		const now = Date.parse((await sandbox.control('GET', '/clock')).now);
		const batch = await create({ send_now: false, scheduled_at: new Date(now + 3_600_000).toISOString() });
		expect(batch).toMatchObject({ status: 'scheduled', send_now: false });
		await advance(3500);
		expect(await show(batch.id)).toMatchObject({ status: 'scheduled', started_at: null });
		await advance(110);
		const running = await show(batch.id);
		expect(running).toMatchObject({ status: 'running', started_at: new Date(now + 3_600_000).toISOString() });
		expect(statuses(running)).toEqual(['calling', 'calling']);
	});

	it('a time that has passed starts it at once', async () => {
		const batch = await create({ send_now: false, scheduled_at: '2020-01-01T00:00:00Z' });
		expect(batch.status).toBe('running');
	});

	it('completes when all recipients were called; counts rise; a failed call counts as failed', async () => {
		const numbers = ['+14155550111', '+14155550198', '+14155550199'];
		const batch = await create({ recipients: numbers.map((number) => ({ phone_number: number })) });
		expect(statuses(await show(batch.id))).toEqual(['calling', 'calling', 'calling']);
		await advance(21);
		expect(await show(batch.id)).toMatchObject({ status: 'running', completed_count: 0, failed_count: 2 });
		await advance(40);
		const done = await show(batch.id);
		expect(done).toMatchObject({ status: 'completed', completed_count: 1, failed_count: 2 });
		expect(done.recipients.map(({ failure_reason: reason }) => reason)).toEqual([null, 'no_answer', 'busy']);
		const { calls } = await sandbox.control('GET', '/calls?limit=1');
		expect(done.recipients.map(({ call_summary: summary }) => summary)).toEqual([
			calls[0]?.summary,
			null,
			null,
		]);
	});

	it('calls only within its window', async () => {
		await setClock('2020-05-04T08:00:00Z'); // a Monday
		const batch = await create({ window_start_time: '09:00', window_end_time: '09:00' });
		expect(batch.status).toBe('running');
		expect(statuses(await show(batch.id))).toEqual(['pending', 'pending']);
		await setClock('2020-05-04T09:00:01Z');
		const calling = await show(batch.id);
		expect(statuses(calling)).toEqual(['calling', 'calling']);
		expect(calling.recipients[0]?.call_started_at).toBe('2020-05-04T09:00:00.000Z');
	});

	it.each([
		['before it', '09:00', '17:00', [1], 'T08:59:59.999Z', '2030-05-06T09:00:00.000Z'],
		['in its last minute', '09:00', '09:00', [1], 'T09:00:59.999Z', '2030-05-06T09:00:59.999Z'],
		['after it', '09:00', '09:00', [1, 2], 'T09:01:00.000Z', '2030-05-07T09:00:00.000Z'],
		['on another day', '00:00', '23:59', [0, 3], 'T12:00:00.000Z', '2030-05-08T00:00:00.000Z'],
		['a week before', '09:00', '09:00', [1], 'T09:01:00.000Z', '2030-05-13T09:00:00.000Z'],
		[
			'after midnight, of the day it began',
			'22:00',
			'05:59',
			[0],
			'T05:59:59.999Z',
			'2030-05-06T05:59:59.999Z',
		],
		['after midnight, of the next day', '22:00', '05:59', [1], 'T01:00:00.000Z', '2030-05-06T22:00:00.000Z'],
	])('its window lets it call, %s', (_when, start, end, days, time, opening) => {
		const window = { window_start_time: start, window_end_time: end, window_days: days };
		// A Monday.
		const from = Date.parse(`2030-05-06${time}`);
		expect(nextOpening(window as Parameters<typeof nextOpening>[0], from)).toBe(Date.parse(opening));
	});

	it('waits while no slot is free, and goes on when there are more', async () => {
		// Begins later, so that the slots can be taken away before the first call.
		const later = new Date(Date.now() + 60_000).toISOString();
		const batch = await create({ reserved_concurrency: 19, send_now: false, scheduled_at: later });
		await sandbox.control('PATCH', '/calling', { concurrent_calls: 19 });
		await advance(3600);
		expect(await show(batch.id)).toMatchObject({ status: 'running', completed_count: 0 });
		await sandbox.control('PATCH', '/calling', { concurrent_calls: 21 });
		await advance(121);
		expect(await show(batch.id)).toMatchObject({ status: 'completed', completed_count: 2 });
	});

	it('is refused if no slot would be left, and if the number has no agent', async () => {
		const reserve = await call(request({ reserved_concurrency: 20 }));
		expect([reserve.status, reserve.body]).toEqual([
			409,
			{ error: 'reserved_concurrency leaves no slot for calls: the account can have 20 at once' },
		]);
		const { numbers } = await sandbox.control('GET', '/numbers');
		const unassigned = numbers.find(
			({ agent_id: agent, capabilities }) => agent === null && capabilities.voice,
		);
		const withoutAgent = await call(request({ caller_id: unassigned?.phone_number }));
		expect([withoutAgent.status, withoutAgent.body]).toEqual([
			409,
			{ error: 'caller_id has no agent; give it one, or send agent_id' },
		]);
	});

	it('keeps the reserved concurrency free, over all campaigns together', async () => {
		await sandbox.control('PATCH', '/calling', { concurrent_calls: 8 });
		const first = await create({ recipients: numbered(6), reserved_concurrency: 5 });
		expect(statuses(await show(first.id)).filter((status) => status === 'calling')).toHaveLength(3);
		const second = await create({ recipients: numbered(6), reserved_concurrency: 4 });
		expect(statuses(await show(second.id)).filter((status) => status === 'calling')).toHaveLength(1);
		await advance(60 * 5);
		expect(await show(first.id)).toMatchObject({ status: 'completed', completed_count: 6 });
		expect(await show(second.id)).toMatchObject({ status: 'completed', completed_count: 6 });
	});

	it('a clock that jumps leads to the same calls at the same times', async () => {
		await sandbox.control('PATCH', '/calling', { concurrent_calls: 6 });
		const batch = await create({ recipients: numbered(20) });
		await advance(3 * 3600);
		const done = await show(batch.id);
		expect(done).toMatchObject({ status: 'completed', completed_count: 20 });
		const begun = done.recipients.map(({ call_started_at: time }) => Date.parse(time ?? ''));
		const [first = 0] = begun;
		expect(begun.map((time) => time - first)).toEqual(begun.map((_, index) => index * 60_000));
	});

	it('a draft is saved by the control API and stays one', async () => {
		const { action: _action, ...draft } = request();
		const saved = await sandbox.control('POST', '/batches', draft);
		expect(saved).toMatchObject({ status: 'draft', send_now: false, total_recipients: 2 });
		await advance(86_400);
		expect((await show(saved.id)).status).toBe('draft');
	});
});

describe('3 cancel', () => {
	it('takes effect unless the campaign is over; the demo account has one in each state, and none dials', async () => {
		await sandbox.reset('demo');
		const { batches } = await sandbox.control('GET', '/batches');
		await advance(2 * 86_400);
		expect((await sandbox.control('GET', '/batches')).batches).toEqual(batches);
		expect(batches.map(({ status }) => status).sort()).toEqual([
			...['cancelled', 'completed', 'draft', 'failed', 'paused', 'running', 'scheduled'],
		]);
		for (const batch of batches) {
			const { status, body } = await cancel(batch.id);
			const after = await show(batch.id);
			if (['completed', 'cancelled', 'failed'].includes(batch.status)) {
				expect([status, body]).toEqual([409, { error: expect.stringContaining(batch.status) }]);
				expect(after).toMatchObject(batch);
			} else {
				expect([status, body]).toEqual([200, { success: true, message: expect.any(String) }]);
				expect(after.status).toBe('cancelled');
				expect(statuses(after)).not.toContain('pending');
				expect(statuses(after)).toContain('skipped');
			}
		}
	});

	it('pending recipients are skipped, active calls are not interrupted', async () => {
		await sandbox.control('PATCH', '/calling', { concurrent_calls: 6 });
		const batch = await create({ recipients: numbered(3) });
		await cancel(batch.id);
		expect(statuses(await show(batch.id))).toEqual(['calling', 'skipped', 'skipped']);
		await advance(61);
		const after = await show(batch.id);
		expect(statuses(after)).toEqual(['completed', 'skipped', 'skipped']);
		expect(after).toMatchObject({ status: 'cancelled', completed_count: 1, failed_count: 0 });
	});

	it('does the work that is due first: a batch that is over by now is not canceled', async () => {
		const batch = await create();
		await advance(120);
		expect((await cancel(batch.id)).status).toBe(409);
	});
});

describe('8 what calls cost', () => {
	const credits = () => sandbox.control('GET', '/credits?limit=10');

	it('each dial costs 0.005 USD, and each started minute of an answered call is charged', async () => {
		await sandbox.control('PATCH', '/calling', { call_seconds: 61, price_per_minute: 0.1 });
		const { balance } = await credits();
		await create({ recipients: [{ phone_number: '+14155550111' }, { phone_number: '+14155550199' }] });
		expect((await credits()).balance).toBeCloseTo(balance - 0.01, 6);
		await advance(62);
		const after = await credits();
		expect(after.balance).toBeCloseTo(balance - 0.01 - 0.2, 6);
		expect(after.entries.slice(0, 3).map(({ kind, amount }) => [kind, amount])).toEqual([
			['minutes', -0.2],
			['dial', -0.005],
			['dial', -0.005],
		]);
	});

	it('without credits for a dial the batch fails and no other recipient is called', async () => {
		const { balance } = await credits();
		await sandbox.control('POST', '/credits', { amount: -(balance - 0.01) });
		const batch = await create({ recipients: numbered(4) });
		expect(batch.status).toBe('failed');
		expect(statuses(await show(batch.id))).toEqual(['calling', 'calling', 'skipped', 'skipped']);
		await advance(61);
		expect(await show(batch.id)).toMatchObject({ status: 'failed', completed_count: 2 });
	});
});
