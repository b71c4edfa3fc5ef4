import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface PhoneNumber {
	phone_number: string;
	agent_id: string | null;
	agent_name: string | null;
	text_agent_id: string | null;
	text_agent_name: string | null;
	capabilities: { voice: boolean; sms: boolean; mms: boolean };
	is_active: boolean;
	created_at: string;
}
interface Page {
	numbers: PhoneNumber[];
	total: number;
}

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const list = async (body: object = {}) =>
	(await callFunction<Page>(sandbox, 'list-phone-numbers', body)).body;

describe('sections 2, 4 and 8, list-phone-numbers', () => {
	it('answers every field of a number, and nothing more', async () => {
		const { numbers } = await list();
		for (const number of numbers) {
			const nameOf = (id: string | null) => (id === null ? null : expect.any(String));
			expect(number).toEqual({
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				phone_number: expect.stringMatching(/^\+\d{11}$/),
				friendly_name: expect.any(String),
				agent_id: number.agent_id,
				agent_name: nameOf(number.agent_id),
				text_agent_id: number.text_agent_id,
				text_agent_name: nameOf(number.text_agent_id),
				capabilities: { voice: expect.any(Boolean), sms: expect.any(Boolean), mms: expect.any(Boolean) },
				is_active: expect.any(Boolean),
				created_at: expect.stringMatching(/Z$/),
			});
		}
	});

	it('names the agents as get-agent does', async () => {
		const [main] = (await list()).numbers;
		const agent = await callFunction<{ name: string }>(sandbox, 'get-agent', { agent_id: main?.agent_id });
		expect(main?.agent_name).toBe(agent.body.name);
	});

	it('the demo account has at least 8: for voice, text or both, some inactive or with no agent', async () => {
		const { numbers, total } = await list();
		expect(total).toBeGreaterThanOrEqual(8);
		expect(numbers).toHaveLength(total);
		const kinds = new Set(numbers.map(({ capabilities: { voice, sms } }) => `${voice} ${sms}`));
		expect(kinds).toEqual(new Set(['true true', 'true false', 'false true']));
		expect(numbers.some((number) => number.agent_id === null && number.text_agent_id === null)).toBe(true);
		expect(numbers.some((number) => number.agent_id !== null && number.text_agent_id !== null)).toBe(true);
	});

	it('lists the newest first', async () => {
		const times = (await list()).numbers.map((number) => number.created_at);
		expect(times).toEqual([...times].sort().reverse());
	});

	it.each([
		['is_active', true, (number: PhoneNumber) => number.is_active],
		['is_active', false, (number: PhoneNumber) => !number.is_active],
	] as const)('filters by %s %s', async (field, value, fits) => {
		const all = await list();
		const page = await list({ [field]: value });
		expect(page.numbers).toEqual(all.numbers.filter(fits));
		expect(page.numbers.length).toBeGreaterThan(0);
		expect(page.numbers.length).toBeLessThan(all.numbers.length);
	});

	it('filters by the agent for calls and by the agent for texts', async () => {
		const all = await list();
		const [main] = all.numbers;
		const { agent_id: agent, text_agent_id: textAgent } = main ?? {};
		expect((await list({ agent_id: agent })).numbers).toEqual(
			all.numbers.filter((number) => number.agent_id === agent),
		);
		expect((await list({ text_agent_id: textAgent })).numbers).toEqual(
			all.numbers.filter((number) => number.text_agent_id === textAgent),
		);
		expect((await list({ agent_id: textAgent })).numbers).toEqual([]);
		expect((await list({ agent_id: agent, text_agent_id: textAgent })).numbers).toEqual([main]);
	});

	it('returns the total of the account, whatever the filters, limit and offset', async () => {
		const { total } = await list();
		for (const body of [{ is_active: false }, { agent_id: 'nobody' }, { limit: 1 }, { offset: 1000 }]) {
			expect((await list(body)).total).toBe(total);
		}
	});

	it('returns every number once by limit and offset', async () => {
		const all = await list();
		const seen: PhoneNumber[] = [];
		for (let offset = 0; offset < all.total; offset += 2) {
			seen.push(...(await list({ limit: 2, offset })).numbers);
		}
		expect(seen).toEqual(all.numbers);
		expect((await list({ offset: all.total })).numbers).toEqual([]);
	});

	it('returns 50 by default and 100 at most', async () => {
		for (let line = 0; line < 100; line += 1) {
			await sandbox.control('POST', '/numbers', {
				phone_number: `+1907555${String(1000 + line)}`,
				is_active: line % 2 === 0,
			});
		}
		const { total } = await list();
		expect(total).toBeGreaterThan(100);
		for (const [body, count] of [
			[{}, 50],
			[{ limit: 1 }, 1],
			[{ limit: 100 }, 100],
			[{ limit: 101 }, 100],
			[{ limit: 1_000_000 }, 100],
			[{ limit: 100, offset: 100 }, total - 100],
		] as const) {
			expect((await list(body)).numbers).toHaveLength(count);
		}
		expect((await list({ limit: 1 })).numbers[0]?.phone_number).toBe('+19075551099');
		await sandbox.control('POST', '/reset');
	});

	it.each([
		[{ limit: 0 }, 'limit'],
		[{ limit: '10' }, 'limit'],
		[{ limit: 2.5 }, 'limit'],
		[{ offset: -1 }, 'offset'],
		[{ agent_id: 7 }, 'agent_id'],
		[{ text_agent_id: null }, 'text_agent_id'],
		[{ is_active: 'true' }, 'is_active'],
		[[], 'The body'],
	])('refuses %j with 400 in plain form, naming the field', async (body, text) => {
		const answer = await callFunction(sandbox, 'list-phone-numbers', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringContaining(text) });
	});
});
