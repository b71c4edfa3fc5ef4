import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ask, run } from '../../test/support/sandbox-command.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const ASSETS = join(__dirname, '..', 'assets');
const DANA = '14155550123';
const STORY = { title: 'Mine', story: 'An SMS comes.', expected: 'Answer it.' };
const SMS = { name: 'sms', note: 'An SMS comes', call: 'POST /events/sms.received', body: { body: 'Open?' } };

type Run = Awaited<ReturnType<SandboxAccount['playScenario']>>;

let sandbox: SandboxAccount;
let receiver: Receiver;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([sandboxAsNew(), startReceiver()]);
});
afterAll(() => receiver?.close());
beforeEach(async () => {
	receiver.answer = status(200);
	receiver.received.length = 0;
	await sandbox.setWebhookUrl(receiver.url);
	await sandbox.reset('empty');
});

const begin = (...steps: object[]) =>
	untypedControl<Run>(sandbox, 'POST', '/scenario-runs', { ...STORY, steps });
const play = (...steps: object[]) => sandbox.playScenario({ ...STORY, steps } as never);
const expecting = (expect: object, within = '0s') => ({ note: 'What should come', expect, within });
const send = (message: string) =>
	callFunction(sandbox, 'send-chatapp-message', {
		phone_number_id: '106540352242922',
		recipient_wa_id: DANA,
		message,
	});
/** Has a workflow do something with the text of each event. */
function react(reaction: (text: string) => Promise<unknown>): void {
	receiver.answer = ({ body }, response) => {
		response.writeHead(200).end();
		void reaction((JSON.parse(body) as { data: { body: string } }).data.body);
	};
}

/** Moves the clock of the sandbox on until all steps have been played. */
async function playOut({ id }: { id: string }): Promise<Run> {
	return await eventually(async () => {
		const run = await sandbox.control('GET', `/scenario-runs/${id}`);
		if (run.status === 'finished') return run;
		if (run.steps.some(({ status }) => status === 'waiting')) await sandbox.advance('10s');
		return undefined;
	});
}

describe('the built-in scenarios', () => {
	it.each<[string, object, (() => Promise<unknown>) | undefined]>([
		['missed-call', { 'call.completed': 1 }, () => send('Until six.')],
		['appointment', { 'call.completed': 1, 'sms.received': 1 }, undefined],
		[
			'angry-customer',
			{ 'sms.received': 2, 'call.completed': 1 },
			() => callFunction(sandbox, 'manage-skills/b0ca5e37-c2b9-560a-8e00-68c7a790d331/execute', {}),
		],
		// One of the three is sent twice.
		['outage', { 'sms.received': 4 }, undefined],
	])('play %s: its events are delivered, and it sees what a workflow does', async (name, events, act) => {
		const { scenarios } = await sandbox.control('GET', '/scenarios');
		const { name: _, ...scenario } = scenarios.find((one) => one.name === name)!;
		// What should not come need not be watched for as long as in a demonstration.
		const steps = scenario.steps.map((step) =>
			step.expect?.nothing_else || step.expect?.message?.count === 0 ? { ...step, within: '0s' } : step,
		);
		const { id } = await sandbox.control('POST', '/scenario-runs', { ...scenario, steps } as never);
		if (act !== undefined) {
			await eventually(async () => {
				const now = await sandbox.control('GET', `/scenario-runs/${id}`);
				if (now.steps.some(({ expect: expected, status }) => expected && status === 'running')) return true;
				await sandbox.advance('10s');
				return undefined;
			});
			await act();
		}
		const run = await playOut({ id });
		expect(run.steps.map(({ status, error }) => [status, error])).toEqual(
			run.steps.map(() => ['done', null]),
		);
		expect(run.expectations).toEqual(act === undefined ? { met: 0, total: 0 } : { met: 2, total: 2 });
		for (const [event, count] of Object.entries(events)) {
			const { deliveries } = await sandbox.control('GET', `/deliveries?event=${event}&wait_for=${count}`);
			expect([event, deliveries.length]).toEqual([event, count]);
		}
	});

	it('have the schema beside them by which the sandbox checks them', async () => {
		const schema: unknown = JSON.parse(readFileSync(join(ASSETS, 'scenario.schema.json'), 'utf8'));
		const { paths } = (await (await fetch(`${sandbox.url}/openapi.json`)).json()) as {
			paths: Record<string, { post: { requestBody: { content: Record<string, { schema: object }> } } }>;
		};
		const { requestBody } = paths['/sandbox/v1/scenario-runs']?.post ?? {};
		expect(schema).toEqual({
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			...requestBody?.content['application/json']?.schema,
		});
		for (const file of readdirSync(join(ASSETS, 'scenarios'))) {
			const scenario = JSON.parse(readFileSync(join(ASSETS, 'scenarios', file), 'utf8')) as object;
			expect([file, scenario]).toEqual([
				file,
				expect.objectContaining({ $schema: '../scenario.schema.json' }),
			]);
		}
	});
});

describe("a scenario of one's own", () => {
	it('plays its steps in order, each when it is due by the clock of the sandbox', async () => {
		const { id } = await begin(SMS, {
			...{ note: 'A fault', after: '1h', call: 'POST /faults', body: { kind: 'status', status: 503 } },
		});
		const look = () => sandbox.control('GET', `/scenario-runs/${id}`);
		const delivery = await sandbox.waitForDelivery({ body: { data: { body: 'Open?' } } });
		const { steps } = await look();
		expect(steps.map(({ status }) => status)).toEqual(['done', 'waiting']);
		expect(JSON.parse(delivery.body)).toMatchObject({ id: steps[0]?.event_id });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);

		await sandbox.advance('1h');
		await sandbox.control('GET', `/scenario-runs/${id}?finished=true`);
		expect(await look()).toMatchObject({ status: 'finished' });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
	});

	it('works as in the documents', async () => {
		const readme = readFileSync(join(ASSETS, '..', 'docs', 'scenarios.md'), 'utf8');
		const [, example = ''] = /```json\n([^`]*"steps"[^`]*)```/.exec(readme) ?? [];
		const scenario = JSON.parse(example.replace('"30s"', '"0s"')) as never;
		const { id } = await sandbox.control('POST', '/scenario-runs', scenario);
		// No workflow answers.
		expect((await playOut({ id })).steps).toMatchObject([{ status: 'done' }, { status: 'failed' }]);
	});

	it('goes on after a step that is refused or not met, and says why', async () => {
		const { expectations, steps } = await play(
			{ note: 'Nothing is there', call: 'POST /deliveries/nothing/replay' },
			expecting({ message: {} }),
			{ ...SMS, body: {} },
			{ ...SMS, name: 'other', body: { body: '${sms.nothing.there}' } },
		);
		expect(steps.map(({ status, error }) => [status, error])).toEqual([
			['refused', 'Delivery not found'],
			['failed', 'Nothing came'],
			['done', null],
			['refused', 'The answer of step "sms" has no nothing.there'],
		]);
		expect(expectations).toEqual({ met: 0, total: 1 });
	});

	it('uses what an earlier step answered: the value itself, or within a text', async () => {
		await sandbox.receiveChatAppMessage({ from_number: DANA });
		react((text) => send(`You wrote: ${text}`));
		const { steps } = await play(
			SMS,
			expecting(
				{ message: { to: '${sms.message.from_number}', text: '^You wrote: ${sms.message.body}$' } },
				'1m',
			),
			{
				note: 'Another one comes',
				call: 'POST /events/sms.received',
				body: { body: '${sms.message.body} I asked.', from_number: '${sms.message.from_number}' },
			},
			{ note: 'Sent again', call: 'POST /deliveries/${sms.deliveries.0.id}/replay' },
		);
		expect(steps.map(({ status, error }) => [status, error])).toEqual(steps.map(() => ['done', null]));
		const { messages } = await sandbox.control('GET', '/messages?limit=4');
		expect(messages.map(({ body }) => body)).toContain('Open? I asked.');
	});

	it('does not take what came before it, or was sent by its own step, for an answer', async () => {
		await sandbox.sendSms();
		const { steps } = await play(
			{ note: 'The agent writes', call: 'POST /events/sms.sent' },
			expecting({ message: {} }),
		);
		expect(steps[1]).toMatchObject({ status: 'failed', error: 'Nothing came' });
	});

	it('judges an exact number a while after it has come, so that one more is seen', async () => {
		await sandbox.receiveChatAppMessage({ from_number: DANA });
		react(async () => {
			await send('At nine.');
			setTimeout(() => void send('At nine, as I said.'), 700);
		});
		const { steps } = await play(SMS, expecting({ message: { count: 1 } }, '1m'));
		expect(steps[1]).toMatchObject({ status: 'failed', error: expect.stringMatching(/^2 came/) });
	});

	it('has an agent call its functions, and shows the result of each', async () => {
		const { agents } = await sandbox.control('GET', '/agents');
		await callFunction(sandbox, 'custom-functions', {
			...{ agent_id: agents[0]?.id, name: 'find_order', description: 'x', http_method: 'POST' },
			...{ endpoint_url: receiver.url, max_retries: 0 },
		});
		const called = { agent: agents[0]?.name, name: 'find_order' };
		receiver.answer = ({ body }, response) => response.writeHead(body === '{}' ? 200 : 404).end();
		const run = await play(
			{ note: 'It looks something up', function: called },
			{ note: 'It is wrong', function: { ...called, arguments: { order: 1 }, send_anyway: true } },
			{ note: 'It would not', function: { ...called, arguments: { order: 1 } } },
		);
		expect(run.steps).toMatchObject([
			{ status: 'done', error: null },
			{ status: 'failed', error: 'Answered 404' },
			{
				status: 'refused',
				error: expect.stringMatching(/^No agent would call it so/),
				function_call_id: null,
			},
		]);
		const { function_calls: calls } = await sandbox.control('GET', '/function-calls');
		const ids = run.steps.flatMap(({ function_call_id: id }) => id ?? []);
		expect(ids).toEqual(calls.map(({ id }) => id).reverse());
	});

	it('ends a call with the answers of its functions', async () => {
		const { agents } = await sandbox.control('GET', '/agents');
		const agent = agents.find(({ name }) => name === 'Front desk');
		await callFunction(sandbox, 'custom-functions', {
			...{ agent_id: agent?.id, name: 'find_order', description: 'x', http_method: 'POST' },
			...{ endpoint_url: `${receiver.url}/find_order`, max_retries: 0 },
			body_schema: [{ name: 'order_number', type: 'string', description: '', required: true }],
			response_variables: [{ name: 'state', json_path: '$.order.state' }],
		});
		const answer = '{"order": {"state":  "sent"}}';
		receiver.answer = (_request, response) => response.writeHead(200).end(answer);
		const run = await play(
			{
				name: 'order',
				note: 'The agent looks the order up',
				function: {
					agent: 'Front desk',
					name: 'find_order',
					arguments: { order_number: 'A-17' },
					call: { id: 'dana-1' },
				},
			},
			{
				note: 'The call ends',
				call: 'POST /events/call.completed',
				body: {
					id: 'dana-1',
					transcript: [
						{ role: 'caller', text: 'Where is order A-17?' },
						{ role: 'function', name: 'find_order', text: '${order.attempts.0.response_body}' },
						{ role: 'agent', text: 'It was sent this morning.' },
					],
					extracted_data: '${order.values}',
				},
			},
		);
		expect(run.steps).toMatchObject([{ status: 'done' }, { status: 'done' }]);
		const { calls } = await sandbox.control('GET', '/calls?limit=1');
		expect(calls).toMatchObject([
			{
				id: 'dana-1',
				transcript: [{ role: 'caller' }, { role: 'function', text: answer }, { role: 'agent' }],
				extracted_data: { state: 'sent' },
			},
		]);
	});

	it('says of an event that reaches nobody why', async () => {
		const reasonFor = async (...steps: object[]) => (await play(...steps)).steps.at(-1)?.no_receiver;
		expect(await reasonFor(SMS)).toBeNull();
		const chat = { note: 'Dana writes', call: 'POST /events/chatapp.received' };
		expect(await reasonFor(chat)).toMatch(/^no event: no webhook is set for it/);
		await sandbox.setWebhookUrl(null);
		expect(await reasonFor(SMS)).toMatch(/^no webhook receives it: no API key has a webhook URL/);
		await sandbox.setWebhookUrl(receiver.url);
		expect(await reasonFor(SMS)).toMatch(/or the loop trap held it back/);
	});

	it.each<[object | object[], string | RegExp]>([
		[{ note: 'x', call: 'POST /nothing' }, 'Step 1 (POST /nothing): there is no such control call'],
		[{ note: 'x', call: 'POST /reset' }, 'Step 1 (POST /reset): this call cannot be a step'],
		[{ note: 'x', call: 'POST /faults', body: {} }, 'Step 1 (POST /faults): kind is required'],
		[{ ...SMS, body: { from: '1' } }, "Step 1 (POST /events/sms.received): it takes no field 'from'"],
		[{ ...SMS, after: 'soon' }, 'steps.0.after must be a time like 3s, 15m, 24h or 2d'],
		[{ ...SMS, when: '3s' }, /^[^]*steps\.0\.when is not known here(?!:)/],
		[{ call: 'POST /reset' }, 'steps.0.note is required'],
		[
			{ note: 'x', expect: { message: {}, count: 1 } },
			'steps.0.expect.count is not known here: it belongs into message',
		],
		[
			{ ...expecting({ message: {} }), count: 1 },
			'steps.0.count is not known here: it belongs into expect.message',
		],
		[
			{ note: 'x', expect: { message: {}, within: '3s' } },
			'steps.0.expect.within is not known here: it belongs beside expect',
		],
		[{ ...SMS, name: 'two words' }, 'steps.0.name must be letters, digits and _'],
		[{ note: 'x' }, 'steps.0 must have either call, function, start, or expect'],
		[{ note: 'x', function: { agent: 'A', name: 'f' }, body: {} }, 'steps.0 must have call beside body'],
		[{ note: 'x', function: { agent: 'A' } }, 'steps.0.function.name is required'],
		[{ ...SMS, body: { body: '${later.id}' } }, 'no earlier step has the name later'],
		[[SMS, SMS], 'another step has the name sms'],
		[expecting({ message: { text: '(' } }), 'text: Invalid regular expression'],
		[expecting({ request: { endpoint: 'send-sms' } }), 'endpoint must be one of batch-calls, '],
		[expecting({}), 'steps.0.expect must have either request, message, function, execution, or nothing_else'],
		[
			{ note: 'The day begins', start: 'Every Morning' },
			'Step 1 (The day begins): a trigger is started only in a workflow that is tested with',
		],
	])('that cannot be played is refused before it begins: %j', async (steps, words) => {
		await expect(begin(...[steps].flat())).rejects.toThrow(words);
		expect(await sandbox.control('GET', '/scenario-runs')).toMatchObject({ total: 0 });
	});

	it('ends with a reset', async () => {
		const { id } = await begin({ ...SMS, after: '1h' });
		await sandbox.reset('empty');
		await sandbox.advance('2h');
		await expect(sandbox.control('GET', `/scenario-runs/${id}`)).rejects.toThrow('404');
		expect(await sandbox.control('GET', '/deliveries')).toMatchObject({ total: 0 });
	});

	it('is run from a file by the command line, which also lists and plays the built-in ones', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
		const file = join(folder, 'mine.json');
		await writeFile(file, JSON.stringify({ ...STORY, steps: [SMS, expecting({ message: {} })] }));
		const begun = await ask(sandbox, 'scenario', 'run', file);
		await rm(folder, { recursive: true, force: true });
		expect(begun).toMatch(/expected: Answer it\.[^]*waiting +\S+Z +An SMS comes/);
		const [, id = ''] = /id: (\S+)/.exec(begun) ?? [];
		const shown = await run('scenario', 'show', id, '--finished', '--url', sandbox.url);
		expect(shown.stdout).toMatch(/status: finished[^]*expectations: 0 of 1 met[^]*failed .* Nothing came/);
		expect(shown).toMatchObject({ code: 1, stderr: '1 of 2 steps have failed.\n' });
		expect(await ask(sandbox, 'scenario', 'list')).toContain('missed-call');
		expect(await ask(sandbox, 'scenario', 'play', 'outage')).toContain('title: An outage');
	});
});
