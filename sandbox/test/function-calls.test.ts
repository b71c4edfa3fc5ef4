import { ask } from '../../test/support/sandbox-command.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { callFunction as askService } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { findMismatches } from '../src/service/function-calls/request.ts';
import { readResponseVariables } from '../src/service/function-calls/response-variables.ts';

/** A function as it is created; what is left out is as the interface presets it. */
interface Fresh {
	name?: string;
	http_method?: string;
	endpoint_url?: string;
	headers?: Array<{ name: string; value: string }>;
	body_schema?: Array<{ name: string; type: string; description: string; required: boolean }>;
	response_variables?: Array<{ name: string; json_path: string }>;
	timeout_ms?: number;
	max_retries?: number;
	is_active?: boolean;
}

let sandbox: SandboxAccount;
let receiver: Receiver;
let agentId: string;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await sandboxAsNew('empty', { deliveryTries: 3, deliveryBaseDelayMs: 10 });
	const { agents } = await sandbox.control('GET', '/agents');
	agentId = agents[0]?.id ?? '';
});
afterAll(() => receiver?.close());
beforeEach(async () => {
	receiver.answer = answerJson({ order: { state: 'on its way' } });
	receiver.received.length = 0;
	await sandbox.reset('empty');
});

const parameter = (name: string, type: string, required = true) => ({
	name,
	type,
	required,
	description: '',
});
const ORDER = [parameter('order_number', 'string')];
const STATE = [{ name: 'state', json_path: '$.order.state' }];

function answerJson(value: unknown): Receiver['answer'] {
	return (_request, response) =>
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Answers with these statuses one after the other, and with the last one from then on. */
function answerInTurn(...codes: number[]): Receiver['answer'] {
	let index = 0;
	return (request, response) => {
		const code = codes[Math.min(index, codes.length - 1)] ?? 200;
		index += 1;
		if (code === 200) answerJson({ order: { state: 'sent' } })(request, response);
		else status(code)(request, response);
	};
}

async function create(fresh: Fresh = {}): Promise<{ id: string; agent_id: string; name: string }> {
	const { status: code, body } = await askService<{ id: string; agent_id: string; name: string }>(
		sandbox,
		'custom-functions',
		{
			agent_id: agentId,
			name: 'find_order',
			description: 'Finds an order',
			http_method: 'POST',
			endpoint_url: `${receiver.url}/orders`,
			body_schema: ORDER,
			response_variables: STATE,
			...fresh,
		},
	);
	expect(code).toBe(201);
	return body;
}

const switchOff = ({ id }: { id: string }) =>
	askService(sandbox, `custom-functions/${id}`, { is_active: false }, undefined, 'PATCH');

const callOrder = (more: object = {}) =>
	sandbox.callFunction({
		agent: agentId,
		name: 'find_order',
		arguments: { order_number: 'A-17' },
		...more,
	});

describe('what an agent sends', () => {
	it.each(['POST', 'PUT', 'PATCH'])(
		'has the arguments at the top level of a JSON body for %s',
		async (method) => {
			await create({ http_method: method });
			expect(await callOrder()).toMatchObject({ status: 'succeeded', values: { state: 'on its way' } });
			const [request] = receiver.received;
			expect(request).toMatchObject({ method, path: '/orders', body: '{"order_number":"A-17"}' });
			expect(request?.headers).toMatchObject({ 'content-type': 'application/json' });
		},
	);

	it.each(['GET', 'DELETE'])(
		'has the arguments in the query for %s, beside what the URL has',
		async (method) => {
			await create({
				http_method: method,
				endpoint_url: `${receiver.url}/orders?shop=1`,
				body_schema: [parameter('text', 'string'), parameter('count', 'number'), parameter('list', 'array')],
			});
			const given = { text: 'a & b', count: 2, list: ['x'] };
			await callOrder({ arguments: given });
			const [request] = receiver.received;
			expect(request).toMatchObject({ method, body: '' });
			const { searchParams } = new URL(request?.path ?? '', receiver.url);
			const sent = { shop: '1', text: 'a & b', count: '2', list: '["x"]' };
			expect(Object.fromEntries(searchParams)).toEqual(sent);
			expect(request?.headers['content-type']).toBeUndefined();
		},
	);

	it('has its own content type and user agent only where the function sets none', async () => {
		const headers = [
			{ name: 'Content-Type', value: 'application/vnd.shop+json' },
			{ name: 'X-Twice', value: 'one' },
			{ name: 'X-Twice', value: 'two' },
		];
		await create({ headers });
		await callOrder();
		expect(receiver.received[0]?.headers).toMatchObject({
			'content-type': 'application/vnd.shop+json',
			'x-twice': 'one, two',
			'user-agent': 'voice-agent-sandbox',
		});
	});

	it('has the phone call beside wrapped arguments, whose ID the call keeps that ends later', async () => {
		await create();
		const call = { id: 'call-1', from_number: '+14155550177' };
		expect(await callOrder({ body_form: 'wrapped', call })).toMatchObject({ call_id: 'call-1' });
		expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
			arguments: { order_number: 'A-17' },
			call: {
				...{ id: 'call-1', direction: 'inbound', agent_id: agentId, started_at: expect.any(String) },
				...{ from_number: '+14155550177', to_number: '+14155550100' },
			},
		});
		expect(await sandbox.completeCall({ id: 'call-1' })).toMatchObject({ call: { id: 'call-1' } });
		await expect(sandbox.completeCall({ id: 'call-1' })).rejects.toThrow('This call has ended already');
	});

	it('is wrapped in `arguments` for one call, or for all until a reset', async () => {
		await create();
		const bodies = () => receiver.received.splice(0).map(({ body }) => JSON.parse(body) as unknown);
		expect(await callOrder({ body_form: 'wrapped' })).toMatchObject({ body_form: 'wrapped' });
		await callOrder();
		expect(bodies()).toEqual([{ arguments: { order_number: 'A-17' } }, { order_number: 'A-17' }]);

		await sandbox.control('PATCH', '/function-calling', { body_form: 'wrapped' });
		await callOrder();
		await callOrder({ body_form: 'flat' });
		expect(bodies()).toEqual([{ arguments: { order_number: 'A-17' } }, { order_number: 'A-17' }]);
		await sandbox.reset();
		expect(await sandbox.control('GET', '/function-calling')).toEqual({ body_form: 'flat' });
	});
});

describe('an agent is refused', () => {
	it('a call of an inactive function', async () => {
		await switchOff(await create());
		await expect(callOrder({ send_anyway: true })).rejects.toThrow(
			'409: {"error":"The function find_order is inactive, so no agent calls it. Publish or test the workflow that answers it, or switch it on"}',
		);
		expect(receiver.received).toEqual([]);
	});

	it.each([
		[{ agent: 'Nobody' }, /404: .*Agent not found\. There are: .*Front desk/],
		[{ name: 'nothing' }, /404: .*Custom function not found\. .+ has find_order/],
		[{ bodyform: 'flat' }, /400: .*bodyform is not known here/],
	])('a call of what it does not know: %j', async (more, words) => {
		await create();
		await expect(callOrder(more)).rejects.toThrow(words);
	});

	const SCHEMA = [
		parameter('text', 'string'),
		parameter('count', 'number', false),
		parameter('whole', 'integer', false),
		parameter('yes', 'Boolean', false),
		parameter('list', 'array', false),
		parameter('object', 'object', false),
		parameter('day', 'date', false),
	];
	it.each<[object, string[]]>([
		[{ text: null }, ['text is required']],
		[{ text: 17 }, ['text must be a text']],
		[{ text: 'x', count: '2' }, ['count must be a number']],
		[{ text: 'x', whole: 2.5 }, ['whole must be a whole number']],
		[{ text: 'x', list: {} }, ['list must be a list']],
		[{ text: 'x', object: [] }, ['object must be an object']],
		[{ text: 'x', other: 1 }, ['other is no parameter of the function']],
		[{ yes: 1 }, ['text is required', 'yes must be true or false']],
		// No argument of an unknown type, and no null for one that is missing.
		[{ text: 'x', count: null, day: ['2026'], yes: false, list: [], object: {} }, []],
	])('arguments that do not fit: %j', (given, misfits) => {
		expect(findMismatches(SCHEMA, given as Parameters<typeof findMismatches>[1])).toEqual(misfits);
	});

	it('a call with such arguments, unless it is told to make it', async () => {
		await create();
		await expect(callOrder({ arguments: {} })).rejects.toThrow(
			'400: {"error":"No agent would call it so: order_number is required. send_anyway calls it all the same"}',
		);
		expect(receiver.received).toEqual([]);
		expect(await callOrder({ arguments: {}, send_anyway: true })).toMatchObject({ status: 'succeeded' });
		expect(receiver.received[0]?.body).toBe('{}');
	});
});

describe('the attempts of a call', () => {
	it.each([
		[2, [204], 'succeeded', 1],
		[2, [500, 503, 200], 'succeeded', 3],
		[2, [500], 'failed', 3],
		[0, [500], 'failed', 1],
		[2, [400], 'failed', 1],
		[2, [429], 'failed', 1],
		[2, [502, 404], 'failed', 2],
	])('with %d retries that are answered %j have %s after %d', async (retries, codes, outcome, count) => {
		await create({ max_retries: retries });
		receiver.answer = answerInTurn(...codes);
		const call = await callOrder();
		expect([call.status, call.attempts.length, receiver.received.length]).toEqual([outcome, count, count]);
		expect(call.attempts.map(({ number }) => number)).toEqual([1, 2, 3].slice(0, count));
		expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set(['{"order_number":"A-17"}']));
		const error = `Answered ${codes.at(-1)}`;
		if (outcome === 'failed') expect(call).toMatchObject({ values: { state: null }, error });
	});

	it.each<[string, Receiver['answer'], number | null]>([
		['that are not answered in time', () => undefined, null],
		['whose answer stalls', (_request, response) => void response.writeHead(200).write('{"order":'), 200],
	])('%s are retried', async (_what, answer, code) => {
		await create({ timeout_ms: 80, max_retries: 1 });
		receiver.answer = (request, response) => {
			if (receiver.received.length === 1) answer(request, response);
			else answerJson({ order: { state: 'late' } })(request, response);
		};
		const call = await callOrder();
		expect(call).toMatchObject({ status: 'succeeded', values: { state: 'late' } });
		expect(call.attempts).toMatchObject([
			{ http_status: code, error: 'timeout after 80 ms', verdict: 'retry' },
			{ http_status: 200, error: null, verdict: 'success' },
		]);
	});

	it('do not follow a redirect to another server, which would get the headers', async () => {
		const elsewhere = await startReceiver();
		try {
			await create({ headers: [{ name: 'Authorization', value: 'Bearer of-the-shop' }] });
			receiver.answer = (_request, response) => response.writeHead(307, { location: elsewhere.url }).end();
			expect(await callOrder()).toMatchObject({
				status: 'failed',
				error: 'Answered 307, and redirects are not followed',
				attempts: [{ response_headers: { location: elsewhere.url } }],
			});
			expect(elsewhere.received).toEqual([]);
		} finally {
			await elsewhere.close();
		}
	});

	it('wait on the clock of the sandbox, and for no longer than a caller would', async () => {
		const slow = await sandboxAsNew('empty', {
			deliveryTries: 4,
			deliveryBaseDelayMs: 3_600_000,
			deliveryTimeoutMs: 600_000,
		});
		const { agents } = await slow.control('GET', '/agents');
		const agent = agents[0]?.id ?? '';
		const fresh = { agent_id: agent, name: 'find_order', description: 'x', http_method: 'GET' };
		await askService(slow, 'custom-functions', { ...fresh, endpoint_url: receiver.url, max_retries: 5 });
		receiver.answer = status(500);
		const waiting = slow.callFunction({ agent, name: 'find_order' });
		let ended = false;
		void waiting.finally(() => (ended = true));
		let steps = 0;
		for (; !ended; steps += 1) await slow.advance('10s');
		expect((await waiting).attempts).toHaveLength(6);
		// A step ends a pause at once. In the seconds that five pauses last otherwise, there would be
		// thousands of steps.
		expect(steps).toBeLessThan(200);
	});

	it('end when the function is switched off meanwhile', async () => {
		const made = await create({ max_retries: 5 });
		receiver.answer = (request, response) => {
			void switchOff(made).then(() => status(500)(request, response));
		};
		expect(await callOrder()).toMatchObject({
			status: 'failed',
			error: 'The function was switched off meanwhile',
			attempts: [{ http_status: 500 }],
		});
		expect(receiver.received).toHaveLength(1);
	});

	it('end with a reset', async () => {
		await create();
		let held: (() => void) | undefined;
		receiver.answer = (request, response) => {
			held = () => status(500)(request, response);
		};
		const waiting = callOrder().catch((error: Error) => error.message);
		await eventually(() => receiver.received[0]);
		await sandbox.reset();
		held?.();
		expect(await waiting).toContain('409: {"error":"The sandbox was reset meanwhile"}');
		expect(await sandbox.control('GET', '/function-calls')).toMatchObject({ total: 0 });
	});
});

describe('response variables', () => {
	const ANSWER = { order: { state: 'sent', parcels: [{ id: 1 }, { id: 2 }], note: null }, 'a b': [7] };
	it.each([
		['$.order.state', 'sent'],
		["$['a b'][0]", 7],
		['$.order.parcels[-1].id', 2],
		['$.order.parcels[*].id', [1, 2]],
		['$', ANSWER],
		['$.order.note', null],
		['$.order.missing', null],
		['order.state', null],
		['$.constructor', null],
	])('have the value at %s', (json_path, value) => {
		const read = readResponseVariables([{ name: 'found', json_path }], JSON.stringify(ANSWER));
		expect(read).toEqual({ found: value });
	});

	it.each(['', '{"order":'])('are null where the answer is %j', async (text) => {
		await create();
		receiver.answer = (_request, response) => response.writeHead(200).end(text);
		const call = await callOrder();
		expect(call).toMatchObject({ status: 'succeeded', values: { state: null } });
		expect(call.attempts).toMatchObject([{ response_body: text }]);
	});

	it('are read from long answers, of which only the beginning is stored', async () => {
		await create();
		receiver.answer = answerJson({ filler: 'x'.repeat(100_000), order: { state: 'last' } });
		const call = await callOrder();
		expect(call.values).toEqual({ state: 'last' });
		expect(call.attempts[0]?.response_body).toHaveLength(16_384);
	});
});

describe('the log', () => {
	it('has each call with every attempt, newest first', async () => {
		await create();
		await create({ name: 'other' });
		receiver.answer = answerInTurn(500, 200);
		const first = await callOrder();
		const second = await callOrder({ name: 'other' });
		const all = await sandbox.control('GET', '/function-calls');
		expect(all).toEqual({ function_calls: [second, first], total: 2 });
		expect(await sandbox.control('GET', `/function-calls/${first.id}`)).toEqual(first);
		expect(first).toMatchObject({
			agent_id: agentId,
			name: 'find_order',
			call_id: null,
			arguments: { order_number: 'A-17' },
			request: { method: 'POST', url: `${receiver.url}/orders`, body: '{"order_number":"A-17"}' },
			attempts: [
				{ number: 1, http_status: 500, response_body: 'ok', error: null },
				{
					...{ number: 2, http_status: 200, response_body: '{"order":{"state":"sent"}}' },
					response_headers: { 'content-type': 'application/json' },
				},
			],
		});
		await expect(sandbox.control('GET', '/function-calls/nothing')).rejects.toThrow(
			'Function call not found',
		);
	});

	it('has no secret of the headers or the URL, not even in an answer; the endpoint gets them', async () => {
		const secret = 'Bearer 5f1d3f0e6c1f4b0a';
		await create({
			endpoint_url: `${receiver.url}/orders?token=tok-5f1d3f0e&shop=1`,
			headers: [{ name: 'Authorization', value: secret }],
		});
		receiver.answer = ({ headers }, response) =>
			response.writeHead(200, { 'x-echo': headers.authorization }).end(JSON.stringify({ headers }));
		const call = await callOrder();
		const [request] = receiver.received;
		expect([request?.headers.authorization, request?.path]).toEqual([
			secret,
			'/orders?token=tok-5f1d3f0e&shop=1',
		]);
		expect(call).toMatchObject({
			request: {
				url: `${receiver.url}/orders?token=[redacted]&shop=1`,
				headers: expect.arrayContaining([{ name: 'Authorization', value: '[redacted]' }]) as unknown,
			},
			attempts: [{ response_headers: { 'x-echo': '[redacted]' } }],
		});
		const log = JSON.stringify(await sandbox.control('GET', '/function-calls'));
		const requests = JSON.stringify(await sandbox.control('GET', '/requests'));
		expect(log + requests).not.toContain('5f1d3f0e');
	});

	it('can be used by the command line, which also accepts the name of an agent', async () => {
		await create();
		const { agents } = await sandbox.control('GET', '/agents');
		const name = agents.find(({ id }) => id === agentId)?.name ?? '';
		const words = ['functions', 'call', '--agent', name, '--name', 'find_order'];
		const told = await ask(sandbox, ...words, '--arguments', '{"order_number":"A-17"}');
		expect(told).toMatch(/status: succeeded\n[^]*state: on its way\n/);
		const [, id = ''] = /^id: (\S+)/.exec(told) ?? [];
		expect(await ask(sandbox, 'function-calls', 'show', id)).toBe(told);
		await ask(sandbox, ...words, '--send-anyway', '--body-form', 'wrapped');
		expect(receiver.received.at(-1)?.body).toBe('{"arguments":{}}');
	});
});
