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
	sandbox = await sandboxAsNew('empty');
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

	it('the demo account has numbers for voice, text or both, some of them with no agent', async () => {
		const { numbers } = await list();
		const kinds = new Set(numbers.map(({ capabilities: { voice, sms } }) => `${voice} ${sms}`));
		expect(kinds).toEqual(new Set(['true true', 'true false', 'false true']));
		expect(numbers.some((number) => number.agent_id === null && number.text_agent_id === null)).toBe(true);
	});

	it('lists the newest first', async () => {
		const times = (await list()).numbers.map((number) => number.created_at);
		expect(times).toEqual([...times].sort().reverse());
	});

	it('filters by is_active', async () => {
		const all = await list();
		for (const active of [true, false]) {
			const expected = all.numbers.filter((number) => number.is_active === active);
			expect(expected.length).toBeGreaterThan(0);
			expect((await list({ is_active: active })).numbers).toEqual(expected);
		}
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

	it('returns 50 by default and 100 at most', async () => {
		for (let line = 0; line < 100; line += 1) {
			await sandbox.control('POST', '/numbers', {
				phone_number: `+1907555${String(1000 + line)}`,
				is_active: line % 2 === 0,
			});
		}
		const { total, numbers } = await list({ limit: 100 });
		expect(total).toBeGreaterThan(100);
		expect(numbers).toHaveLength(100);
		expect((await list()).numbers).toEqual(numbers.slice(0, 50));
		expect((await list({ limit: 2, offset: 3 })).numbers).toEqual(numbers.slice(3, 5));
		expect((await list({ limit: 1_000_000, offset: 99 })).numbers).toHaveLength(total - 99);
		expect((await list({ offset: total })).numbers).toEqual([]);
	});
});
