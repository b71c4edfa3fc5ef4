import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

const DANA = '14155550123';
const STORY = { title: 'Mine', story: 'An SMS comes.', expected: 'Answer it.' };
const SMS = { name: 'sms', note: 'An SMS comes', call: 'POST /events/sms.received', body: { body: 'Open?' } };

interface Run {
	status: string;
	expectations: { met: number; total: number };
	steps: Array<{ status: string; error: string | null }>;
}

let sandbox: Sandbox;
let workflow: Receiver;
/** What the workflow does with an event, whose text is given. */
let react: (text: string) => Promise<unknown>;
beforeAll(async () => {
	workflow = await startReceiver();
	workflow.answer = ({ body }, response) => {
		response.writeHead(200).end();
		const { data } = JSON.parse(body) as { data?: { body?: string } };
		void react(data?.body ?? '').catch(() => undefined);
	};
	sandbox = await startSandbox({ webhookUrl: workflow.url });
});
afterAll(() => Promise.all([sandbox?.stop(), workflow?.close()]));
beforeEach(async () => {
	react = () => Promise.resolve();
	await sandbox.reset();
	await sandbox.receiveChatAppMessage({ from_number: DANA });
});

const send = (message: string, recipient = DANA) =>
	callFunction(sandbox, 'send-chatapp-message', {
		phone_number_id: '106540352242922',
		recipient_wa_id: recipient,
		message,
	});

async function play(...steps: object[]): Promise<Run> {
	return (await sandbox.playScenario({ ...STORY, steps } as never)) as Run;
}

const expecting = (expect: object, within = '3s') => ({ note: 'What should come', expect, within });

describe('a step that expects a message', () => {
	it('is met by one to that person with such a text', async () => {
		react = () => send('We OPEN at nine.');
		const run = await play(
			SMS,
			expecting({ message: { to: `+${DANA}`, text: 'open at (eight|nine)' } }, '60s'),
		);
		expect(run).toMatchObject({ status: 'finished', expectations: { met: 1, total: 1 } });
		expect(run.steps[1]).toMatchObject({ status: 'done', error: null });
	});

	it.each([
		['another text', { text: 'closed' }],
		['another person', { to: '14155550199' }],
		['another channel', { channel: 'sms' }],
		['another sender', { from: '14155550198' }],
	])('fails when only one with %s comes, and says what came', async (_, message) => {
		react = () => send('We open at nine.');
		const { expectations, steps } = await play(SMS, expecting({ message }, '1s'));
		expect(expectations).toEqual({ met: 0, total: 1 });
		expect(steps[1]).toMatchObject({
			status: 'failed',
			error: '1 came: chatapp to 14155550123: "We open at nine."',
		});
	});

	it('says that nothing came, and the scenario goes on with its next step', async () => {
		const run = await play(SMS, expecting({ message: {} }, '0s'), { ...SMS, name: 'again' });
		expect(run.steps.map(({ status }) => status)).toEqual(['done', 'failed', 'done']);
		expect(run.steps[1]?.error).toBe('Nothing came');
	});

	it('does not take a message for the answer that an earlier step expects already', async () => {
		react = (text) => (text === 'Open?' ? send('At nine.') : Promise.resolve());
		const again = { ...SMS, name: 'second', body: { body: 'And on Sunday?' } };
		const answer = expecting({ message: { text: 'At nine' } }, '2s');
		expect((await play(SMS, answer, again, answer)).expectations).toEqual({ met: 1, total: 2 });
	});

	it('does not take a message that came before the run, or that a step sent itself', async () => {
		await send('Before.');
		const sms = { note: 'The agent writes', call: 'POST /events/sms.sent' };
		const { steps } = await play(sms, expecting({ message: {} }, '0s'));
		expect(steps[1]).toMatchObject({ status: 'failed', error: 'Nothing came' });
	});

	it.each([
		[1, 'done', null],
		[2, 'failed', expect.stringMatching(/^1 came/)],
		[0, 'failed', expect.stringMatching(/^1 came/)],
	])('with a count of %i and one message is %s', async (count, status, error) => {
		react = () => send('At nine.');
		const { steps } = await play(SMS, expecting({ message: { count } }, '2s'));
		expect(steps[1]).toMatchObject({ status, error });
	});

	it('with a count of one fails when two came by then', async () => {
		react = async () => {
			await send('At nine.');
			await send('At nine, as I said.');
		};
		const both = expecting({ request: { endpoint: 'send-chatapp-message', count: 2 } }, '20s');
		const { steps } = await play(SMS, both, expecting({ message: { count: 1 } }));
		expect(steps.slice(1)).toMatchObject(
			[{ status: 'done' }, { status: 'failed', error: /^2 came/ }].map((step) => ({
				...step,
				...(step.error && { error: expect.stringMatching(step.error) }),
			})),
		);
	});
});

it('an exact number is judged a while after it has come, so that one more is seen', async () => {
	react = async () => {
		await send('At nine.');
		setTimeout(() => void send('At nine, as I said.'), 700);
	};
	const { steps } = await play(SMS, expecting({ message: { count: 1 } }, '20s'));
	expect(steps[1]).toMatchObject({ status: 'failed', error: expect.stringMatching(/^2 came/) });
});

describe('an event that reaches nobody', () => {
	const unheardOf = async (step: object) => (await play(step)).steps[0] as { unheard?: string };

	it('says so in its own step', async () => {
		expect(await unheardOf(SMS)).toMatchObject({ status: 'done', unheard: null });
		const chat = { note: 'Dana writes', call: 'POST /events/chatapp.received' };
		expect((await unheardOf(chat)).unheard).toMatch(/^no event: no webhook is set for it/);
		await sandbox.setWebhookUrl(null);
		expect((await unheardOf(SMS)).unheard).toMatch(/^no webhook receives it: no API key has a webhook URL/);
		await sandbox.setWebhookUrl(workflow.url);
		const thrice = await play(SMS, { ...SMS, name: 'b' }, { ...SMS, name: 'c' });
		expect((thrice.steps[2] as { unheard?: string }).unheard).toMatch(/or the loop trap held it back/);
	});

	it.each(['sms.received', 'sms.sent', 'chatapp.received', 'call.completed', 'chat.session.completed'])(
		'by a misspelt field of %s does not happen: the field is refused',
		async (event) => {
			const call = sandbox.control(
				'POST',
				`/events/${event}` as '/events/sms.received',
				{ text: 'Hi' } as never,
			);
			await expect(call).rejects.toThrow('text is not known here');
		},
	);
});

describe('a step that expects a request', () => {
	it('is met by one with such a body that succeeded', async () => {
		react = () => send('At nine.');
		const request = { endpoint: 'send-chatapp-message', method: 'POST', body: { message: 'At nine.' } };
		expect((await play(SMS, expecting({ request }, '20s'))).expectations).toEqual({ met: 1, total: 1 });
	});

	it.each([
		['that was refused, unless its status is named', undefined, 'failed'],
		['by its status', 400, 'done'],
	])('is met by one %s', async (_, status, outcome) => {
		react = () => send('At nine.', 'nobody');
		const request = { endpoint: 'send-chatapp-message', ...(status && { status }) };
		const { steps } = await play(SMS, expecting({ request }, '2s'));
		expect(steps[1]).toMatchObject({ status: outcome });
	});
});

describe('a step that expects nothing else', () => {
	it('is met when an earlier step expects all that was sent, as a message or as a request', async () => {
		react = () => send('At nine.');
		const message = expecting({ message: { text: 'nine' } }, '20s');
		const request = expecting({ request: { endpoint: 'send-chatapp-message' } }, '20s');
		const nothing = expecting({ nothing_else: true }, '0s');
		expect((await play(SMS, message, nothing)).expectations).toEqual({ met: 2, total: 2 });
		await sandbox.reset();
		await sandbox.receiveChatAppMessage({ from_number: DANA });
		expect((await play(SMS, request, nothing)).expectations).toEqual({ met: 2, total: 2 });
	});

	it('fails with a message or a batch call that nobody expects', async () => {
		react = () => send('At nine.');
		const nothing = expecting({ nothing_else: true }, '20s');
		const first = await play(SMS, nothing);
		expect(first.steps[1]?.error).toBe('1 came: to 14155550123: "At nine."');
		react = () =>
			callFunction(sandbox, 'batch-calls', {
				...{ action: 'create', name: 'Recall', caller_id: '+14155550100' },
				recipients: [{ phone_number: '+14155550123' }],
			});
		const second = await play({ ...SMS, body: { body: 'Recall?' } }, nothing);
		expect(second.steps[1]?.error).toBe('1 came: the batch call "Recall"');
	});
});

describe('a step that expects the answer of a function', () => {
	it.each([
		[{ name: 'find_order', values: { status: 'sent' }, text: 'sent' }, 'done'],
		[{ values: { status: 'lost' } }, 'failed'],
		[{ status: 'failed' }, 'failed'],
	])('%j is %s', async (expected, status) => {
		const { agents } = await sandbox.control('GET', '/agents');
		await callFunction(sandbox, 'custom-functions', {
			agent_id: agents[0]?.id,
			name: 'find_order',
			description: 'x',
			http_method: 'POST',
			endpoint_url: workflow.url,
			response_variables: [{ name: 'status', json_path: '$.state' }],
		});
		const answer = workflow.answer;
		workflow.answer = (_, response) =>
			response.writeHead(200, { 'content-type': 'application/json' }).end('{"state":"sent"}');
		const call = { note: 'It looks up', function: { agent: agents[0]?.name, name: 'find_order' } };
		const { steps } = await play(call, expecting({ function: expected }, '0s'));
		workflow.answer = answer;
		expect(steps).toMatchObject([{ status: 'done' }, { status }]);
	});
});

describe('a step uses what an earlier one answered', () => {
	it('as the value itself where a text is nothing else, and within a text', async () => {
		react = (text) => send(`You wrote: ${text}`);
		const { steps } = await play(
			SMS,
			expecting(
				{ message: { to: '${sms.message.from_number}', text: '^You wrote: ${sms.message.body}$' } },
				'20s',
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

	it('and is refused when the answer has no such field', async () => {
		const { steps } = await play(SMS, { ...SMS, name: 'other', body: { body: '${sms.nothing.there}' } });
		expect(steps[1]).toMatchObject({
			status: 'refused',
			error: 'The answer of step "sms" has no nothing.there',
		});
	});
});

it.each([
	[{ ...SMS, body: { body: '${later.id}' } }, 'no earlier step has the name later'],
	[expecting({ message: { text: '(' } }), 'text: Invalid regular expression'],
	[expecting({ request: { endpoint: 'send-sms' } }), 'endpoint must be one of batch-calls, '],
	[expecting({}), 'steps.0.expect must have either request, message, function, execution, or nothing_else'],
	[{ ...SMS, within: '3s' }, 'steps.0 must have expect beside within'],
	[{ ...SMS, item: {} }, 'steps.0 must have start beside item'],
	[{ ...SMS, name: 'two words' }, 'steps.0.name must be letters, digits and _'],
])('a step that cannot be met is refused before the scenario begins: %j', async (step, words) => {
	await expect(play(step)).rejects.toThrow(words);
});

it('two steps of one name are refused', async () => {
	await expect(play(SMS, SMS)).rejects.toThrow('another step has the name sms');
});

it('a step that starts a trigger is refused where no workflow is tested', async () => {
	await expect(play({ note: 'The day begins', start: 'Every Morning' })).rejects.toThrow(
		'Step 1 (The day begins): a trigger is started only in a workflow that is tested with `voice-agent-sandbox test`',
	);
});

it('a step that expects an execution says what it lacks where no n8n is known', async () => {
	const { steps } = await play(expecting({ execution: {} }));
	expect(steps[0]?.error).toMatch(/^The sandbox does not know n8n: start it with --n8n/);
});
