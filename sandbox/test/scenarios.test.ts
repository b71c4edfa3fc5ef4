import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ask, run } from '../../test/support/sandbox-command.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

const ASSETS = join(__dirname, '..', 'assets');

interface Run {
	id: string;
	status: string;
	expected: string;
	steps: Array<{
		status: string;
		error: string | null;
		event_id: string | null;
		function_call_id: string | null;
	}>;
}

let sandbox: Sandbox;
let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
	sandbox = await startSandbox({ webhookUrl: receiver.url });
});
afterAll(() => Promise.all([sandbox?.stop(), receiver?.close()]));
beforeEach(() => sandbox.reset());

/** Plays all steps at once: the sandbox's clock is moved on until none is left. */
async function playOut({ id }: Pick<Run, 'id'>) {
	for (;;) {
		const run = await sandbox.control('GET', `/scenario-runs/${id}?finished=true&timeout_ms=200`);
		if (run.status === 'finished') return run;
		await sandbox.advance('10s');
	}
}

describe('the built-in scenarios', () => {
	it('there are four, each with what a workflow should do', async () => {
		const { scenarios } = await sandbox.control('GET', '/scenarios');
		expect(scenarios.map(({ name }) => name)).toEqual([
			...['angry-customer', 'appointment', 'missed-call', 'outage'],
		]);
		for (const { expected } of scenarios) expect(expected).toMatch(/^[A-Z].{40,}\.$/);
	});

	it.each([
		['missed-call', { 'call.completed': 1 }, { met: 1, total: 2 }],
		['appointment', { 'call.completed': 1, 'sms.received': 1 }, { met: 0, total: 0 }],
		['angry-customer', { 'sms.received': 2, 'call.completed': 1 }, { met: 1, total: 2 }],
		// One of the three is sent twice.
		['outage', { 'sms.received': 4 }, { met: 0, total: 0 }],
	])('plays %s to its end, and its events are delivered', async (name, events, expectations) => {
		const run = await playOut(await sandbox.control('POST', `/scenarios/${name}/play`));
		const played = run.steps.filter(({ expect: expected }) => expected === undefined);
		expect(played.map(({ status, error }) => [status, error])).toEqual(played.map(() => ['done', null]));
		// No workflow does anything.
		expect(run.expectations).toEqual(expectations);
		for (const [event, count] of Object.entries(events)) {
			const query = `event=${event}&wait_for=${count}`;
			const { deliveries } = await sandbox.control('GET', `/deliveries?${query}`);
			expect([event, deliveries.length]).toEqual([event, count]);
		}
	});

	it.each<[name: string, act: () => Promise<unknown>]>([
		[
			'missed-call',
			() =>
				callFunction(sandbox, 'send-chatapp-message', {
					phone_number_id: '106540352242922',
					recipient_wa_id: '14155550123',
					message: 'Until six.',
				}),
		],
		[
			'angry-customer',
			() => callFunction(sandbox, 'manage-skills/b0ca5e37-c2b9-560a-8e00-68c7a790d331/execute', {}),
		],
	])('sees in %s that a workflow does what it should', async (name, act) => {
		const { id } = await sandbox.control('POST', `/scenarios/${name}/play`);
		await eventually(async () => {
			const { steps } = await sandbox.control('GET', `/scenario-runs/${id}`);
			if (steps.some(({ expect: expected, status }) => expected && status !== 'waiting')) return true;
			await sandbox.advance('10s');
			return undefined;
		});
		await act();
		const run = await sandbox.control('GET', `/scenario-runs/${id}?finished=true&timeout_ms=60000`);
		expect(run.expectations).toEqual({ met: 2, total: 2 });
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
	const story = { title: 'Mine', story: 'An SMS, and a fault.', expected: 'Answer it.' };
	const play = (...steps: object[]) =>
		untypedControl<Run>(sandbox, 'POST', '/scenario-runs', { ...story, steps });

	it('plays its steps in order, each when it is due by the clock of the sandbox', async () => {
		const { id } = await play(
			{ note: 'An SMS', call: 'POST /events/sms.received', body: { body: 'First' } },
			{ note: 'A fault', after: '1h', call: 'POST /faults', body: { kind: 'status', status: 503 } },
		);
		const look = () => sandbox.control('GET', `/scenario-runs/${id}`);
		const delivery = await sandbox.waitForDelivery({ body: { data: { body: 'First' } } });
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
		const run = await sandbox.control('POST', '/scenario-runs', JSON.parse(example));
		expect((await playOut(run)).steps).toMatchObject([{ status: 'done' }, { status: 'done' }]);
	});

	it('goes on after a refused step, and says why it was refused', async () => {
		const run = await playOut(
			await play(
				{ note: 'Nothing is there', call: 'POST /deliveries/nothing/replay' },
				{ note: 'An SMS', call: 'POST /events/sms.received' },
			),
		);
		expect(run.steps).toMatchObject([
			{ status: 'refused', error: 'Delivery not found' },
			{ status: 'done', error: null },
		]);
	});

	it('has an agent call its functions, and shows the result of each', async () => {
		const { agents } = await sandbox.control('GET', '/agents');
		await callFunction(sandbox, 'custom-functions', {
			agent_id: agents[0]?.id,
			name: 'find_order',
			description: 'x',
			http_method: 'POST',
			endpoint_url: receiver.url,
			max_retries: 0,
		});
		const called = { agent: agents[0]?.name, name: 'find_order' };
		receiver.answer = ({ body }, response) => response.writeHead(body === '{}' ? 200 : 404).end();
		const run = await playOut(
			await play(
				{ note: 'It looks something up', function: called },
				{
					note: 'It is wrong',
					function: { ...called, arguments: { order: 1 }, send_anyway: true },
					after: '1m',
				},
				{ note: 'It would not', function: { ...called, arguments: { order: 1 } } },
			),
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

	it.each([
		[{ note: 'x', call: 'POST /nothing' }, 'Step 1 (POST /nothing): there is no such control call'],
		[{ note: 'x', call: 'POST /reset' }, 'Step 1 (POST /reset): this call cannot be a step'],
		[{ note: 'x', call: 'POST /faults', body: {} }, 'Step 1 (POST /faults): kind is required'],
		[
			{ note: 'x', call: 'POST /events/sms.received', body: { from: '1' } },
			"Step 1 (POST /events/sms.received): it takes no field 'from'",
		],
		[
			{ note: 'x', call: 'POST /clock', after: 'soon' },
			'steps.0.after must be a time like 3s, 15m, 24h or 2d',
		],
		[{ note: 'x', call: 'POST /clock', when: '3s' }, 'steps.0.when is not known here'],
		[{ note: 'x' }, 'steps.0 must have either call, function, start, or expect'],
		[
			{ note: 'x', call: 'POST /clock', function: { agent: 'Front desk', name: 'find_order' } },
			'steps.0 must have either call, function, start, or expect',
		],
		[
			{ note: 'x', function: { agent: 'Front desk', name: 'find_order' }, body: {} },
			'steps.0 must have call beside body',
		],
		[{ note: 'x', function: { agent: 'Front desk' } }, 'steps.0.function.name is required'],
		[
			{ note: 'x', function: { agent: 'Front desk', name: 'find_order', argument: {} } },
			'steps.0.function.argument is not known here',
		],
	])('that cannot be played is refused before it begins: %j', async (step, words) => {
		await expect(play(step)).rejects.toThrow(words);
		expect(await sandbox.control('GET', '/scenario-runs')).toMatchObject({ total: 0 });
	});

	it('ends with a reset, and the next process does not continue it', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
		try {
			await play({ note: 'Later', after: '2d', call: 'POST /events/sms.received' });
			await sandbox.reset();
			expect(await sandbox.control('GET', '/scenario-runs')).toMatchObject({ total: 0 });

			await using first = await startSandbox({ seed: 'empty', data: folder });
			const steps = [{ note: 'Later', after: '1h', call: 'POST /events/sms.received' }];
			const { id } = await first.control('POST', '/scenario-runs', { ...story, steps });
			await first.stop();
			await using second = await startSandbox({ data: folder });
			await second.advance('2h');
			expect(await second.control('GET', `/scenario-runs/${id}`)).toMatchObject({ status: 'stopped' });
			expect(await second.control('GET', '/messages')).toMatchObject({ total: 0 });
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});

	it('is run from a file by the command line, which also lists and plays the built-in ones', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'scenarios-'));
		try {
			const file = join(folder, 'mine.json');
			const steps = [{ note: 'An SMS from a stranger', call: 'POST /events/sms.received' }];
			await writeFile(file, JSON.stringify({ ...story, steps }));
			const begun = await ask(sandbox, 'scenario', 'run', file);
			expect(begun).toMatch(/expected: Answer it\.[^]*waiting +\S+Z +An SMS from a stranger/);
			const [, id = ''] = /id: (\S+)/.exec(begun) ?? [];
			expect(await ask(sandbox, 'scenario', 'show', id, '--finished')).toContain('status: finished');
			expect(await ask(sandbox, 'scenario', 'list')).toContain('missed-call');
			expect(await ask(sandbox, 'scenario', 'play', 'outage')).toContain('title: An outage');
			// The outage goes on.
			await sandbox.reset();
			const missing = { endpoint: 'get-message', body: { message_id: 'x'.repeat(150) } };
			const failing = [...steps, { note: 'It is looked up', expect: { request: missing }, within: '5s' }];
			await writeFile(file, JSON.stringify({ ...story, steps: failing }));
			const [, failed = ''] = /id: (\S+)/.exec(await ask(sandbox, 'scenario', 'run', file)) ?? [];
			await callFunction(sandbox, 'get-message', missing.body);
			const ended = await run('scenario', 'show', failed, '--finished', '--url', sandbox.url);
			expect(ended.stdout).toContain('expectations: 0 of 1 met');
			expect(ended.stdout).toMatch(/failed .*It is looked up .* 1 came: POST get-message \(answered 404\)/);
			expect(ended).toMatchObject({ code: 1, stderr: '1 of 2 steps have failed.\n' });
		} finally {
			await rm(folder, { recursive: true, force: true });
		}
	});
});
