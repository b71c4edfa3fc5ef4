/** From the question over the trigger back to the workflow that asked. */

import { setTimeout as delay } from 'node:timers/promises';
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, voiceAgentFlow } from '../support/n8n-engine';
import { until } from '../support/eventually';
import { KeyStore } from '../support/key-store';
import { useFastClock } from '../support/fast-clock';
import { chatEvent, takeEvent, triggerOfAnotherProcess } from '../support/chat-app-events';
import { TestService } from '../support/test-service';
import { WaitingN8n } from '../support/waiting-n8n';

useFastClock();

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
		message: { channel: 'chatapp', direction: 'inbound', text: 'Yes', metadata: { order: 7 } },
		payload: { event: 'chatapp.received', data: { body: 'Yes', metadata: { order: 7 } } },
	});
	expect(JSON.stringify(output)).not.toMatch(/n8nReplyTo|signature/);
	const { respondedAt } = output?.data as IDataObject;
	expect(Date.parse(String(respondedAt))).toBeGreaterThanOrEqual(begun);
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

describe('of several replies', () => {
	const sentSince = async (before: number) =>
		(await service.requests('send-chatapp-message')).slice(before).map(({ body }) => String(body.message));
	const startedWith = (started: IDataObject[] | undefined) =>
		started?.map(({ payload }) => ((payload as IDataObject).data as IDataObject).body);
	const choice = { responseType: 'choice', choices: '={{ ["Morning", "Noon", "Evening"] }}' };

	it('that are unclear, one is asked again, the others start the workflow, also in another process', async () => {
		const { metadata } = await ask(choice);
		const trigger = triggerOfAnotherProcess();
		const taken = await Promise.all([
			takeEvent(n8n, chatEvent('maybe', metadata)),
			takeEvent(n8n, chatEvent('what time is that?', metadata)),
			takeEvent(n8n, chatEvent('and where?', metadata), {}, { trigger }),
		]);
		expect(taken.filter(({ started }) => started === undefined)).toHaveLength(1);
		expect(taken.flatMap(({ items }) => items)).toHaveLength(2);
		expect(await sentSince(1)).toEqual([expect.stringMatching(/^Please answer/)]);
	});

	it('one that answers counts while the follow-up to the one before waits, which then does not go out', async () => {
		const { end, metadata } = await ask({ ...choice, options: { confirm: 'Thank you.' } });
		const trigger = triggerOfAnotherProcess();
		await service.fault('send-chatapp-message', { kind: 'status', status: 429, retry_after: 8, count: 1 });
		const unclear = takeEvent(n8n, chatEvent('maybe', metadata));
		await until(
			async () => await service.requests('send-chatapp-message'),
			({ length }) => length === 2,
			10_000,
		);
		const { started } = await takeEvent(n8n, chatEvent('2', metadata), {}, { trigger });
		expect(started).toBeUndefined();
		expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { choice: 'Noon' } }]);
		expect(startedWith((await unclear).started)).toEqual(['maybe']);
		expect(n8n.taken.map(({ status }) => status)).toEqual([200, 404]);
		expect((await sentSince(2)).filter((message) => message !== 'Thank you.')).toEqual([]);
	});

	it('that answer at once, in two processes, one is confirmed, and the other starts the workflow', async () => {
		const { end, metadata } = await ask({ ...choice, options: { confirm: 'Thank you.' } });
		const taken = await Promise.all([
			takeEvent(n8n, chatEvent('1', metadata)),
			takeEvent(n8n, chatEvent('2', metadata), {}, { trigger: triggerOfAnotherProcess() }),
		]);
		await end;
		expect(taken.filter(({ started }) => started === undefined)).toHaveLength(1);
		await until(
			async () => await sentSince(1),
			({ length }) => length > 0,
			10_000,
		);
		expect(await sentSince(1)).toEqual(['Thank you.']);
	});

	it('one that is sent again shares the outcome of the first', async () => {
		const { metadata } = await ask(choice);
		const event = chatEvent('maybe', metadata);
		const trigger = triggerOfAnotherProcess();
		const taken = await Promise.all([takeEvent(n8n, event), takeEvent(n8n, event, {}, { trigger })]);
		expect(taken.map(({ body }) => (body as IDataObject).reply)).toEqual(['asked again', 'asked again']);
		expect(await sentSince(1)).toHaveLength(1);
	});
});

describe('with a pause', () => {
	const node = { id: 'pausing-trigger' };

	/** Lets the person write, and the trigger take the event. */
	async function write(body: string, metadata: unknown, more: Parameters<typeof takeEvent>[3] = {}) {
		const { message } = (await service.sandbox.control('POST', '/events/chatapp.received', {
			from_number: '14155550123',
			body,
		})) as { message: IDataObject };
		const event = { event: 'chatapp.received', data: { ...message, metadata: metadata as IDataObject } };
		const { voiceAgentApi: account } = service.credentials;
		return await takeEvent(n8n, event, { waitForPause: 1 }, { node, account, ...more });
	}

	it('an answer is in no item, whatever came before and after it', async () => {
		await KeyStore.start();
		const { end, metadata } = await ask({ responseType: 'approval', options: { confirm: '' } });
		const taken = await Promise.all([
			write('What are your hours?', {}),
			delay(20).then(async () => await write('Yes', metadata)),
			delay(40).then(async () => await write('And where are you?', {})),
		]);
		expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { approved: true } }]);
		expect(taken[1]).toMatchObject({ body: { reply: 'resumed' }, items: [] });
		expect(taken[1]?.hint).toMatch(
			/^This message answered a question, and execution \d+ has gone on with it\./,
		);
		const texts = taken.flatMap(({ items }) => items.flatMap(({ messages }) => messages as IDataObject[]));
		expect(texts.map(({ text }) => text)).toEqual(['What are your hours?', 'And where are you?']);
	});

	it('a reply that was asked again about is in no item, in another process, either', async () => {
		await KeyStore.start();
		const { metadata } = await ask({ responseType: 'approval' });
		expect(await write('Perhaps', metadata)).toMatchObject({ body: { reply: 'asked again' }, items: [] });
		const { items } = await write('Hello?', {}, { trigger: triggerOfAnotherProcess() });
		expect(items).toMatchObject([{ text: 'Hello?' }]);
	});
});

describe('below a path', () => {
	beforeEach(() => (n8n.path = '/n8n'));
	afterEach(() => {
		n8n.path = '';
		n8n.intercept = () => undefined;
	});

	it('that a proxy takes off, hands a reply over with a signature that n8n accepts', async () => {
		const { id, end, metadata } = await ask({ responseType: 'approval' });
		const { body } = await takeEvent(n8n, chatEvent('Hm', metadata));
		expect(body).toEqual({ received: true, execution: id, reply: 'asked again' });
		const followUp = (await service.requests('send-chatapp-message')).at(-1)?.body.metadata;
		const { status, started } = await takeEvent(n8n, chatEvent('Yes', followUp));
		expect({ status, started }).toEqual({ status: 200, started: undefined });
		expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { approved: true } }]);
	});

	it('says what to change where n8n accepts no form of its own signature, and asks for the reply again', async () => {
		const { metadata } = await ask();
		n8n.intercept = () => ({
			status: 401,
			text: '<title>Invalid Form Link</title><a href="https://n8n.io">',
		});
		const { status, started, log } = await takeEvent(n8n, chatEvent('Yes', metadata));
		expect({ status, started }).toEqual({ status: 503, started: undefined });
		expect(log).toContain(
			`n8n does not accept its own signature at ${n8n.webhookWaitingBaseUrl}/. Let whatever is in front of n8n either pass the path on as it is, or take exactly the path of N8N_WEBHOOK_URL off.`,
		);
	});

	it('starts the workflow for a reply to a question that this n8n has not signed', async () => {
		const { metadata } = await ask();
		const forged = String(metadata.n8nReplyTo).replace(/.$/, (last) => (last === '0' ? '1' : '0'));
		n8n.taken.length = 0;
		const { started } = await takeEvent(n8n, chatEvent('Yes', { n8nReplyTo: forged }));
		expect(started).toHaveLength(1);
		expect(n8n.taken).toMatchObject([{ status: 401 }]);
	});
});

describe('a reply that is delivered again', () => {
	const twice = async (options: IDataObject, other: Parameters<typeof takeEvent>[3] = {}) => {
		const { id, end, metadata } = await ask();
		const event = chatEvent('Yes', metadata);
		await takeEvent(n8n, event, options);
		await end;
		return { id, ...(await takeEvent(n8n, event, options, other)) };
	};

	it('ends the execution of the trigger in another process, or after a restart', async () => {
		const { id, items, hint } = await twice({}, { trigger: triggerOfAnotherProcess() });
		expect(items).toEqual([]);
		expect(hint).toBe(`This reply came before, and execution ${id} has gone on with it.`);
	});

	it('leaves no reference in a retried execution after its event was deselected', async () => {
		const node = { parameters: { events: ['sms.received'], options: { deduplicate: false } } };
		const trigger = triggerOfAnotherProcess();
		const { items } = await twice({}, { trigger, mode: 'retry', node });
		expect(JSON.stringify(items)).toContain('Yes');
		expect(JSON.stringify(items)).not.toContain('signature=');
	});
});

describe('when something comes between n8n and itself', () => {
	afterEach(() => (n8n.intercept = () => undefined));

	it('asks for the reply again after an answer that is not from n8n, and says what to open', async () => {
		const { id, metadata } = await ask();
		const event = chatEvent('Yes', metadata);
		n8n.intercept = () => ({ status: 302, headers: { location: '/login' } });
		const { status, body, started, log } = await takeEvent(n8n, event);
		expect({ status, body, started }).toEqual({
			status: 503,
			body: { error: 'Temporarily unavailable' },
			started: undefined,
		});
		expect(log).toContain(
			`${n8n.webhookWaitingBaseUrl}/ answered 302, but the answer is not one of n8n. Let POST requests to ` +
				'/webhook-waiting/ pass whatever is in front of n8n, and check that n8n is reached under the path of ' +
				'N8N_WEBHOOK_URL.',
		);
		expect(log).not.toMatch(/signature|question=/);

		n8n.intercept = () => undefined;
		const taken = await takeEvent(n8n, event);
		expect(taken.body).toEqual({ received: true, execution: id, reply: 'resumed' });
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
