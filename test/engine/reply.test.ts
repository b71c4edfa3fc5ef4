/** Message > Reply, and Do Not Send If of Message > Send: what is sent, what is not, and what is not sent twice. */

import type { IDataObject, INode } from 'n8n-workflow';

import { jsonOf, outputOf, TOOL } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { KeyStore } from '../support/key-store';
import { TestService } from '../support/test-service';
import { startReceiver, type Receiver } from '../support/http-server';

useFastClock();

const CONTACT = '14155550123';
const OUR = '106540352242922';

let service: TestService;
let store: KeyStore;
beforeAll(async () => {
	service = await TestService.start();
	store = await KeyStore.start();
});
beforeEach(async () => await service.clear());

const replyTo = (messageId: string, more: IDataObject = {}): IDataObject => ({
	resource: 'message',
	operation: 'reply',
	messageId,
	message: 'Until 8 pm.',
	...more,
});
const send = (text: string, options: IDataObject = { skipIf: ['sameText'] }): IDataObject => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: OUR,
	recipientWaId: CONTACT,
	message: text,
	options,
});

/** The output of a run, its hints and its error. */
function readRun(run: Awaited<ReturnType<TestService['run']>>) {
	const { error, runData } = run.data.resultData;
	const [{ hints = [] } = {}] = runData['Voice Agent'] ?? [];
	return {
		output: error ? [] : jsonOf(outputOf(run, 'Voice Agent')),
		hints: hints.map(({ message }) => message),
		error: error as (Error & { description?: string }) | undefined,
	};
}

describe('A conversation', () => {
	/** The time of the message that is answered. */
	const at = Date.parse('2026-06-02T12:00:00Z');
	let listed: IDataObject[];
	/** The message as get-message gives it, where that differs. */
	let single: IDataObject | undefined;
	let sent: IDataObject[];
	/** The next sends are refused for now, and this happens meanwhile. */
	const refusals: Array<() => void> = [];
	let page: Receiver;
	let names = 0;

	beforeAll(async () => {
		page = await startReceiver((request, response) => {
			const body = JSON.parse(request.body) as IDataObject;
			const answer = (record: unknown) => response.end(JSON.stringify(record));
			response.setHeader('content-type', 'application/json');
			if (request.path.endsWith('get-message')) {
				return answer(single ?? listed.find(({ id }) => id === body.message_id));
			}
			if (request.path.endsWith('list-messages')) return answer({ messages: listed, has_more: false });
			const whileWaiting = refusals.shift();
			if (whileWaiting) {
				whileWaiting();
				response.writeHead(429, { 'retry-after': '5' });
				return answer({ error: { code: 'rate_limited', message: 'Slow down' } });
			}
			sent.push(body);
			return answer({ success: true, stored: { id: `sent-${sent.length}`, status: 'sent' } });
		});
	});
	afterAll(async () => await page?.close());
	beforeEach(() => {
		listed = [];
		single = undefined;
		sent = [];
		// This process remembers by the ID which messages it has answered.
		names++;
	});

	const inbound = (name: string, afterMs: number, more: IDataObject = {}): IDataObject => ({
		id: `${name}-${names}`,
		thread_id: 'thread-1',
		from_number: CONTACT,
		to_number: OUR,
		body: `Text ${name}`,
		direction: 'inbound',
		status: 'delivered',
		is_ai_generated: false,
		created_at: new Date(at + afterMs).toISOString(),
		...more,
	});
	const outbound = (name: string, afterMs: number, more: IDataObject = {}): IDataObject =>
		inbound(name, afterMs, { from_number: OUR, to_number: CONTACT, direction: 'outbound', ...more });

	async function reply(options: IDataObject = {}, more: Partial<INode> = {}, text = 'Until 8 pm.') {
		const parameters = replyTo(`m-${names}`, { message: text, options });
		return await run(parameters, {}, more);
	}

	async function run(parameters: IDataObject, item: IDataObject, more: Partial<INode> = {}) {
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		return readRun(await service.run(parameters, [item], more, credentials));
	}

	/** Puts messages into the list, the newest first. */
	function list(...messages: IDataObject[]): void {
		const time = ({ created_at: one }: IDataObject) => Date.parse(String(one));
		listed = [...messages].sort((a, b) => time(b) - time(a));
	}

	const AGAIN = 'The person has written again after this message, so the reply was not sent.';
	const ANSWERED = 'The message was answered already, so the reply was not sent.';

	it.each<[string, IDataObject[], string | undefined]>([
		['nothing else', [], undefined],
		['what was written before it', [inbound('a', -5_000), outbound('b', -4_000)], undefined],
		['a newer message', [inbound('z', 5_000)], AGAIN],
		['a newer message of the same second', [inbound('z', 0)], AGAIN],
		['another message of the same second, which is the older one', [inbound('a', 0)], undefined],
		['a message to another number', [inbound('z', 5_000, { to_number: '1', thread_id: 't-2' })], undefined],
		['an answer of the agent', [outbound('x', 1_000, { is_ai_generated: true })], ANSWERED],
		['an answer of the team or of a workflow', [outbound('x', 3_000)], ANSWERED],
		['what went out before it could be read', [outbound('x', 2_999)], undefined],
		['what went out in the same second', [outbound('x', 0)], undefined],
		['an answer that did not arrive', [outbound('x', 9_000, { status: 'failed' })], undefined],
		['the same text, however soon', [outbound('x', 1_000, { body: 'Until 8 pm. ' })], ANSWERED],
		[
			'the same text, which did not arrive',
			[outbound('x', 1_000, { body: 'Until 8 pm.', status: 'failed' })],
			undefined,
		],
		['the same text before it', [outbound('x', -1_000, { body: 'Until 8 pm.' })], undefined],
	])('with %s', async (_, others, reason) => {
		list(inbound('m', 0), ...others.map((one) => ({ ...one })));
		const { output, hints, error } = await reply();
		expect(error).toBeUndefined();
		expect(hints).toEqual(reason === undefined ? [] : [reason]);
		expect(output).toHaveLength(reason === undefined ? 1 : 0);
		expect(sent).toHaveLength(reason === undefined ? 1 : 0);
		if (reason === undefined) {
			expect(sent[0]).toEqual({ phone_number_id: OUR, recipient_wa_id: CONTACT, message: 'Until 8 pm.' });
		}
	});

	it.each([
		[[], 1],
		[['newerMessage'], 0],
		[['answered'], 0],
		[undefined, 0],
	])('looks for what Do Not Send If names: %j', async (skipIf, count) => {
		list(inbound('m', 0), inbound('z', 5_000), outbound('x', 9_000));
		await reply({ skipIf });
		expect(sent).toHaveLength(count);
	});

	it('answers an AI agent that nothing was sent, and why', async () => {
		list(inbound('m', 0), outbound('x', 9_000));
		expect((await reply({}, { type: TOOL })).output).toEqual([{ sent: false, reason: ANSWERED }]);
		expect(sent).toEqual([]);
	});

	it('counts whatever goes out after a message that it has tried to answer', async () => {
		list(inbound('m', 0));
		await reply();
		list(inbound('m', 0), outbound('x', 1_000, { body: 'In other words' }));
		expect((await reply({}, {}, 'A third text')).hints).toEqual([ANSWERED]);
		expect(sent).toHaveLength(1);
	});

	it('does so after another process has tried, or n8n has started anew', async () => {
		store.rows.set('id-of-Voice-Agent', [`a:m-${names}`]);
		list(inbound('m', 0), outbound('x', 1_000, { body: 'In other words' }));
		expect((await reply()).hints).toEqual([ANSWERED]);
		expect(sent).toEqual([]);
	});

	it('is sent although n8n cannot note that it is about to be', async () => {
		list(inbound('m', 0));
		const failing = jest.spyOn(store, 'checkProcessedAndRecord').mockRejectedValue(new Error('no database'));
		expect(await reply()).toMatchObject({ error: undefined, hints: [] });
		expect(sent).toHaveLength(1);
		failing.mockRestore();
	});

	it('looks again after the service has asked to wait, and is not sent on an old look', async () => {
		list(inbound('m', 0));
		refusals.push(() => list(inbound('m', 0), inbound('z', 5_000)));
		expect((await reply()).hints).toEqual([AGAIN]);
		expect(sent).toEqual([]);
	});

	it('is answered once in whole seconds, where get-message tells milliseconds', async () => {
		list(inbound('m', 0), outbound('x', 3_000));
		single = inbound('m', 900);
		listed = listed.map((one) => ({ ...one, created_at: String(one.created_at).replace('.000', '') }));
		await reply();
		expect(sent).toHaveLength(0);
	});

	it.each([
		[{ direction: 'outbound' }, /^'Message' is a message that was sent from your number/, /Message > Send/],
		[
			{ from_number: 'ACME' },
			/^'Message' is from "ACME", which is not a phone number$/,
			/cannot be answered/,
		],
		[
			{ to_number: '+14155550100' },
			/^'Message' is an SMS, and the service sends no SMS$/,
			/business number in 'From'/,
		],
		[{ to_number: null }, /^'Message' cannot be answered: the service does not say your number$/, /Get\b/],
		[{ from_number: '' }, /^'Message' cannot be answered: the service does not say its sender$/, /Send\.$/],
		[{ direction: null }, /^'Message' cannot be answered: the service does not say its direction$/, /Send\./],
	])('cannot be answered if it has %j', async (more, message, advice) => {
		list(inbound('m', 0, more));
		const { error } = await reply();
		expect(error?.message).toMatch(message);
		expect(error?.description).toMatch(advice);
		expect(sent).toEqual([]);
	});

	it('answers an SMS by chat app, from the number that is chosen', async () => {
		list(inbound('m', 0, { from_number: `+${CONTACT}`, to_number: '+14155550100' }));
		const phoneNumberId = { __rl: true, mode: 'list', value: OUR };
		const options = { metadata: { object: { specify: 'json', json: '{"order":"A-17"}' } } };
		await run(replyTo(`m-${names}`, { phoneNumberId, options }), {});
		expect(sent).toEqual([
			{ phone_number_id: OUR, recipient_wa_id: CONTACT, message: 'Until 8 pm.', metadata: { order: 'A-17' } },
		]);
	});

	it('knows the answer by chat app to an SMS, which is in another conversation', async () => {
		const bySms = { from_number: `+${CONTACT}`, to_number: '+14155550100' };
		list(inbound('m', 0, bySms), outbound('x', 9_000, { thread_id: 'thread-2' }));
		const replyFrom = async (phoneNumberId: string) =>
			await run(replyTo(`m-${names}`, { phoneNumberId }), {});
		expect((await replyFrom(OUR)).hints).toEqual([ANSWERED]);
		expect((await replyFrom('106540352242999')).hints).toEqual([]);
	});

	it('answers an SMS from the only business number of the account, and says so', async () => {
		const bySms = { from_number: `+${CONTACT}`, to_number: '+14155550100' };
		const elsewhere = { thread_id: 'thread-2', from_number: '14155550199' };
		list(inbound('m', 0, bySms), inbound('x', -9_000, elsewhere));
		expect((await reply()).hints).toEqual([expect.stringMatching(`by chat app from ${OUR}, your only`)]);
		expect(sent).toEqual([{ phone_number_id: OUR, recipient_wa_id: CONTACT, message: 'Until 8 pm.' }]);
		list(...listed, inbound('y', -9_000, { ...elsewhere, to_number: '106540352242999' }));
		expect((await reply()).error?.message).toMatch(/is an SMS, and the service sends no SMS$/);
	});

	it('is sent although the service lists the same text to another person', async () => {
		const now = { created_at: new Date().toISOString(), body: 'Ready' };
		list(outbound('x', 0, { ...now, to_number: '14155550999', thread_id: 'thread-9' }));
		expect(await run(send('Ready'), {})).toMatchObject({ error: undefined, hints: [] });
		list(outbound('y', 0, { ...now, to_number: `+${CONTACT}` }));
		expect((await run(send('Ready'), {})).hints).toEqual([expect.stringMatching(/^The same text was sent/)]);
		expect(sent).toHaveLength(1);
	});

	it('goes to the person, from the number and with the text that were looked at', async () => {
		list(inbound('m', 0));
		const { error } = await reply({ additionalBodyFields: '{"message":"Other"}' });
		expect(error?.message).toMatch(/contains 'message', which the node sets itself$/);
		expect(sent).toEqual([]);
	});
});

describe('The sandbox', () => {
	let people = 0;
	/** Lets a person write who has not written before. @returns the ID of the message */
	async function write(body = 'Open?'): Promise<string> {
		const from_number = String(14155554000 + people++);
		const { message } = await service.sandbox.control('POST', '/events/chatapp.received', {
			from_number,
			phone_number_id: OUR,
			body,
		});
		return message.id;
	}
	const sends = async () => await service.requests('send-chatapp-message');

	it.each(['the same text', 'another text'])('sends one of two replies at once: %s', async (text) => {
		const id = await write();
		const runs = await Promise.all(
			['the same text', text].map(async (message) => await service.run(replyTo(id, { message }))),
		);
		expect(runs.map((run) => readRun(run).output.length).sort()).toEqual([0, 1]);
		expect(await sends()).toHaveLength(1);
	});

	it('sends a reply once whose answer was lost, and says that it can be run again', async () => {
		const id = await write();
		await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
		expect(readRun(await service.run(replyTo(id))).error?.description).toMatch(
			/unknown.* You can run the node again: .* is not sent twice\.$/,
		);
		expect(readRun(await service.run(replyTo(id))).hints).toEqual([
			expect.stringMatching(/answered already/),
		]);
		expect(await sends()).toHaveLength(1);
	});

	it('sends a reply that never arrived when it is run again', async () => {
		const id = await write();
		await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
		expect(readRun(await service.run(replyTo(id))).error).toBeDefined();
		expect(readRun(await service.run(replyTo(id))).output).toHaveLength(1);
	});

	it('sends nothing if the look at the list is not answered', async () => {
		const id = await write();
		await service.fault('list-messages', { kind: 'status', status: 500 });
		expect(readRun(await service.run(replyTo(id, { options: { maxRetries: 0 } }))).error).toBeDefined();
		expect(await sends()).toEqual([]);
	});

	it('sends a text once with Do Not Send If, whatever the items, runs and lost answers', async () => {
		const start = 'Your table is ready';
		await service.sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT, body: 'Hi' });
		await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
		expect(readRun(await service.run(send(start))).error).toBeDefined();
		const again = readRun(await service.run(send(`${start} `), [{}, {}]));
		expect(again).toMatchObject({ output: [], error: undefined });
		expect(again.hints).toContain(
			`The same text was sent to ${CONTACT} within the last 24 hours, so it was not sent again.`,
		);
		expect(readRun(await service.run(send(start), [{}], { retryOnFail: true })).hints).toHaveLength(1);
		expect(await sends()).toHaveLength(1);
		await service.run(send(start, {}));
		await service.run(send(start, { skipIf: [] }));
		await service.run(send('Another text'));
		expect(await sends()).toHaveLength(4);
	});

	it('sends the text again a day later', async () => {
		await service.run(send('Once a day'));
		await service.sandbox.control('POST', '/clock', { advance_seconds: 86_500 });
		await service.sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT, body: 'Hi' });
		expect(readRun(await service.run(send('Once a day'))).output).toHaveLength(1);
	});
});
