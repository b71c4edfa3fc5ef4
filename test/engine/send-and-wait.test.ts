import type { IDataObject, INode, IRun } from 'n8n-workflow';
import { WAIT_INDEFINITELY } from 'n8n-workflow';

import { until } from '../support/eventually';
import { useFastClock } from '../support/fast-clock';
import { jsonOf, outputOf, voiceAgentFlow } from '../support/n8n-engine';
import { mismatches, readSchema } from '../support/output-schema';
import { TestService } from '../support/test-service';
import { WaitingN8n } from '../support/waiting-n8n';
import { startReceiver, type Receiver } from '../support/http-server';

const QUESTION = {
	resource: 'message',
	operation: 'sendAndWait',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Shall we come tomorrow?',
	responseType: 'freeText',
};
const HOW_TO_APPROVE = 'Shall we come tomorrow?\n\nReply yes or no.';
const REFERENCE = /^\d+\/id-of-Voice-Agent\?question=[0-9a-f]{32}&repeated=\d&signature=[0-9a-f]{64}$/;

useFastClock();

let service: TestService;
let n8n: WaitingN8n;
beforeAll(async () => {
	service = await TestService.start();
	n8n = await WaitingN8n.start();
});
beforeEach(async () => await service.clear());
afterAll(async () => await n8n?.stop());

/** Stands in for the service where the sandbox does not do what is needed. */
let page: Receiver | undefined;
afterEach(async () => await page?.close());

const ask = async (parameters: IDataObject = {}, items: IDataObject[] = [{}], more: Partial<INode> = {}) =>
	await n8n.run(
		voiceAgentFlow({ ...QUESTION, ...parameters }, more),
		items.map((json) => ({ json })),
		service.credentials,
	);

/**
 * The bodies of all messages that were sent, without the part by which n8n finds the execution; that part.
 */
async function sent(): Promise<{ bodies: IDataObject[]; references: string[] }> {
	// The sandbox has not read the body of a request that a fault has answered.
	const requests = (await service.requests('send-chatapp-message')).filter(({ status }) => status !== 429);
	const references: string[] = [];
	const bodies = requests.map(({ body }) => {
		const { n8nReplyTo, ...metadata } = body.metadata as IDataObject;
		references.push(String(n8nReplyTo));
		return { ...body, metadata };
	});
	return { bodies, references };
}

/** Replies to the newest question. */
const reply = async (text: string, payload: IDataObject = { data: { body: text } }) =>
	await n8n.reply(String((await sent()).references.at(-1)), payload);

/** What the execution goes on with. */
const outputAt = async (end: Promise<IRun>) =>
	(jsonOf(outputOf(await end, 'Success'))[0] ?? {}) as { data: IDataObject };

const HUMAN_REVIEW = 'n8n-nodes-voice-agent.voiceAgentHitlTool';
const RESUMED = { status: 200, body: { reply: 'resumed' } };
const ASKED_AGAIN = { status: 200, body: { reply: 'asked again' } };

describe('Message > Send and Wait for Response', () => {
	it('sends the question, waits, and goes on with the reply', async () => {
		const { run, end } = await ask({
			options: { metadata: { object: { fields: { entry: [{ name: 'order', value: 'A-17' }] } } } },
		});
		expect(run.waitTill).toEqual(WAIT_INDEFINITELY);
		expect(outputOf(run, 'Success')).toEqual([]);
		const { bodies, references } = await sent();
		expect(bodies).toEqual([
			{
				phone_number_id: QUESTION.phoneNumberId,
				recipient_wa_id: QUESTION.recipientWaId,
				message: QUESTION.message,
				metadata: { order: 'A-17' },
			},
		]);
		expect(references).toEqual([expect.stringMatching(REFERENCE)]);

		expect(await reply('Yes, at ten')).toEqual(RESUMED);
		expect(outputOf(await end, 'Success')).toMatchObject([
			{
				json: {
					data: {
						text: 'Yes, at ten',
						clear: true,
						respondedAt: '2026-05-31T12:00:00.000Z',
						responder: { id: QUESTION.recipientWaId, source: 'chatapp' },
					},
					message: { channel: 'chatapp', direction: 'inbound', text: 'Yes, at ten' },
					payload: { data: { body: 'Yes, at ten' } },
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each<[string, IDataObject, IDataObject]>([
		['Yes', { responseType: 'approval' }, { approved: true, readBy: 'words' }],
		[
			'2.',
			{ responseType: 'choice', choices: '={{ ["Tuesday", "Friday"] }}' },
			{ choice: 'Friday', readBy: 'words' },
		],
		['Cancel', { responseType: 'freeText', options: { confirm: 'Thank you.' } }, { optOut: 'unclear' }],
		[
			'STOP',
			{ responseType: 'approval', options: { unclearReply: 'askAgain', confirm: 'Thank you.' } },
			{ optedOut: true, readBy: 'words' },
		],
	])('puts out the answer %s as its schema says, without another message', async (text, parameters, data) => {
		const { end } = await ask(parameters);
		expect(await reply(text)).toEqual(RESUMED);
		const output = await outputAt(end);
		expect(output.data).toEqual({
			text,
			clear: true,
			...data,
			respondedAt: expect.any(String),
			responder: expect.any(Object),
		});
		expect(mismatches(await readSchema('message', 'sendAndWait'), output)).toEqual([]);
		expect((await sent()).bodies).toHaveLength(1);
	});

	it('does not add how to answer where that is turned off', async () => {
		await ask({ responseType: 'approval', options: { addHowToAnswer: false } });
		expect((await sent()).bodies).toMatchObject([{ message: QUESTION.message }]);
	});

	it.each([
		['yes', true],
		['no', false],
		['who?', false],
	])('confirms an answer that is clear and no refusal: %s', async (text, isConfirmed) => {
		const options = {
			confirm: 'Thank you, booked.',
			unclearReply: 'passOn',
			metadata: { object: { specify: 'json', json: '{ "order": 1 }' } },
		};
		const { end } = await ask({ responseType: 'approval', options });
		expect(await reply(text)).toEqual(RESUMED);
		await end;
		const sentSince = async () => (await service.requests('send-chatapp-message')).slice(1);
		const more = await until(sentSince, ({ length }) => length > 0 || !isConfirmed, 10_000);
		// Without the reference, so that what the person writes next is no reply to the question.
		expect(more.map(({ body: { message, metadata } }) => ({ message, metadata }))).toEqual(
			isConfirmed ? [{ message: 'Thank you, booked.', metadata: { order: 1 } }] : [],
		);
	});

	it.each([
		['Yes, thanks', { approved: true, clear: true, readBy: 'words' }],
		['only to Bob', { clear: false, readBy: 'words', chatInput: 'only to Bob' }],
	])('in human review approves by a yes, and hands on other words: %s', async (text, data) => {
		const { end } = await ask({ responseType: 'approval' }, [{}], { type: HUMAN_REVIEW });
		expect((await sent()).bodies).toMatchObject([{ message: HOW_TO_APPROVE }]);
		expect(await reply(text)).toEqual(RESUMED);
		const { data: given, ...others } = await outputAt(end);
		const { respondedAt, responder, ...answer } = given;
		expect(answer).toEqual({ text, ...data });
		expect(others).not.toHaveProperty('approved');
	});

	it.each([
		"={{ $fromAI('recipient', '', 'string') }}",
		{ __rl: true, mode: 'id', value: '={{ $json.phone }}' },
		'={{ $tool.parameters.phone }}',
		'={{ this["$json"].phone }}',
	])('asks nobody for an approval where the model would choose the person: %j', async (recipientWaId) => {
		const parameters = { responseType: 'approval', recipientWaId };
		const { run } = await ask(parameters, [{ phone: '14155550123' }], { type: HUMAN_REVIEW });
		expect(run.data.resultData.error).toMatchObject({
			message: "'Recipient' of a human review cannot be left to the model",
			description: expect.stringMatching(/^The model would choose .* Nothing was sent\./),
		});
		expect(await service.requests('send-chatapp-message')).toEqual([]);
	});

	it('asks the person whom another node names, and in a workflow the one of the item', async () => {
		for (const person of [
			"={{ $('Start').first().json.phone }}",
			'={{ $node["Start"].json.phone }}',
			'={{ "1415" + "5550123" }}',
		]) {
			const parameters = { responseType: 'approval', recipientWaId: person };
			const { run } = await ask(parameters, [{ phone: '14155550123' }], { type: HUMAN_REVIEW });
			expect(run.waitTill).toBeDefined();
		}
		const ofItem = { responseType: 'approval', recipientWaId: '={{ $json.phone }}' };
		expect((await ask(ofItem, [{ phone: '14155550123' }])).run.waitTill).toBeDefined();
	});

	it('says how to opt out when it asks again after a word that may have meant it', async () => {
		const options = { unclearReply: 'askAgain', askAgainMessage: 'Yes or no?' };
		await ask({ responseType: 'approval', options });
		expect(await reply('Cancel')).toEqual(ASKED_AGAIN);
		const message = 'Yes or no?\n\nReply STOP to get no more messages.';
		expect((await sent()).bodies[1]).toMatchObject({ message });
	});

	it('asks again once where nothing else is set', async () => {
		const { end } = await ask({ responseType: 'approval' });
		expect(await reply('Who is this?')).toEqual(ASKED_AGAIN);
		expect(await reply('What?')).toEqual(RESUMED);
		expect((await sent()).bodies).toHaveLength(2);
		const { data } = await outputAt(end);
		expect(data).toMatchObject({ text: 'What?', clear: false, chatInput: 'What?' });
		expect(data).not.toHaveProperty('approved');
	});

	it('asks again as often and with the words that are set, with the choices and all else of the question', async () => {
		const { end } = await ask({
			responseType: 'choice',
			choices: 'Tuesday\nFriday',
			options: {
				unclearReply: 'askAgain',
				askAgainMessage: 'Which day?',
				askAgainAtMost: 2,
				metadata: { object: { specify: 'json', json: '{ "order": 1 }' } },
				additionalBodyFields: '{ "campaign": "spring" }',
			},
		});
		expect(await reply('Who is this?')).toEqual(ASKED_AGAIN);
		expect(await reply('What?')).toEqual(ASKED_AGAIN);
		const { bodies, references } = await sent();
		const choices = '1. Tuesday\n2. Friday\n\nReply with the number of your choice.';
		expect(bodies.map(({ message }) => message)).toEqual(
			[QUESTION.message, 'Which day?', 'Which day?'].map((text) => `${text}\n\n${choices}`),
		);
		for (const body of bodies) expect(body).toMatchObject({ metadata: { order: 1 }, campaign: 'spring' });
		expect(references[2]).toMatch(REFERENCE);
		expect(await reply('Go away')).toEqual(RESUMED);
		expect((await outputAt(end)).data).toMatchObject({ text: 'Go away', clear: false });
	});

	it('waits on, and does not ask again twice, when it is unknown whether it was asked', async () => {
		const { end } = await ask({ responseType: 'approval' });
		const [question = ''] = (await sent()).references;
		await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
		n8n.logged.length = 0;
		expect(await reply('Who is this?')).toEqual(ASKED_AGAIN);
		expect(n8n.logged).toEqual([expect.stringMatching(/it is unknown whether the person was asked again/)]);
		expect(await n8n.reply(question, { data: { body: 'Hello?' } })).toMatchObject({ status: 404 });
		expect((await sent()).references).toHaveLength(2);
		expect(await reply('Yes')).toEqual(RESUMED);
		expect((await outputAt(end)).data).toMatchObject({ approved: true });
	});

	describe('a reaction', () => {
		const options = { unclearReply: 'askAgain', askAgainAtMost: 5 };
		const reactTo = (id: unknown): IDataObject => ({
			messages: [{ type: 'reaction', reaction: { message_id: id, emoji: '👍' } }],
		});
		const lastSent = async (): Promise<IDataObject> => {
			const filters = { direction: 'outbound', phone_number: QUESTION.recipientWaId, limit: 1 };
			const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', filters);
			return await service.call('get-message', { message_id: messages[0]?.id });
		};

		it('to the question approves it, by each ID of the message', async () => {
			for (const field of ['id', 'message_sid']) {
				await service.clear();
				const { end } = await ask({ responseType: 'approval', options });
				const message = await lastSent();
				expect(message).toMatchObject({ [field]: expect.any(String) as string });
				expect(await reply('', reactTo(message[field]))).toEqual(RESUMED);
				expect((await outputAt(end)).data).toMatchObject({ text: '👍', approved: true });
			}
		});

		it('to another message is unclear, and to the follow-up an answer', async () => {
			const { end } = await ask({ responseType: 'approval', options });
			expect(await reply('', reactTo('wamid.other'))).toEqual(ASKED_AGAIN);
			const followUp = await lastSent();
			expect(await reply('', reactTo(followUp.id))).toEqual(RESUMED);
			expect((await outputAt(end)).data).toMatchObject({ approved: true });
		});
	});

	it.each([
		['approval', 'Hm', /^Voice Agent: could not ask again .* Service unavailable$/],
		['freeText', 'x', /^Voice Agent: could not confirm the answer\. .*Service unavailable$/],
	])('goes on, and logs why, when it cannot ask again or confirm: %s', async (responseType, text, words) => {
		const { end } = await ask({ responseType, options: { confirm: 'Thank you.' } });
		const { references } = await sent();
		n8n.logged.length = 0;
		await service.fault('send-chatapp-message', { kind: 'status', status: 502 });
		expect(await n8n.reply(references[0] ?? '', { data: { body: text } })).toEqual(RESUMED);
		expect((await outputAt(end)).data).toMatchObject({ text });
		await until(
			() => n8n.logged,
			({ length }) => length > 0,
			10_000,
		);
		expect(n8n.logged).toEqual([expect.stringMatching(words)]);
	});

	it('goes on with an unclear reply when the service has stored the follow-up as not sent', async () => {
		const bodies: IDataObject[] = [];
		page = await startReceiver((request, response) => {
			bodies.push(JSON.parse(request.body) as IDataObject);
			const stored = { id: 'm', status: bodies.length === 1 ? 'sent' : 'failed' };
			response.setHeader('Content-Type', 'application/json').end(JSON.stringify({ success: true, stored }));
		});
		const flow = voiceAgentFlow({ ...QUESTION, responseType: 'approval' });
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const { end } = await n8n.run(flow, [{ json: {} }], credentials);
		const { n8nReplyTo } = bodies[0]?.metadata as IDataObject;
		expect(await n8n.reply(String(n8nReplyTo), { data: { body: 'Hm' } })).toEqual(RESUMED);
		expect(bodies.filter(({ message }) => message !== undefined)).toHaveLength(2);
		expect((await outputAt(end)).data).toMatchObject({ text: 'Hm', clear: false });
	});

	it('takes no reply twice, and none that is not signed for this question', async () => {
		const { end } = await ask();
		const [reference = ''] = (await sent()).references;
		const forged = [
			reference.replace(/signature=(.)/, (_, first) => `signature=${first === '0' ? '1' : '0'}`),
			reference.replace('repeated=0', 'repeated=1'),
			reference.replace(/question=.{8}/, 'question=00000000'),
			reference.replace('id-of-Voice-Agent', 'id-of-Start'),
			reference.replace(/&signature.*/, ''),
		];
		for (const one of forged) {
			expect(await fetch(`${n8n.webhookWaitingBaseUrl}/${one}`, { method: 'POST' })).toMatchObject({
				status: 401,
			});
		}
		expect(await reply('', { no: 'text' })).toEqual(RESUMED);
		expect((await outputAt(end)).data).toMatchObject({ text: '' });
		const again = await fetch(`${n8n.webhookWaitingBaseUrl}/${reference}`, { method: 'POST' });
		expect(await again.text()).toContain('No action required');
	});

	it.each([[[]], [{ payload: {} }]])('goes on waiting after %j', async (body) => {
		await ask();
		const [reference = ''] = (await sent()).references;
		const response = await fetch(`${n8n.webhookWaitingBaseUrl}/${reference}`, {
			method: 'POST',
			body: JSON.stringify(body),
		});
		expect(response.status).toBe(400);
		expect(await reply('x')).toEqual(RESUMED);
	});

	it('does not take the late reply to one question for the answer to the next', async () => {
		const flow = voiceAgentFlow({ ...QUESTION, message: '={{ $json.text ?? "Thanks. And when?" }}' });
		flow.connections['Voice Agent'] = {
			main: [[{ node: 'Voice Agent', type: 'main', index: 0 }]],
		};
		await n8n.run(flow, [{ json: { text: 'Shall we come?' } }], service.credentials);
		const [first = ''] = (await sent()).references;
		expect(await reply('Yes')).toEqual(RESUMED);
		const { bodies } = await sent();
		expect(bodies.map(({ message }) => message)).toEqual(['Shall we come?', 'Thanks. And when?']);
		// The same execution, the same node, a signature that is good: but another question.
		expect(await n8n.reply(first, { data: { body: 'Thank you' } })).toMatchObject({ status: 404 });
		expect(await reply('At ten')).toEqual(RESUMED);
	});

	it('works under any name', async () => {
		const name = `Ask {{ "them" }} 'now' \\ $json\u2028👍🏽`;
		const flow = voiceAgentFlow(QUESTION);
		for (const one of flow.nodes) if (one.name === 'Voice Agent') one.name = name;
		flow.connections = {
			Start: { main: [[{ node: name, type: 'main', index: 0 }]] },
			[name]: flow.connections['Voice Agent'] ?? {},
		};
		const { end } = await n8n.run(flow, [{ json: {} }], service.credentials);
		expect(await reply('ok')).toEqual(RESUMED);
		expect((await outputAt(end)).data).toMatchObject({ text: 'ok' });
	});

	it('goes on with the input, and says that the time is up, when nobody answers', async () => {
		const earlier = { approved: true, data: { approved: true }, message: { id: 'm1' }, person: 'Ada' };
		const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
		const { id } = await ask({ options: { limitWaitTime: { values } } }, [earlier, earlier], {
			executeOnce: true,
		});
		const run = await n8n.timeOut(id);
		expect(run.data.resultData.error?.message).toBeUndefined();
		const passedOn = { message: { id: 'm1' }, person: 'Ada', data: { timedOut: true } };
		expect(jsonOf(outputOf(run, 'Success'))).toEqual([passedOn, passedOn]);
		// The output of the node before stays as it is.
		expect(jsonOf(outputOf(run, 'Start'))).toEqual([earlier, earlier]);
	});

	const hours = (resumeAmount: unknown) => ({
		limitType: 'afterTimeInterval',
		resumeAmount,
		resumeUnit: 'hours',
	});

	it.each([
		['after some hours', hours(1.5), 5_400_000],
		[
			'at a time',
			{ limitType: 'atSpecifiedTime', maxDateAndTime: '={{ $now.plus({ days: 2 }).toISO() }}' },
			172_800_000,
		],
	])('waits no longer than %s', async (_, values, wait) => {
		const { run } = await ask({ options: { limitWaitTime: { values } } });
		const expected = Date.now() + wait;
		expect(Math.abs(Number(run.waitTill) - expected)).toBeLessThan(60_000);
	});

	it.each([
		['no limit', undefined, 86_400_000, false],
		['a limit that ends later', hours(2), 7_200_000, false],
		['a limit that n8n may notice too late', hours(1), 3_630_000, false],
		['a limit that ends before', hours(1), 3_700_000, true],
	])(
		'asks only where n8n would not cancel the execution meanwhile: %s',
		async (_, values, cancelledAfterMs, isAsked) => {
			const options = values ? { limitWaitTime: { values } } : {};
			const executionTimeoutTimestamp = Date.now() + cancelledAfterMs;
			const flow = voiceAgentFlow({ ...QUESTION, options });
			const { run } = await n8n.run(flow, [{ json: {} }], service.credentials, { executionTimeoutTimestamp });
			expect(await service.requests('send-chatapp-message')).toHaveLength(isAsked ? 1 : 0);
			if (isAsked) {
				expect(run.waitTill).toBeDefined();
				return;
			}
			expect(run.data.resultData.error).toMatchObject({
				message: expect.stringMatching(/^n8n would cancel this execution before the wait is over/),
				description: expect.stringMatching(/'Timeout Workflow'.*EXECUTIONS_TIMEOUT.*'Limit Wait Time'/),
			});
		},
	);

	it('refuses two items before anything is sent', async () => {
		const { run } = await ask({}, [{}, {}]);
		expect(run.waitTill).toBeUndefined();
		expect(run.data.resultData.error).toMatchObject({
			message: expect.stringMatching(/takes one item, but there are 2/),
			description: expect.stringMatching(/Loop Over Items/),
		});
		expect(await service.requests('send-chatapp-message')).toEqual([]);
	});
});
