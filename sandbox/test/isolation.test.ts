import type { SandboxAccount } from '../src/index.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually, settled } from '../../test/support/eventually.ts';
import { readOperations } from '../../test/support/openapi-operations.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import { readEndpointName } from '../src/service/http/urls.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

/** An identifier of each kind that an endpoint takes, of one account. */
interface Identifiers {
	readonly account: SandboxAccount;
	readonly agent: string;
	readonly number: string;
	readonly business: string;
	readonly memory: string;
	readonly skill: string;
	readonly source: string;
	readonly customFunction: string;
	readonly message: string;
	readonly batch: string;
	readonly delivery: string;
	readonly deadLetter: string;
	readonly refreshToken: string;
}

const CONTACT = '14155550123';
const URLS = { success_url: 'https://example.com', cancel_url: 'https://example.com' };
const FUNCTION = {
	name: 'look_around',
	description: 'Looks around',
	http_method: 'GET',
	endpoint_url: 'https://example.com',
};

/** A request to each endpoint of the service, with identifiers of another account, and its status. */
const attempts = (own: Identifiers, theirs: Identifiers): Array<[string, object, number]> => {
	const { account, agent, number, business, batch } = theirs;
	const campaign = { action: 'create', name: 'Theirs', recipients: [{ phone_number: `+${CONTACT}` }] };
	const message = { recipient_wa_id: CONTACT, message: 'Hello' };
	return [
		['token?grant_type=refresh_token', { refresh_token: theirs.refreshToken }, 400],
		['token?grant_type=password', { email: account.email, password: account.password }, 400],
		['list-agents', {}, 200],
		['get-agent', { agent_id: agent }, 404],
		['list-models', {}, 200],
		['list-phone-numbers', {}, 200],
		['search-phone-numbers', {}, 200],
		['list-messages', { limit: 100 }, 200],
		['get-message', { message_id: theirs.message }, 404],
		['send-chatapp-message', { ...message, phone_number_id: business }, 404],
		[`manage-skills/${theirs.skill}/execute`, {}, 404],
		[`manage-skills/${theirs.skill}/execute`, { dry_run: true }, 404],
		[`PATCH manage-skills/${theirs.skill}`, { is_enabled: false }, 404],
		['custom-functions', { ...FUNCTION, agent_id: agent }, 404],
		[`PATCH custom-functions/${theirs.customFunction}`, { is_active: false }, 404],
		['delete-knowledge-source', { source_id: theirs.source }, 404],
		['batch-calls', { ...campaign, caller_id: number }, 400],
		['batch-calls', { ...campaign, caller_id: own.number, agent_id: agent }, 404],
		['batch-calls', { action: 'cancel', batch_id: batch }, 404],
		['update-memory', { memory_id: theirs.memory, summary: 'Changed' }, 404],
		['delete-memory', { memory_id: theirs.memory }, 404],
		['billing-add-credits', { ...URLS, amount: 'small' }, 200],
		['replay-webhook-delivery', { delivery_id: theirs.delivery }, 404],
		['replay-webhook-delivery', { delivery_id: theirs.deadLetter }, 404],
	];
};

/** The lists of an account in the control API. */
const LISTS = [
	...['agents', 'api-keys', 'batches', 'calls', 'chat-sessions', 'chatapp-accounts', 'checkouts', 'credits'],
	...['custom-functions', 'dead-letters', 'deliveries', 'function-calls', 'knowledge-sources', 'memories'],
	...['messages?limit=1000', 'numbers', 'skill-executions', 'skills', 'voices'],
];
const IDENTIFIER = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:evt|del|dl|cs)_[0-9a-f]+/g;

/** All that an account has, as JSON; links are signed afresh whenever they are shown. */
async function readAll(account: SandboxAccount): Promise<string> {
	const lists = await Promise.all(LISTS.map((list) => untypedControl(account, 'GET', `/${list}`)));
	return JSON.stringify(lists).replace(/"url":"[^"]*"/g, '');
}
const identifiersIn = (text: string) => new Set<string>(text.match(IDENTIFIER));

let sandbox: Sandbox;
let receiver: Receiver;
let other: SandboxAccount;
let identifiers: Readonly<Record<'first' | 'second', Identifiers>>;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([startSandbox({ accounts: 2 }), startReceiver()]);
	[other] = sandbox.accounts as [SandboxAccount];
	identifiers = { first: await collect(sandbox), second: await collect(other) };
});
afterAll(() => Promise.all([sandbox?.stop(), receiver?.close()]));

/** Calls a function, at the one address of the service, with a token of an account. */
const call = <Body>(account: SandboxAccount, name: string, body: object = {}, token = account.apiKey) =>
	callFunction<Body>(sandbox, name, body, { ...JSON_TYPE, authorization: `Bearer ${token}` });

/** Makes a request, at the one address of the service, to an endpoint such as `PATCH custom-functions/x`. */
async function request(account: SandboxAccount, endpoint: string, body: object) {
	const [name = '', method = 'POST'] = endpoint.split(' ').reverse();
	const isToken = name.startsWith('token');
	const response = await fetch(`${sandbox.url}/${isToken ? 'auth' : 'functions'}/v1/${name}`, {
		method,
		headers: isToken
			? { ...JSON_TYPE, apikey: account.anonKey }
			: { ...JSON_TYPE, authorization: `Bearer ${account.apiKey}` },
		body: JSON.stringify(body),
	});
	return { status: response.status, text: await response.text() };
}

async function collect(account: SandboxAccount): Promise<Identifiers> {
	/** The field of the first record of a list that has these values. */
	const find = async (name: string, field: string, found: Record<string, unknown> = {}) => {
		const answer = await untypedControl<Record<string, Array<Record<string, unknown>>>>(
			account,
			'GET',
			`/${name}`,
		);
		const record = answer[name.replaceAll('-', '_')]?.find((one) =>
			Object.entries(found).every(([key, value]) => one[key] === value),
		);
		if (record === undefined) throw new Error(`The account has none of the ${name}.`);
		return String(record[field]);
	};
	await account.control('PATCH', `/api-keys/${account.apiKeyId}`, { webhook_url: receiver.url });
	const deliver = async (code: number) => {
		receiver.answer = status(code);
		const { message, deliveries } = await account.control('POST', '/events/sms.received');
		const [{ id } = { id: '' }] = deliveries;
		await settled(account, id);
		return { message: message.id, delivery: id };
	};
	await deliver(400);
	const { email, password } = account;
	const login = await request(account, 'token?grant_type=password', { email, password });
	return {
		account,
		agent: await find('agents', 'id', { name: 'Front desk' }),
		number: await find('numbers', 'phone_number', { friendly_name: 'Main line' }),
		business: await find('chatapp-accounts', 'phone_number_id', { connected: true }),
		memory: await find('memories', 'id'),
		skill: await find('skills', 'id', { is_enabled: true }),
		source: await find('knowledge-sources', 'id'),
		customFunction: await find('custom-functions', 'id', { is_active: true }),
		batch: await find('batches', 'id', { status: 'draft' }),
		...(await deliver(200)),
		deadLetter: await find('dead-letters', 'id'),
		refreshToken: (JSON.parse(login.text) as { refresh_token: string }).refresh_token,
	};
}

describe('two accounts of one service', () => {
	it('have no identifier and no number in common', async () => {
		const [own, theirs] = (await Promise.all([sandbox, other].map(readAll))).map(identifiersIn);
		expect(own?.size).toBeGreaterThan(100);
		expect([...(own ?? [])].filter((id) => theirs?.has(id))).toEqual([]);
		const numbers = async (account: SandboxAccount) => {
			const { numbers: provisioned } = await account.control('GET', '/numbers');
			return provisioned.map(({ phone_number: number }) => number);
		};
		const [first, second] = await Promise.all([sandbox, other].map(numbers));
		expect(second).toHaveLength(first?.length ?? 0);
		expect(first?.filter((number) => second?.includes(number))).toEqual([]);
	});

	it('the first has the identifiers and numbers that documents and examples name', () => {
		expect(identifiers.first).toMatchObject({
			agent: '866e7185-8186-53e7-a43f-cc9ed0f4ec35',
			number: '+14155550100',
			business: '106540352242922',
		});
	});

	it('nothing of the second is found or changed with the key of the first, by any endpoint', async () => {
		const { first: own, second: theirs } = identifiers;
		const before = await readAll(theirs.account);
		const foreign = identifiersIn(before);
		const all = attempts(own, theirs);
		for (const [endpoint, body, expected] of all) {
			const { status: code, text } = await request(own.account, endpoint, body);
			expect([endpoint, body, code]).toEqual([endpoint, body, expected]);
			expect([endpoint, [...identifiersIn(text)].filter((one) => foreign.has(one))]).toEqual([endpoint, []]);
		}
		expect(await readAll(theirs.account)).toBe(before);

		const operations = await readOperations(sandbox.url);
		const served = operations.filter(({ path }) => !path.startsWith('/sandbox/'));
		const names = served.map(({ path }) => readEndpointName(path));
		const tried = all.map(([endpoint]) => endpoint.replace(/^PATCH |[/?].*$/g, ''));
		// A form without an identifier.
		expect(new Set([...tried, 'clone-voice'])).toEqual(new Set(names));
	});

	it('a window of deliveries is replayed only to receivers of the same account', async () => {
		const { account } = identifiers.first;
		const always = { event_type: 'sms.received', start_time: '2020-01-01', end_time: '2099-01-01' };
		const { text } = await request(account, 'replay-webhook-delivery', always);
		const { deliveries } = JSON.parse(text) as { deliveries: string[] };
		expect(deliveries).toHaveLength(1);
		await settled(account, deliveries[0] ?? '');
	});

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
		await other.receiveSms({ body: 'by session' });
		const { email, password } = other;
		const session = await request(other, 'token?grant_type=password', { email, password });
		const { access_token: token } = JSON.parse(session.text) as { access_token: string };
		// Without a token the call below would be made with the account's API key.
		expect(token).toEqual(expect.any(String));
		const { messages } = (await call<MessagePage>(other, 'list-messages', {}, token)).body;
		expect(messages[0]?.body).toBe('by session');
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
