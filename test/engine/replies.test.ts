/** From the question over the trigger back to the workflow that asked. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { forgedReferences } from '../support/forged-references';
import { chatEvent, takeEvent, triggerOfAnotherProcess } from '../support/chat-app-events';
import { TestService } from '../support/test-service';
import { WaitingN8n, type Interception } from '../support/waiting-n8n';

useFastClock();

const FORGED = process.env.TEST_FULL ? 1_000 : 250;

let service: TestService;
let n8n: WaitingN8n;
beforeAll(async () => {
	service = await TestService.start();
	n8n = await WaitingN8n.start();
});
beforeEach(async () => {
	await service.clear();
	n8n.taken.length = 0;
});
afterAll(async () => await n8n?.stop());

async function ask(parameters: IDataObject = {}, stored?: Promise<unknown>) {
	const flow = voiceAgentFlow({
		resource: 'message',
		operation: 'sendAndWait',
		phoneNumberId: '106540352242922',
		recipientWaId: '14155550123',
		message: 'Shall we come?',
		responseType: 'freeText',
		...parameters,
	});
	const asked = await n8n.run(flow, [{ json: {} }], service.credentials, { stored });
	const metadata = (await service.requests('send-chatapp-message')).at(-1)?.body.metadata as IDataObject;
	return { ...asked, metadata, reference: String(metadata.n8nReplyTo) };
}

it('hands the reply over without an execution of its own', async () => {
	const begun = Date.now();
	const { id, end, metadata } = await ask({
		options: { metadata: { object: { specify: 'json', json: '{ "order": 7 }' } } },
	});
	const { status, body, started } = await takeEvent(n8n, chatEvent('Yes', metadata));
	expect({ status, body, started }).toEqual({
		status: 200,
		body: { received: true, execution: id, reply: 'resumed' },
		started: undefined,
	});
	const [output] = jsonOf(outputOf(await end, 'Success'));
	expect(output).toMatchObject({
		data: { text: 'Yes' },
		message: { event: 'chatapp.received', data: { body: 'Yes', metadata: { order: 7 } } },
	});
	expect(JSON.stringify(output)).not.toMatch(/n8nReplyTo|signature/);
	expect(Date.parse(String(output?.repliedAt))).toBeGreaterThanOrEqual(begun);
});

it.each([
	['at the top level', (metadata: unknown) => ({ event: 'chatapp.received', body: 'Yes', metadata })],
	[
		'deep in a list',
		(metadata: unknown) => ({ entry: [{ changes: [{ text: { body: 'Yes' }, context: metadata }] }] }),
	],
	['as JSON text', (metadata: unknown) => ({ body: 'Yes', metadata: JSON.stringify(metadata) })],
])('finds the metadata %s', async (_, eventWith) => {
	const { end, metadata } = await ask();
	const { started } = await takeEvent(n8n, eventWith(metadata) as IDataObject);
	expect(started).toBeUndefined();
	const [output] = jsonOf(outputOf(await end, 'Success'));
	expect(output).toMatchObject({ data: { text: 'Yes' } });
	expect(JSON.stringify(output)).not.toContain('n8nReplyTo');
});

it('finds its question behind an older one', async () => {
	const older = await ask();
	await takeEvent(n8n, chatEvent('Yes', older.metadata));
	await older.end;
	const { id, end, metadata } = await ask();
	const event = { quoted: { metadata: older.metadata }, ...chatEvent('No', metadata) };
	const { body } = await takeEvent(n8n, event, {}, { trigger: triggerOfAnotherProcess() });
	expect(body).toMatchObject({ execution: id });
	expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'No' } }]);
});

it.each([2, 20])('asks n8n %d times in vain until the execution is stored', async (times) => {
	let store = () => {};
	const { end, metadata } = await ask({}, new Promise<void>((resolve) => (store = resolve)));
	let asked = 0;
	n8n.intercept = () => {
		if (++asked === times) store();
		return undefined;
	};
	const { started } = await takeEvent(n8n, chatEvent('Yes', metadata));
	n8n.intercept = () => undefined;
	expect(started).toBeUndefined();
	const statuses = n8n.taken.map(({ status }) => status);
	expect(statuses).toEqual([...Array(times).fill(409), 200]);
	expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'Yes' } }]);
});

it("hands a reply over by a reference of n8n's next engine, exactly as it is", async () => {
	const step = '0b5e7c1a-9d42-4f60-8a3b-1c2d3e4f5a6b';
	const token = `${'eyJh'.repeat(9)}.${'Ab-_'.repeat(30)}.${'c'.repeat(43)}`;
	const n8nReplyTo = `${step}?question=${'0a'.repeat(16)}&repeated=0&token=${token}`;
	const paths: string[] = [];
	n8n.intercept = (path) => {
		paths.push(path);
		return { status: 200, text: '{"reply":"resumed"}' };
	};
	try {
		const { started, body } = await takeEvent(n8n, chatEvent('Yes', { n8nReplyTo }));
		expect(started).toBeUndefined();
		expect(body).toEqual({ received: true, execution: step, reply: 'resumed' });
		expect(paths).toEqual([`/webhook-waiting/${n8nReplyTo}`]);
	} finally {
		n8n.intercept = () => undefined;
	}
});

it('starts the workflow as well, where that is wanted', async () => {
	const { end, metadata } = await ask();
	const event = chatEvent('Yes', metadata);
	const { items } = await takeEvent(n8n, event, { replies: 'resumeAndStart' });
	expect(items).toMatchObject([
		{ event: 'chatapp.received', payload: { data: { body: 'Yes', metadata: {} } } },
	]);
	expect(JSON.stringify(items)).not.toContain('n8nReplyTo');
	await end;
});

it('says so when the execution asks again', async () => {
	const { id, metadata } = await ask({ responseType: 'approval', options: { unclearReply: 'askAgain' } });
	const { body, started } = await takeEvent(n8n, chatEvent('Hm', metadata));
	expect(started).toBeUndefined();
	expect(body).toEqual({ received: true, execution: id, reply: 'asked again' });
});

it('asks again once after three unclear replies at once, also when two processes take them', async () => {
	const { metadata } = await ask({ responseType: 'approval', options: { unclearReply: 'askAgain' } });
	const before = (await service.requests('send-chatapp-message')).length;
	const trigger = triggerOfAnotherProcess();
	const taken = await Promise.all([
		takeEvent(n8n, chatEvent('Hm', metadata)),
		takeEvent(n8n, chatEvent('Well', metadata)),
		takeEvent(n8n, chatEvent('Let me see', metadata), {}, { trigger }),
	]);
	expect(taken.map(({ started }) => started)).toEqual([undefined, undefined, undefined]);
	expect((await service.requests('send-chatapp-message')).length - before).toBe(1);
});

it('starts the workflow with a second message, and with one that answers nothing', async () => {
	const { end, metadata } = await ask();
	await takeEvent(n8n, chatEvent('Yes', metadata));
	await end;
	n8n.taken.length = 0;
	const second = await takeEvent(n8n, chatEvent('Thank you', metadata));
	expect(second.items).toMatchObject([{ payload: { data: { body: 'Thank you', metadata: {} } } }]);
	const other = await takeEvent(n8n, chatEvent('Hello', { order: 3 }));
	expect(other.items).toMatchObject([{ payload: { data: { body: 'Hello', metadata: { order: 3 } } } }]);
	expect(n8n.taken).toEqual([]);
});

it('lets the first of several messages resume, and starts the workflow with the others', async () => {
	const { end, metadata } = await ask({ responseType: 'approval' });
	const taken = await Promise.all(
		['Yes', 'please hurry', 'Thank you'].map((text) => takeEvent(n8n, chatEvent(text, metadata))),
	);
	expect(taken.map(({ status, items }) => [status, items.length])).toEqual([
		[200, 0],
		[200, 1],
		[200, 1],
	]);
	expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'Yes', approved: true } }]);
});

it('starts the workflow once with each of two messages at two processes that resume none', async () => {
	const { end, metadata } = await ask();
	const triggers = [undefined, triggerOfAnotherProcess(), triggerOfAnotherProcess()];
	const taken = await Promise.all(
		triggers.map((trigger, index) =>
			takeEvent(n8n, chatEvent(`Message ${index}`, metadata), {}, { ...(trigger && { trigger }) }),
		),
	);
	expect(n8n.taken.map(({ status }) => status)).toContain(500);
	const [output] = jsonOf(outputOf(await end, 'Success'));
	const texts = taken.flatMap(({ items }) => items).map(({ payload }) => (payload as IDataObject).data);
	const { text } = output?.data as IDataObject;
	expect([{ text }, ...texts.map((data) => ({ text: (data as IDataObject).body }))]).toEqual(
		expect.arrayContaining([{ text: 'Message 0' }, { text: 'Message 1' }, { text: 'Message 2' }]),
	);
	expect(texts).toHaveLength(2);
});

describe('a reply that is delivered again', () => {
	const twice = async (options: IDataObject, other: Parameters<typeof takeEvent>[3] = {}) => {
		const { id, end, metadata } = await ask();
		const event = chatEvent('Yes', metadata);
		await takeEvent(n8n, event, options);
		await end;
		return { id, ...(await takeEvent(n8n, event, options, other)) };
	};

	it('has the same answer in the same process', async () => {
		const { id, started, body } = await twice({});
		expect({ started, body }).toEqual({
			started: undefined,
			body: { received: true, execution: id, reply: 'resumed' },
		});
		expect(n8n.taken).toHaveLength(1);
	});

	it('is told from the reply to another question, also if their Event ID Field is equal', async () => {
		const options = { deduplicationField: 'data.from_number' };
		for (const text of ['One', 'Two']) {
			const { id, end, metadata } = await ask();
			const { body } = await takeEvent(n8n, chatEvent(text, metadata), options);
			expect(body).toMatchObject({ execution: id });
			await end;
		}
	});

	it('waits with the first, when that is still being handed over', async () => {
		let store = () => {};
		const { id, end, metadata } = await ask({}, new Promise<void>((resolve) => (store = resolve)));
		n8n.intercept = () => {
			store();
			return undefined;
		};
		const event = chatEvent('Yes', metadata);
		const both = await Promise.all([takeEvent(n8n, event), takeEvent(n8n, event)]);
		n8n.intercept = () => undefined;
		const body = { received: true, execution: id, reply: 'resumed' };
		expect(both).toMatchObject([{ body }, { body }]);
		expect(n8n.taken.filter(({ status }) => status === 200)).toHaveLength(1);
		await end;
	});

	it('ends the execution of the trigger in another process, or after a restart', async () => {
		const { id, items, hint } = await twice({}, { trigger: triggerOfAnotherProcess() });
		expect(items).toEqual([]);
		expect(hint).toBe(`This reply came before, and execution ${id} has gone on with it.`);
	});

	it('ends it also while the execution that asked still runs', async () => {
		const { metadata } = await ask();
		const event = chatEvent('Yes', metadata);
		const all = await Promise.all([
			takeEvent(n8n, event),
			takeEvent(n8n, event, {}, { trigger: triggerOfAnotherProcess() }),
			takeEvent(n8n, event, {}, { trigger: triggerOfAnotherProcess() }),
		]);
		expect(all.flatMap(({ items }) => items)).toEqual([]);
	});

	it('runs in an execution that a user has retried', async () => {
		const { items } = await twice({}, { trigger: triggerOfAnotherProcess(), mode: 'retry' });
		expect(items).toHaveLength(1);
	});

	it('starts the workflow when n8n has not kept the execution that took it', async () => {
		const { id, end, metadata } = await ask();
		const event = chatEvent('Yes', metadata);
		await takeEvent(n8n, event);
		await end;
		n8n.delete(id);
		const { items } = await takeEvent(n8n, event, {}, { trigger: triggerOfAnotherProcess() });
		expect(items).toHaveLength(1);
	});
});

it('starts the workflow with the reply to an execution that was canceled', async () => {
	const { id, metadata } = await ask();
	n8n.cancel(id);
	const { items } = await takeEvent(n8n, chatEvent('Yes', metadata));
	expect(items).toMatchObject([{ payload: { data: { body: 'Yes' } } }]);
});

describe('when something comes between n8n and itself', () => {
	afterEach(() => (n8n.intercept = () => undefined));

	/** At once, since each is tried again for seconds. */
	it('asks for the reply again after an answer that is not from n8n, and says what to open', async () => {
		const interceptions: Interception[] = [
			{ status: 200, text: '<html>Welcome</html>' },
			{ status: 200, text: '{"reply":"ok"}' },
			{ status: 302, headers: { location: '/login' } },
			{ status: 401, text: '<html>Sign in</html>' },
			{ status: 403, text: '{"message":"Forbidden"}' },
			{ status: 404, text: '<html><title>404 Not Found</title></html>' },
			{ status: 404, text: '{"message":"no Route matched with those values"}' },
			{ status: 413 },
			{ status: 429 },
			{ status: 502, text: '<html>Bad Gateway</html>' },
		];
		const asked: Array<Awaited<ReturnType<typeof ask>>> = [];
		while (asked.length < interceptions.length) asked.push(await ask());
		const tries = new Map<string, number>();
		n8n.intercept = (path) => {
			const [, , id = ''] = path.split('/');
			tries.set(id, (tries.get(id) ?? 0) + 1);
			return interceptions[asked.findIndex((one) => one.id === id)];
		};
		const events = asked.map(({ metadata }) => chatEvent('Yes', metadata));
		const refused = await Promise.all(events.map(async (event) => await takeEvent(n8n, event)));
		for (const [index, { status, body, started, log }] of refused.entries()) {
			expect({ status, body, started }).toEqual({
				status: 503,
				body: { error: 'Temporarily unavailable' },
				started: undefined,
			});
			expect(tries.get(asked[index]?.id ?? '')).toBeGreaterThan(4);
			expect(log).toContain(
				`${n8n.webhookWaitingBaseUrl}/ answered ${interceptions[index]?.status}, and not in the ` +
					'words of n8n. Let POST requests to /webhook-waiting/ through whatever stands before ' +
					'n8n, and see that n8n is reached under the path of N8N_WEBHOOK_URL.',
			);
			expect(log).not.toMatch(/signature|question=/);
		}

		n8n.intercept = () => undefined;
		const taken = await Promise.all(events.map(async (event) => await takeEvent(n8n, event)));
		expect(taken.map(({ body }) => body)).toEqual(
			asked.map(({ id }) => ({ received: true, execution: id, reply: 'resumed' })),
		);
	});

	/** The words of n8n; it forgets the second quotation mark of some. */
	it.each(['The execution "7" has finished already.', 'The execution "7 has finished already.'])(
		'starts the workflow at once when n8n says: %s',
		async (message) => {
			const { metadata } = await ask();
			let tries = 0;
			n8n.intercept = () => {
				tries += 1;
				return { status: 409, text: JSON.stringify({ code: 409, message }) };
			};
			const { items } = await takeEvent(n8n, chatEvent('Yes', metadata));
			expect(items).toMatchObject([{ payload: { data: { body: 'Yes' } } }]);
			expect(tries).toBe(1);
		},
	);

	it('takes no redirect of its own for an answer, but that of n8n to a form', async () => {
		const { metadata } = await ask();
		n8n.intercept = (path) => ({
			status: 307,
			headers: { location: path.replace('/webhook-waiting/', '/form-waiting/') },
		});
		expect((await takeEvent(n8n, chatEvent('Yes', metadata))).items).toHaveLength(1);
	});

	it('goes on when connections are refused for two seconds', async () => {
		const { id, end, metadata } = await ask();
		await n8n.refuse(2_000);
		expect((await takeEvent(n8n, chatEvent('Yes', metadata))).body).toMatchObject({ execution: id });
		await end;
	});

	it('asks for the reply again when n8n cannot reach itself', async () => {
		const { metadata } = await ask();
		const gone = await WaitingN8n.start();
		await gone.stop();
		const { status, started, log } = await takeEvent(gone, chatEvent('Yes', metadata));
		expect({ status, started }).toEqual({ status: 503, started: undefined });
		expect(log).toContain(
			`n8n cannot call itself at ${gone.webhookWaitingBaseUrl}/ (nothing answers at its address). ` +
				'Set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to an address that n8n itself can reach.',
		);
	});

	it('tries again when n8n could not look the execution up', async () => {
		const { id, end, metadata } = await ask();
		n8n.failsNext = true;
		const { body } = await takeEvent(n8n, chatEvent('Yes', metadata));
		expect(body).toMatchObject({ execution: id });
		await end;
	});
});

it('does not start the workflow with an empty item where Always Output Data is on', async () => {
	const { end, metadata } = await ask();
	const event = chatEvent('Yes', metadata);
	await takeEvent(n8n, event);
	await end;
	const trigger = triggerOfAnotherProcess();
	const { items, started } = await takeEvent(n8n, event, {}, { trigger, node: { alwaysOutputData: true } });
	expect(started).toHaveLength(1);
	expect(items).toEqual([]);
});

it(`resumes nothing by ${FORGED} forged replies, and sends no request to another host`, async () => {
	const first = await ask();
	const second = await ask();
	const over = await ask();
	await takeEvent(n8n, chatEvent('Yes', over.metadata));
	n8n.taken.length = 0;
	const connections: string[] = [];
	/** True in what the trigger does, but not in what an earlier test has left running. */
	const byTrigger = new AsyncLocalStorage<boolean>();
	const { connect } = Socket.prototype;
	const spy = jest.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...args) {
		const [options] = [args[0]].flat() as Array<{ host?: string; port?: number }>;
		if (byTrigger.getStore()) connections.push(`http://${String(options?.host)}:${String(options?.port)}`);
		return (connect as (...values: unknown[]) => Socket).apply(this, args);
	} as Socket['connect']);
	try {
		const forged = forgedReferences(
			{ first: first.reference, second: second.reference, over: over.reference },
			FORGED,
		);
		expect(new Set(forged.map((one) => JSON.stringify(one))).size).toBe(FORGED);
		for (const metadata of forged) {
			const { items } = await byTrigger.run(
				true,
				async () => await takeEvent(n8n, chatEvent('Yes', metadata)),
			);
			// It is a message from a sender with the token, and no reply.
			expect(items).toHaveLength(1);
		}
	} finally {
		spy.mockRestore();
	}
	expect(n8n.taken.length).toBeGreaterThan(FORGED / 10);
	for (const { body, path } of n8n.taken) {
		expect(body).toContain('"payload"');
		expect(path).toMatch(/^\/webhook-waiting\/(\d+|[0-9a-f-]{36})(\/[\w-]+)?\?[\w=&%.-]+$/);
	}
	expect(new Set(connections)).toEqual(new Set([n8n.origin]));
	const { started } = await takeEvent(n8n, chatEvent('Yes', first.metadata));
	expect(started).toBeUndefined();
	await first.end;
}, 300_000);
