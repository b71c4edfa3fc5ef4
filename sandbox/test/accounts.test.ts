import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import type { SandboxAccount } from '../src/index.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

let sandbox: Sandbox;
let other: SandboxAccount;
beforeAll(async () => {
	sandbox = await startSandbox({ accounts: 2 });
	[other] = sandbox.accounts as [SandboxAccount];
});
afterAll(() => sandbox?.stop());

/** Calls the service, at the one address of all, with a token of an account; see also `isolation.test.ts`. */
const call = <Body>(account: SandboxAccount, name: string, body: object = {}, token = account.apiKey) =>
	callFunction<Body>(sandbox, name, body, { ...JSON_TYPE, authorization: `Bearer ${token}` });
const arrive = (account: SandboxAccount, body: string) =>
	account.control('POST', '/events/sms.received', { body });

describe('two accounts of one service', () => {
	it('list and revoke only keys of their own', async () => {
		const key = await other.control('POST', '/api-keys', { name: 'Of the second' });
		const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
		expect(keys.map(({ id }) => id)).not.toContain(key.id);
		await expect(sandbox.control('DELETE', `/api-keys/${key.id}`)).rejects.toThrow('404');
		expect((await call(other, 'list-models', {}, key.key)).status).toBe(200);
		await other.control('DELETE', `/api-keys/${key.id}`);
		expect((await call(other, 'list-models', {}, key.key)).status).toBe(401);
	});

	it('each session token authenticates its own account', async () => {
		await arrive(other, 'by session');
		const log = async (account: SandboxAccount, anonKey = account.anonKey) => {
			const { email, password } = account;
			const response = await fetch(`${sandbox.url}/auth/v1/token?grant_type=password`, {
				method: 'POST',
				headers: { ...JSON_TYPE, apikey: anonKey },
				body: JSON.stringify({ email, password }),
			});
			return { status: response.status, ...((await response.json()) as { access_token: string }) };
		};
		const { status, access_token: token } = await log(other);
		// Without a token the call below would be made with the account's API key.
		expect([status, typeof token]).toEqual([200, 'string']);
		const { messages } = (await call<MessagePage>(other, 'list-messages', {}, token)).body;
		expect(messages[0]?.body).toBe('by session');
		expect((await log(sandbox)).status).toBe(200);
		// The log-in of one with the anon key of the other.
		expect((await log(other, sandbox.anonKey)).status).toBe(400);
	});

	it('each lists only its own requests', async () => {
		await call(other, 'list-models');
		const callers = async (account: SandboxAccount) =>
			(await account.control('GET', '/requests')).requests.map(({ principal }) => principal);
		expect(await callers(other)).toContain(other.apiKeyId);
		expect(await callers(sandbox)).not.toContain(other.apiKeyId);
	});

	it('have no number in common: one of another account is refused and not offered', async () => {
		const { numbers } = (
			await call<{ numbers: Array<{ phone_number: string }> }>(other, 'search-phone-numbers', {
				country_code: 'US',
			})
		).body;
		const number = numbers[0]?.phone_number ?? '';
		await sandbox.control('POST', '/numbers', { phone_number: number });
		await expect(other.control('POST', '/numbers', { phone_number: number })).rejects.toThrow(
			`409: {"error":"${number} is a number of another account"}`,
		);
		await expect(sandbox.control('POST', '/numbers', { phone_number: number })).rejects.toThrow(
			`409: {"error":"${number} is a number of this account already"}`,
		);
		const later = await call<typeof numbers>(other, 'search-phone-numbers', { country_code: 'US' });
		expect(JSON.stringify(later.body)).not.toContain(number);
		const [, second] = numbers;
		await other.control('POST', '/numbers', { phone_number: second?.phone_number ?? '' });
		await expect(
			sandbox.control('POST', '/numbers', { phone_number: second?.phone_number ?? '' }),
		).rejects.toThrow('is a number of another account');
	});

	it('a scenario plays in both, and nothing else is to come in either', async () => {
		const { chatapp_accounts: numbers } = await other.control('GET', '/chatapp-accounts');
		const play = async (...expected: object[]) => {
			const steps = [
				{
					note: 'Somebody writes',
					account: 2,
					call: 'POST /events/chatapp.received',
					body: { from_number: '14155550123' },
				},
				...expected,
				{ note: 'Nothing else', expect: { nothing_else: true }, within: '1s' },
			];
			const scenario = { title: 'Two', story: 'x', expected: 'x', steps };
			const { id } = await untypedControl<{ id: string }>(sandbox, 'POST', '/scenario-runs', scenario);
			await eventually(
				async () => (await sandbox.control('GET', `/scenario-runs/${id}`)).steps[0]?.status === 'done',
			);
			const sent = await call(other, 'send-chatapp-message', {
				phone_number_id: numbers.find(({ connected }) => connected)?.phone_number_id,
				...{ recipient_wa_id: '14155550123', message: 'Hello' },
			});
			expect(sent.status).toBe(200);
			const run = await sandbox.control('GET', `/scenario-runs/${id}?finished=true`);
			return run.steps.map(({ status }) => status);
		};
		const greeted = { note: 'A greeting', expect: { message: { text: 'Hello' } } };
		expect(await play({ ...greeted, account: 2, within: '1m' })).toEqual(['done', 'done', 'done']);
		expect(await play({ ...greeted, within: '1s' })).toEqual(['done', 'failed', 'failed']);
		await expect(play({ ...greeted, account: 3 })).rejects.toThrow('There is no account 3');
	});

	it('have no business number of the chat app in common', async () => {
		const connect = (account: SandboxAccount) =>
			account.control('POST', '/chatapp-accounts', {
				phone_number_id: '106540352242999',
				display_number: '+14155550199',
			});
		await connect(other);
		await expect(connect(other)).rejects.toThrow(
			'409: {"error":"106540352242999 is a business number of this account already"}',
		);
		await expect(connect(sandbox)).rejects.toThrow(
			'409: {"error":"106540352242999 is a business number of another account"}',
		);
	});

	it('a snapshot of one is not restored as the other', async () => {
		await other.saveSnapshot('second');
		const file = await other.exportSnapshot('second');
		await expect(sandbox.importSnapshot(file)).rejects.toThrow(
			'409: {"error":"This snapshot is of account 2. Import it there"}',
		);
		await other.importSnapshot(file);
	});
});
