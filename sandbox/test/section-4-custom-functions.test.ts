import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface CustomFunction {
	id: string;
	agent_id: string;
	user_id: string;
	name: string;
	description: string;
	timeout_ms: number;
	is_active: boolean;
	created_at: string;
	updated_at: string;
}
type Refusal = { error: unknown };

let sandbox: SandboxAccount;
let agentId: string;
let otherAgentId: string;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
	const { body } = await callFunction<{ agents: Array<{ id: string }> }>(sandbox, 'list-agents');
	[agentId = '', otherAgentId = ''] = body.agents.map(({ id }) => id);
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

const MINIMAL = {
	name: 'find_order',
	description: 'Finds an order by its number',
	http_method: 'GET',
	endpoint_url: 'https://shop.example.com/orders',
};
const FULL = {
	...MINIMAL,
	http_method: 'POST',
	headers: [{ name: 'X-Shop', value: 'lamps' }],
	body_schema: [{ name: 'order', type: 'number', description: 'Its number', required: true }],
	response_variables: [{ name: 'status', json_path: '$.order.status' }],
	timeout_ms: 300_000,
	max_retries: 5,
	is_active: false,
};

const CHANGED = {
	...FULL,
	name: 'renamed',
	endpoint_url: 'https://other.example.com',
	timeout_ms: 1,
	max_retries: 0,
};

const create = <Body = CustomFunction>(changes: object = {}) =>
	callFunction<Body>(sandbox, 'custom-functions', { agent_id: agentId, ...MINIMAL, ...changes });

const update = <Body = CustomFunction>(id: string, body: unknown) =>
	callFunction<Body>(sandbox, `custom-functions/${id}`, body, undefined, 'PATCH');

const functionsOf = async (id: string) => {
	const { body } = await callFunction<{ custom_functions: CustomFunction[] }>(sandbox, 'get-agent', {
		agent_id: id,
	});
	return body.custom_functions;
};

describe('4 creating a custom function', () => {
	it('answers 201 with the full record; absent fields have the defaults of section 2', async () => {
		const { status, body } = await create();
		expect(status).toBe(201);
		const time = expect.stringMatching(/^\d{4}-.*Z$/);
		const account = await sandbox.control('GET', '/account');
		expect(body).toEqual({
			id: expect.stringMatching(/^[0-9a-f-]{36}$/),
			agent_id: agentId,
			user_id: account.user_id,
			...MINIMAL,
			headers: [],
			query_params: [],
			body_schema: [],
			response_variables: [],
			timeout_ms: 120_000,
			max_retries: 2,
			is_active: true,
			created_at: time,
			updated_at: body.created_at,
		});
	});

	it('keeps every field that is given, and appears in the agent’s record and in the list, newest first', async () => {
		const { body: first } = await create(FULL);
		expect(first).toMatchObject(FULL);
		const { body: second } = await create({ name: 'second' });
		expect((await functionsOf(agentId)).slice(0, 2)).toEqual([second, first]);
		expect((await functionsOf(otherAgentId)).map(({ id }) => id)).not.toContain(first.id);
		const { custom_functions: listed } = await sandbox.control('GET', '/custom-functions');
		expect(listed.slice(0, 2)).toEqual([second, first]);
	});

	it.each(['a', 'find_order_2'])('takes the name "%s"', async (name) => {
		expect((await create({ name })).status).toBe(201);
	});

	it.each(['findOrder', 'find-order', '_find', '1st', 'é', 'a\n'])(
		'section 7: refuses the name "%s": it must be snake_case',
		async (name) => {
			const { status, body } = await create<Refusal>({ name });
			expect(status).toBe(400);
			expect(body).toEqual({ error: 'Function name must be snake_case' });
		},
	);

	it('7 refuses a name that the agent already uses with 409, an inactive function’s too', async () => {
		await create({ is_active: false });
		const { status, body } = await create<Refusal>();
		expect(status).toBe(409);
		expect(body).toEqual({ error: 'A function with this name already exists for this agent' });
		expect((await create({ agent_id: otherAgentId })).status).toBe(201);
	});

	it('lets only one of many of the same name be created at once', async () => {
		const answers = await Promise.all(Array.from({ length: 8 }, () => create<unknown>()));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
	});

	it.each([
		'https://shop.example.com:8443/a?b=c',
		'http://localhost:3000/x',
		'http://127.0.0.1/x',
		'http://[::1]:9/x',
	])('takes the address %s', async (url) => {
		expect((await create({ endpoint_url: url })).status).toBe(201);
	});
});

/** The fields that both creation and change refuse, and the error for each: one of each kind of rule. */
const REFUSED: Array<[object, string]> = [
	[{ http_method: 'HEAD' }, 'http_method must be one of GET, POST, PUT, PATCH, DELETE'],
	[{ endpoint_url: 'http://shop.example.com' }, 'endpoint_url must be an https URL'],
	[{ endpoint_url: 'shop' }, 'endpoint_url'],
	[{ endpoint_url: 'ftp://localhost/x' }, 'endpoint_url'],
	[{ endpoint_url: 'https://' }, 'endpoint_url'],
	[{ timeout_ms: 300_001 }, 'timeout_ms'],
	[{ timeout_ms: 0 }, 'timeout_ms'],
	[{ max_retries: 6 }, 'max_retries'],
	[{ description: ' ' }, 'description'],
	[{ headers: [{ name: 'X' }] }, 'headers.0.value is required'],
	[{ body_schema: [{ name: 'x', type: 'string', description: 'x' }] }, 'body_schema.0.required is required'],
	[{ response_variables: [{ name: 'x' }] }, 'response_variables.0.json_path is required'],
];

describe('sections 2 and 8, the fields of a custom function', () => {
	it.each(REFUSED)('refuse %j with 400 in plain form, naming the field', async (changes, text) => {
		const refusal = { status: 400, body: { error: expect.stringContaining(text) } };
		expect(await create<Refusal>(changes)).toMatchObject(refusal);
		expect(await update<Refusal>('x', changes)).toMatchObject(refusal);
	});

	it('ignores what the interface does not name', async () => {
		const { status, body } = await create({
			id: 'mine',
			user_id: 'me',
			query_params: ['x'],
			headers: [{ name: 'X', value: 'y', secret: true }],
		});
		expect(status).toBe(201);
		expect(body).toMatchObject({ query_params: [], headers: [{ name: 'X', value: 'y' }] });
		expect(JSON.stringify(body)).not.toMatch(/mine|"me"|secret/);
	});
});

describe('4 changing a custom function', () => {
	it('changes only the given fields, and the time of the change', async () => {
		const { body: made } = await create(FULL);
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		const { status, body } = await update(made.id, { description: 'Another', is_active: true });
		expect(status).toBe(200);
		expect(body).toEqual({
			...made,
			description: 'Another',
			is_active: true,
			updated_at: expect.any(String),
		});
		expect(Date.parse(body.updated_at) - Date.parse(made.updated_at)).toBeGreaterThanOrEqual(60_000);
		expect((await functionsOf(agentId))[0]).toEqual(body);
		expect((await update(made.id, CHANGED)).body).toMatchObject(CHANGED);
	});

	it('changes nothing when no field is given; the agent and the id stay', async () => {
		const { body: made } = await create(FULL);
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		for (const body of [{}, { agent_id: otherAgentId, id: 'x' }]) {
			expect((await update(made.id, body)).body).toEqual(made);
		}
	});

	it('7 refuses another function’s name with 409 and a bad one with 400; it may keep its own', async () => {
		const { body: made } = await create();
		await create({ name: 'taken' });
		const taken = await update<Refusal>(made.id, { name: 'taken' });
		expect(taken.status).toBe(409);
		expect(taken.body).toEqual({ error: 'A function with this name already exists for this agent' });
		const bad = await update<Refusal>(made.id, { name: 'Bad' });
		expect(bad.status).toBe(400);
		expect(bad.body).toEqual({ error: 'Function name must be snake_case' });
		expect((await update(made.id, { name: MINIMAL.name })).status).toBe(200);
	});
});
