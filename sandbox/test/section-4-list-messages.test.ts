import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { MessagePage } from '../../test/support/service-records.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const list = async (body: object = {}) =>
	(await callFunction<MessagePage>(sandbox, 'list-messages', body)).body;

describe('4, 8 list-messages', () => {
	it('returns the 50 newest messages by default', async () => {
		const page = await list();
		expect(page.messages).toHaveLength(50);
		expect(page.total).toBeGreaterThan(200);
		expect(page.has_more).toBe(true);
		const times = page.messages.map((message) => Date.parse(message.created_at));
		expect(times).toEqual([...times].sort((one, other) => other - one));
		expect(times[0]).toBeGreaterThan(times[49] ?? 0);
	});

	it.each([
		[1, 1],
		[100, 100],
		[101, 100],
	])('answers for limit %d at most %d', async (limit, count) => {
		expect((await list({ limit })).messages).toHaveLength(count);
	});

	it('returns every message once by offset', async () => {
		const seen = new Set<string>();
		let page: MessagePage;
		let offset = 0;
		do {
			page = await list({ limit: 100, offset });
			for (const { id } of page.messages) seen.add(id);
			offset += page.messages.length;
		} while (page.has_more);
		expect(seen.size).toBe(page.total);
		expect(offset).toBe(page.total);
		expect(await list({ offset })).toEqual({ messages: [], total: page.total, has_more: false });
	});

	it('filters by direction, and counts in total what matches', async () => {
		const all = await list();
		const [inbound, outbound] = [await list({ direction: 'inbound' }), await list({ direction: 'outbound' })];
		for (const [page, direction] of [[inbound, 'inbound'] as const, [outbound, 'outbound'] as const]) {
			expect(new Set(page.messages.map((message) => message.direction))).toEqual(new Set([direction]));
		}
		expect(inbound.total + outbound.total).toBe(all.total);
	});

	it('filters by a number, as sender or as recipient', async () => {
		const number = '+14155550199';
		await sandbox.control('POST', '/events/sms.received', { from_number: number, body: 'in' });
		await sandbox.control('POST', '/events/sms.sent', { to_number: number, body: 'out' });
		const page = await list({ phone_number: number });
		expect(page.messages.map(({ body }) => body)).toEqual(['out', 'in']);
		expect(page).toMatchObject({ total: 2, has_more: false });
		expect((await list({ phone_number: '+14155550999' })).total).toBe(0);
	});

	it('filters by date: from after_date on and before before_date', async () => {
		const [newest] = (await list({ limit: 1, offset: 20 })).messages;
		const date = newest?.created_at ?? '';
		const all = await list();
		const later = await list({ after_date: date, limit: 100 });
		const earlier = await list({ before_date: date, limit: 100 });
		expect(later.messages.at(-1)?.created_at).toBe(date);
		expect(earlier.messages.every((message) => message.created_at < date)).toBe(true);
		expect(later.total + earlier.total).toBe(all.total);
		expect((await list({ after_date: date, before_date: date })).total).toBe(0);
	});

	it('combines filters', async () => {
		const { message } = await sandbox.control('POST', '/events/sms.received', {
			from_number: '+14155550188',
		});
		const page = await list({
			direction: 'inbound',
			phone_number: '+14155550188',
			after_date: message.created_at,
		});
		expect(page.messages.map(({ id }) => id)).toEqual([message.id]);
		expect((await list({ direction: 'outbound', phone_number: '+14155550188' })).total).toBe(0);
	});
});
