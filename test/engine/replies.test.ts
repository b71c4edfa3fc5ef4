/** From the question over the trigger back to the workflow that asked. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { Socket } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, voiceAgentFlow } from './support/engine';
import { forgedReferences } from './support/forged-references';
import { chatEvent, takeEvent } from './support/replies';
import { TestService } from './support/service';
import { WaitingN8n } from './support/waiting-n8n';

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
afterAll(async () => await n8n.stop());

async function ask(parameters: IDataObject = {}, storedAfterMs = 0) {
	const flow = voiceAgentFlow({
		resource: 'message',
		operation: 'sendAndWait',
		phoneNumberId: '106540352242922',
		recipientWaId: '14155550123',
		message: 'Shall we come?',
		...parameters,
	});
	const asked = await n8n.run(flow, [{ json: {} }], service.credentials, storedAfterMs);
	const metadata = (await service.requests('send-chatapp-message')).at(-1)?.body.metadata as IDataObject;
	return { ...asked, metadata, reference: String(metadata.n8nReplyTo) };
}

it('hands the reply over, ends without output, and says which execution went on', async () => {
	const { id, end, metadata } = await ask({
		options: { metadata: { object: { specify: 'json', json: '{ "order": 7 }' } } },
	});
	const { items, hint } = await takeEvent(n8n, chatEvent('Yes', metadata));
	expect(items).toEqual([]);
	expect(hint).toBe(`This is a reply to execution ${id}, which has gone on with it.`);
	const [output] = jsonOf(outputOf(await end, 'Success'));
	expect(output).toMatchObject({
		data: { text: 'Yes' },
		message: { event: 'chatapp.received', data: { body: 'Yes', metadata: { order: 7 } } },
	});
	expect(JSON.stringify(output)).not.toMatch(/n8nReplyTo|signature/);
	expect(Date.parse(String(output?.repliedAt))).toBeGreaterThan(Date.now() - 60_000);
});

it.each([
	['at the top level', (metadata: unknown) => ({ event: 'chatapp.received', body: 'Yes', metadata })],
	[
		'deep in a list',
		(metadata: unknown) => ({ entry: [{ changes: [{ text: { body: 'Yes' }, context: metadata }] }] }),
	],
])('finds the metadata %s', async (_, eventWith) => {
	const { end, metadata } = await ask();
	const { items } = await takeEvent(n8n, eventWith(metadata) as IDataObject);
	expect(items).toEqual([]);
	expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'Yes' } }]);
});

it('waits until the execution is stored', async () => {
	const { end, metadata } = await ask({}, 400);
	const { items } = await takeEvent(n8n, chatEvent('Yes', metadata));
	expect(items).toEqual([]);
	const statuses = n8n.taken.map(({ status }) => status);
	expect(statuses.length).toBeGreaterThan(2);
	expect(statuses).toEqual([...statuses.slice(1).map(() => 409), 200]);
	expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'Yes' } }]);
});

it('starts the workflow as well, where that is wanted', async () => {
	const { end, metadata } = await ask();
	const { items } = await takeEvent(n8n, chatEvent('Yes', metadata), { replies: 'resumeAndStart' });
	expect(items).toMatchObject([
		{ event: 'chatapp.received', payload: { data: { body: 'Yes', metadata: {} } } },
	]);
	expect(JSON.stringify(items)).not.toContain('n8nReplyTo');
	await end;
});

it('says so when the execution asks again', async () => {
	const { id, metadata } = await ask({ responseType: 'approval', options: { unclearReply: 'askAgain' } });
	const { items, hint } = await takeEvent(n8n, chatEvent('Hm', metadata));
	expect(items).toEqual([]);
	expect(hint).toBe(`This is a reply to execution ${id}, which has asked again since it was not clear.`);
});

it('starts the workflow with a second message, and with one that answers nothing', async () => {
	const { end, metadata } = await ask();
	await takeEvent(n8n, chatEvent('Yes', metadata));
	await end;
	const second = await takeEvent(n8n, chatEvent('Thank you', metadata));
	expect(second.items).toMatchObject([{ payload: { data: { body: 'Thank you', metadata: {} } } }]);
	n8n.taken.length = 0;
	const other = await takeEvent(n8n, chatEvent('Hello', { order: 3 }));
	expect(other.items).toMatchObject([{ payload: { data: { body: 'Hello', metadata: { order: 3 } } } }]);
	expect(n8n.taken).toEqual([]);
});

it('starts the workflow when n8n cannot reach itself', async () => {
	const { metadata } = await ask();
	const gone = await WaitingN8n.start();
	const { webhookWaitingBaseUrl } = gone;
	await gone.stop();
	Object.defineProperty(gone, 'webhookWaitingBaseUrl', { value: webhookWaitingBaseUrl });
	const { items } = await takeEvent(gone, chatEvent('Yes', metadata));
	expect(items).toMatchObject([{ payload: { data: { body: 'Yes' } } }]);
});

it('fails, to be tried again, when nobody knows whether the reply has arrived', async () => {
	const { id, metadata } = await ask();
	n8n.failsNext = true;
	const { run } = await takeEvent(n8n, chatEvent('Yes', metadata));
	expect(run.data.resultData.error).toMatchObject({
		message: `n8n did not say whether execution ${id} has taken this reply`,
		description: expect.stringMatching(/choose Retry/),
	});
	const { items } = await takeEvent(n8n, chatEvent('Yes', metadata));
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
			const { items } = await byTrigger.run(true, () => takeEvent(n8n, chatEvent('Yes', metadata)));
			// It is a message from who has the token, and no reply.
			expect(items).toHaveLength(1);
		}
	} finally {
		spy.mockRestore();
	}
	expect(n8n.taken.length).toBeGreaterThan(FORGED / 10);
	for (const { body, path } of n8n.taken) {
		expect(body).toContain('"payload"');
		expect(path).toMatch(/^\/webhook-waiting\/[\w-]+\/[\w-]+\?/);
	}
	expect(new Set(connections)).toEqual(new Set([n8n.origin]));
	const { items } = await takeEvent(n8n, chatEvent('Yes', first.metadata));
	expect(items).toEqual([]);
	await first.end;
}, 300_000);
