import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ask } from '../../test/support/sandbox-command.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction as askService } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

type Script = Parameters<SandboxAccount['scriptCall']>[0];
type ScriptedCall = Awaited<ReturnType<SandboxAccount['scriptCall']>>;

/** A call that has ended, as it is listed and as `call.completed` carries it. */
interface Call {
	id: string;
	agent_id: string;
	from_number: string;
	to_number: string;
	started_at: string;
	duration_seconds: number;
	summary: string;
	transcript: Array<{ role: string; text: string; name?: string }>;
	extracted_data: Record<string, unknown>;
}

const ORDER = { order_number: 'A-17' };
const ORDER_ANSWER = '{"order": {"state":  "sent"}}';

let sandbox: SandboxAccount;
let receiver: Receiver;
let agent: { id: string; name: string };
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await sandboxAsNew('empty');
	await sandbox.setWebhookUrl(receiver.url);
	const { numbers } = await sandbox.control('GET', '/numbers');
	const number = numbers.find((one) => one.phone_number === '+14155550100');
	agent = { id: number?.agent_id ?? '', name: number?.agent_name ?? '' };
});
afterAll(() => receiver?.close());
beforeEach(async () => {
	receiver.answer = (_request, response) => response.writeHead(200).end(ORDER_ANSWER);
	await sandbox.reset('empty');
	receiver.received.length = 0;
});

/** Gives the agent a function, which the receiver answers at `/NAME`. */
async function create(name: string, more: object = {}): Promise<{ id: string }> {
	const { status: code, body } = await askService<{ id: string }>(sandbox, 'custom-functions', {
		agent_id: agent.id,
		name,
		description: 'x',
		http_method: 'POST',
		max_retries: 0,
		endpoint_url: `${receiver.url}/${name}`,
		body_schema: [{ name: 'order_number', type: 'string', description: '', required: false }],
		response_variables: [{ name: 'state', json_path: '$.order.state' }],
		...more,
	});
	expect(code).toBe(201);
	return body;
}

async function switchOff(id: string): Promise<void> {
	await fetch(`${sandbox.url}/functions/v1/custom-functions/${id}`, {
		method: 'PATCH',
		headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
		body: '{"is_active":false}',
	});
}

const look = (id: string) => sandbox.control('GET', `/scripted-calls/${id}?finished=true`);

/** Plays a script to its end; the clock is moved on where it is not told to be. */
async function play(script: Script): Promise<{ scripted: ScriptedCall; call: Call }> {
	const { id } = await sandbox.scriptCall(script);
	await sandbox.advance('1h');
	const scripted = await look(id);
	expect(scripted.status).toBe('ended');
	const { body } = await sandbox.waitForDelivery({ event: 'call.completed', body: { data: { id } } });
	return { scripted, call: (JSON.parse(body) as { data: Call }).data };
}

/** The paths of the functions that were called. */
const called = () => receiver.received.map(({ path }) => path).filter((path) => path !== '/');

describe('a scripted call', () => {
	it('has the answers of functions in the transcript, and their values in the extracted data', async () => {
		await create('find_order');
		const { scripted, call } = await play({
			from_number: '+14155550177',
			contact_name: 'Ada',
			duration_seconds: 40,
			transcript: [
				{ role: 'agent', text: 'Hello, how can I help you?' },
				{ at_seconds: 9, role: 'agent', text: 'It is on its way.' },
				{ at_seconds: 4, role: 'caller', text: 'Where is order A-17?' },
			],
			extracted_data: { mood: 'calm', state: 'unknown' },
			functions: [{ at_seconds: 6, name: 'find_order', arguments: ORDER }],
		});
		expect(call).toMatchObject({
			id: scripted.id,
			direction: 'inbound',
			agent_id: agent.id,
			contact_name: 'Ada',
			from_number: '+14155550177',
			to_number: '+14155550100',
			duration_seconds: 40,
			summary: 'The agent called find_order during the call.',
			extracted_data: { mood: 'calm', state: 'sent' },
		});
		expect(call.transcript).toEqual([
			{ role: 'agent', text: 'Hello, how can I help you?' },
			{ role: 'caller', text: 'Where is order A-17?' },
			{ role: 'function', name: 'find_order', text: ORDER_ANSWER },
			{ role: 'agent', text: 'It is on its way.' },
		]);
		expect(await sandbox.control('GET', '/calls?limit=1')).toMatchObject({ calls: [call] });
		expect(await sandbox.control('GET', '/function-calls')).toMatchObject({
			total: 1,
			function_calls: [{ id: scripted.functions[0]?.function_call_id, call_id: call.id, arguments: ORDER }],
		});
		expect(receiver.received.find(({ path }) => path === '/find_order')?.body).toBe(JSON.stringify(ORDER));
	});

	it('works as in the documents', async () => {
		await create('find_order');
		const readme = readFileSync(join(__dirname, '..', 'docs', 'scenarios.md'), 'utf8');
		const [, example = ''] = /```json\n([^`]*"functions"[^`]*)```/.exec(readme) ?? [];
		const { call } = await play(JSON.parse(example) as Script);
		expect(call.transcript.map(({ role }) => role)).toEqual(['caller', 'function', 'agent']);
		expect(call.extracted_data).toEqual({ state: 'sent' });
	});

	it('calls each function at its second, in their order, by the clock of the sandbox', async () => {
		await create('first');
		await create('second');
		const { id } = await sandbox.scriptCall({
			functions: [
				{ at_seconds: 1200, name: 'second' },
				{ at_seconds: 600, name: 'first' },
			],
		});
		await sandbox.advance(599);
		expect(called()).toEqual([]);
		await sandbox.advance('1s');
		await eventually(() => receiver.received[0]);
		await sandbox.advance(590);
		expect(called()).toEqual(['/first']);
		await sandbox.advance('10s');
		expect(await look(id)).toMatchObject({ status: 'ended', duration_seconds: 1200 });
		expect(called()).toEqual(['/first', '/second']);
	});

	it('lasts until a function has been answered, and the next function waits for the answer', async () => {
		await create('slow');
		await create('next');
		let held: ServerResponse | undefined;
		receiver.answer = ({ path }, response) => {
			if (path === '/slow') held = response;
			else response.end(ORDER_ANSWER);
		};
		const { id } = await sandbox.scriptCall({
			duration_seconds: 10,
			transcript: [{ at_seconds: 8, role: 'caller', text: 'Are you still there?' }],
			functions: [
				{ at_seconds: 5, name: 'slow' },
				{ at_seconds: 6, name: 'next' },
			],
		});
		await sandbox.advance('5s');
		const response = await eventually(() => held);
		await sandbox.advance('30s');
		expect(called()).toEqual(['/slow']);
		response.end('');
		const { functions } = await look(id);
		expect(functions).toMatchObject([{ status: 'succeeded', text: '' }, { status: 'succeeded' }]);
		const { calls } = await sandbox.control('GET', '/calls?limit=1');
		// It ends when the function has answered, and not at the tenth second.
		expect(calls[0]?.duration_seconds).toBeGreaterThanOrEqual(35);
		expect(calls[0]?.transcript.map(({ name, role }) => name ?? role)).toEqual(['caller', 'slow', 'next']);
	});

	it('goes on after a function that fails, and says why in its place', async () => {
		await create('find_order');
		await create('broken');
		receiver.answer = ({ path }, response) =>
			path === '/broken' ? response.writeHead(500).end('oops') : response.end(ORDER_ANSWER);
		const { scripted, call } = await play({
			functions: [
				{ at_seconds: 1, name: 'find_order' },
				{ at_seconds: 2, name: 'broken' },
			],
		});
		expect(scripted.functions).toMatchObject([{ status: 'succeeded' }, { status: 'failed', values: {} }]);
		expect(call.transcript).toMatchObject([
			{ name: 'find_order', text: ORDER_ANSWER },
			{ name: 'broken', text: 'Answered 500' },
		]);
		expect(call.extracted_data).toEqual({ state: 'sent' });
		expect(call.summary).toBe('The agent called find_order, broken during the call.');
	});

	it('says so when a function was switched off before its second', async () => {
		const { id: functionId } = await create('find_order');
		const { id } = await sandbox.scriptCall({ functions: [{ at_seconds: 60, name: 'find_order' }] });
		await switchOff(functionId);
		await sandbox.advance('1m');
		expect((await look(id)).functions).toMatchObject([
			{
				status: 'failed',
				function_call_id: null,
				answered_at_seconds: 60,
				text: 'The function find_order is inactive, so no agent calls it. Publish the workflow that answers it, or switch it on',
			},
		]);
		expect(called()).toEqual([]);
	});

	it('accepts another agent than the number has, by name, a body form, and unfit arguments', async () => {
		const { agents } = await sandbox.control('GET', '/agents');
		const other = agents.find(({ id }) => id !== agent.id);
		await create('find_order', { agent_id: other?.id });
		const { call } = await play({
			agent: other?.name ?? '',
			functions: [
				{
					at_seconds: 0,
					name: 'find_order',
					arguments: { more: 1 },
					body_form: 'wrapped',
					send_anyway: true,
				},
			],
		});
		expect(call.agent_id).toBe(other?.id);
		const { body } = receiver.received.find(({ path }) => path === '/find_order') ?? {};
		const { id, from_number, to_number, started_at } = call;
		expect(JSON.parse(String(body))).toEqual({
			arguments: { more: 1 },
			call: { id, direction: 'inbound', from_number, to_number, agent_id: other?.id, started_at },
		});
	});

	it.each<[string, object, string]>([
		['to an unknown number', { to_number: '+14155559999' }, '+14155559999 is not a number of this account'],
		['to a number without an agent', { to_number: '+15145550163' }, 'No agent answers calls to +15145550163'],
		['of an unknown agent', { agent: 'Nobody' }, 'Agent not found'],
		[
			'of an unknown function',
			{ functions: [{ at_seconds: 1, name: 'nothing' }] },
			'Function 1 (nothing): Custom function not found',
		],
		[
			'with arguments that do not fit',
			{ functions: [{ at_seconds: 1, name: 'find_order', arguments: { order_number: 17 } }] },
			'Function 1 (find_order): No agent would call it so: order_number must be a text',
		],
	])('%s is refused before it begins', async (_what, more, words) => {
		await create('find_order');
		const script = { functions: [{ at_seconds: 1, name: 'find_order' }], ...more };
		await expect(sandbox.scriptCall(script)).rejects.toThrow(words);
		expect(await sandbox.control('GET', '/scripted-calls')).toMatchObject({ total: 0 });
	});

	it('ends with a reset', async () => {
		await create('find_order');
		let held: ServerResponse | undefined;
		receiver.answer = (_request, response) => void (held = response);
		await sandbox.scriptCall({ functions: [{ at_seconds: 0, name: 'find_order' }] });
		const response = await eventually(() => held);
		await sandbox.reset('empty');
		response.end(ORDER_ANSWER);
		await sandbox.advance('1h');
		expect(await sandbox.control('GET', '/scripted-calls')).toMatchObject({ total: 0 });
		expect(await sandbox.control('GET', '/calls')).toMatchObject({ total: 0 });
	});

	it('calls a function again that was not answered when a snapshot was saved, and ignores the first answer', async () => {
		await create('find_order');
		const held: ServerResponse[] = [];
		receiver.answer = (_request, response) => void held.push(response);
		const { id } = await sandbox.scriptCall({ functions: [{ at_seconds: 0, name: 'find_order' }] });
		const before = await eventually(() => held[0]);
		await sandbox.saveSnapshot('meanwhile');
		await sandbox.restoreSnapshot('meanwhile');
		await sandbox.deleteSnapshot('meanwhile');
		(await eventually(() => held[1])).end(ORDER_ANSWER);
		const ended = await look(id);
		expect(ended.functions).toMatchObject([{ status: 'succeeded', text: ORDER_ANSWER }]);
		before.end('too late');
		await once(before, 'close');
		for (let times = 0; times < 5; times += 1) await sandbox.advance(1);
		expect(await look(id)).toEqual(ended);
	});

	it('is begun from a file by the command line, which also shows it and lists all', async () => {
		await create('find_order');
		const folder = await mkdtemp(join(tmpdir(), 'scripted-calls-'));
		const file = join(folder, 'call.json');
		const functions = [{ at_seconds: 0, name: 'find_order', arguments: ORDER }];
		await writeFile(file, JSON.stringify({ duration_seconds: 1, functions }));
		const begun = await ask(sandbox, 'calls', 'script', file, '--contact-name', 'Ada');
		await rm(folder, { recursive: true, force: true });
		expect(begun).toMatch(/contact_name: Ada[^]*at_seconds +name +status[^]*0 +find_order +waiting/);
		const [, id = ''] = /id: (\S+)/.exec(begun) ?? [];
		const shown = await ask(sandbox, 'scripted-calls', 'show', id, '--finished');
		expect(shown).toMatch(/status: ended[^]*0 +find_order +succeeded[^]*"state"/);
		expect(await ask(sandbox, 'scripted-calls', 'list')).toContain(id);
	});
});
