import type { SandboxAccount } from '../src/index.ts';
import { startReceiver, status, type Receiver } from '../../test/support/webhook-receiver.ts';
import { JSON_TYPE } from '../../test/support/call-service.ts';
import { settled } from '../../test/support/eventually.ts';
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

/** A request with identifiers of another account, and how it is answered. */
interface Attempt {
	readonly body: object;
	/** The value that takes the place of `{id}`. */
	readonly id?: string;
	/** A part of the query. */
	readonly query?: string;
	readonly status: number;
	/** A part of the answer. */
	readonly answer?: object;
}

type Attempts = (theirs: Identifiers, own: Identifiers) => readonly Attempt[];

const CONTACT = '14155550123';
const CALLED = { phone_number: `+${CONTACT}` };
/** A refusal of section 7, in plain and in structured form. */
const notFound = (error: string) => ({ status: 404, answer: { error } });
const structured = (message: string) => ({ status: 404, answer: { error: { message } } });
const ALWAYS = { event_type: 'sms.received', start_time: '2020-01-01', end_time: '2099-01-01' };
const CHECKOUT = { amount: 'small', success_url: 'https://example.com', cancel_url: 'https://example.com' };
/** Of an endpoint that takes no identifier: nothing of the other account stands in the answer. */
const lookAround: Attempts = () => [{ body: {}, status: 200 }];

/** Every endpoint of the service. */
const ATTEMPTS: Readonly<Record<string, Attempts>> = {
	'post /auth/v1/token': ({ account, refreshToken }) => [
		{ query: 'grant_type=refresh_token', body: { refresh_token: refreshToken }, status: 400 },
		{
			query: 'grant_type=password',
			body: { email: account.email, password: account.password },
			status: 400,
		},
	],
	'post /functions/v1/list-agents': lookAround,
	'post /functions/v1/get-agent': ({ agent }) => [
		{ body: { agent_id: agent }, ...structured('Agent not found') },
	],
	'post /functions/v1/list-models': lookAround,
	'post /functions/v1/list-phone-numbers': ({ agent }) => [
		{ body: {}, status: 200 },
		{ body: { agent_id: agent }, status: 200, answer: { numbers: [] } },
		{ body: { text_agent_id: agent }, status: 200, answer: { numbers: [] } },
	],
	'post /functions/v1/search-phone-numbers': lookAround,
	'post /functions/v1/list-messages': ({ business, number }) => [
		{ body: { limit: 100 }, status: 200 },
		{ body: { phone_number: number }, status: 200, answer: { messages: [], total: 0 } },
		{ body: { phone_number: business }, status: 200, answer: { messages: [], total: 0 } },
	],
	'post /functions/v1/get-message': ({ message }) => [
		{ body: { message_id: message }, ...structured('Message not found') },
	],
	'post /functions/v1/send-chatapp-message': ({ business }) => [
		{
			body: { phone_number_id: business, recipient_wa_id: CONTACT, message: 'Hello' },
			...notFound('Chat-app account not found'),
		},
	],
	'post /functions/v1/manage-skills/{id}/execute': ({ skill }) => [
		{ id: skill, body: {}, ...structured('Skill not found') },
		{ id: skill, body: { dry_run: true }, ...structured('Skill not found') },
	],
	'patch /functions/v1/manage-skills/{id}': ({ skill }) => [
		{ id: skill, body: { is_enabled: false }, ...structured('Skill not found') },
	],
	'post /functions/v1/custom-functions': ({ agent }) => [
		{
			body: {
				agent_id: agent,
				name: 'look_around',
				description: 'Looks around',
				http_method: 'GET',
				endpoint_url: 'https://example.com',
			},
			...notFound('Agent not found'),
		},
	],
	'patch /functions/v1/custom-functions/{id}': ({ customFunction }) => [
		{ id: customFunction, body: { is_active: false }, ...notFound('Custom function not found') },
	],
	'post /functions/v1/delete-knowledge-source': ({ source }) => [
		{ body: { source_id: source }, ...structured('Knowledge source not found') },
	],
	// A form without an identifier.
	'post /functions/v1/clone-voice': () => [],
	'post /functions/v1/batch-calls': ({ agent, batch, number }, own) => [
		{ body: { action: 'create', name: 'Theirs', caller_id: number, recipients: [CALLED] }, status: 400 },
		{
			body: {
				action: 'create',
				name: 'Theirs',
				caller_id: own.number,
				agent_id: agent,
				recipients: [CALLED],
			},
			...notFound('Agent not found'),
		},
		{ body: { action: 'cancel', batch_id: batch }, ...notFound('Batch not found') },
	],
	'post /functions/v1/update-memory': ({ memory }) => [
		{ body: { memory_id: memory, summary: 'Changed' }, ...structured('Memory not found') },
	],
	'post /functions/v1/delete-memory': ({ memory }) => [
		{ body: { memory_id: memory }, ...structured('Memory not found') },
	],
	'post /functions/v1/billing-add-credits': () => [{ body: CHECKOUT, status: 200 }],
	'post /functions/v1/replay-webhook-delivery': ({ deadLetter, delivery }) => [
		{ body: { delivery_id: delivery }, ...notFound('Delivery not found') },
		{ body: { delivery_id: deadLetter }, ...notFound('Delivery not found') },
	],
};

/** The lists of an account in the control API. */
const LISTS = [
	'agents',
	'api-keys',
	'batches',
	'calls',
	'chat-sessions',
	'chatapp-accounts',
	'checkouts',
	'credits',
	'custom-functions',
	'dead-letters',
	'deliveries',
	'function-calls',
	'knowledge-sources',
	'memories',
	'messages?limit=1000',
	'numbers',
	'skill-executions',
	'skills',
	'voices',
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

/** Makes a request, at the one address of the service. */
async function request(account: SandboxAccount, method: string, path: string, body: object) {
	const response = await fetch(`${sandbox.url}${path}`, {
		method: method.toUpperCase(),
		headers: {
			...JSON_TYPE,
			...(path.startsWith('/auth/')
				? { apikey: account.anonKey }
				: { authorization: `Bearer ${account.apiKey}` }),
		},
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
	const login = await request(account, 'post', '/auth/v1/token?grant_type=password', { email, password });
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

	it('every endpoint of the service is tried', async () => {
		const answer = await fetch(`${sandbox.url}/openapi.json`);
		const { paths } = (await answer.json()) as { paths: Record<string, object> };
		const endpoints = Object.entries(paths)
			.filter(([path]) => !path.startsWith('/sandbox/'))
			.flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));
		expect(Object.keys(ATTEMPTS).sort()).toEqual(endpoints.sort());
	});

	describe('with the key of the first, nothing of the second is found or changed', () => {
		const [caller, owner] = ['first', 'second'] as const;
		let before: string;
		let foreign: Set<string>;
		beforeAll(async () => {
			before = await readAll(identifiers[owner].account);
			foreign = identifiersIn(before);
		});

		it.each(Object.keys(ATTEMPTS))('by %s', async (endpoint) => {
			const own = identifiers[caller];
			const theirs = identifiers[owner];
			const [method = '', address = ''] = endpoint.split(' ');
			for (const { body, id = '', query, status: expected, answer = {} } of ATTEMPTS[endpoint]?.(
				theirs,
				own,
			) ?? []) {
				const path = address.replace('{id}', id) + (query === undefined ? '' : `?${query}`);
				const answered = await request(own.account, method, path, body);
				expect([body, answered.status]).toEqual([body, expected]);
				expect(JSON.parse(answered.text)).toMatchObject(answer);
				expect([...identifiersIn(answered.text)].filter((one) => foreign.has(one))).toEqual([]);
			}
		});

		it('a window of deliveries is replayed only to receivers of the same account', async () => {
			const own = identifiers[caller];
			const { text } = await request(own.account, 'post', '/functions/v1/replay-webhook-delivery', ALWAYS);
			const { deliveries } = JSON.parse(text) as { deliveries: string[] };
			expect(deliveries).toHaveLength(1);
			await settled(own.account, deliveries[0] ?? '');
		});

		it('nothing of it is another than before', async () => {
			expect(await readAll(identifiers[owner].account)).toBe(before);
		});
	});
});
