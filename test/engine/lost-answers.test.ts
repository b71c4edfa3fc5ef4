/**
 * A send whose answer does not arrive: the node looks for the message
 * before it says that the outcome is unknown.
 */
import { randomUUID } from 'node:crypto';

import type { IDataObject, INodeType } from 'n8n-workflow';

import {
	addNodeType,
	type Flow,
	jsonOf,
	node,
	outputOf,
	runFlow,
	voiceAgentFlow,
} from '../support/n8n-engine';
import { failEveryThirdSend } from './lost-answers/every-third-send';
import { useFastClock } from '../support/fast-clock';
import { TestService } from '../support/test-service';
import { useTimeZone } from '../support/time-zone';
import { type Manners, UnansweredSends } from './lost-answers/unanswered-sends';
import { WaitingN8n } from '../support/waiting-n8n';

useFastClock();

const BUSINESS_NUMBER = '106540352242922';
const CONTACT = '14155550123';

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const sending = (more: IDataObject = {}) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: BUSINESS_NUMBER,
	recipientWaId: '={{ $json.to }}',
	message: '={{ $json.text }}',
	...more,
});

/** The messages in the sandbox with a text. */
async function stored(text: string): Promise<IDataObject[]> {
	const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', {
		direction: 'outbound',
		limit: 100,
	});
	return messages.filter(({ body }) => body === text);
}

const idsOf = (records: IDataObject[]) => records.map(({ stored: one }) => (one as IDataObject).id);

/** People who wrote just now, so that they may be sent a message. */
async function openWindows(count: number): Promise<string[]> {
	const people = Array.from({ length: count }, (_, index) => `1415555${String(2000 + index)}`);
	for (const number of people) {
		await service.sandbox.control('POST', '/events/chatapp.received', { from_number: number, body: 'Hi' });
	}
	return people;
}

it.each(['reset_after', 'truncate'] as const)(
	'finds every third of 60 equal messages to 20 people, whose answers are lost (%s)',
	async (kind) => {
		const people = await openWindows(20);
		const text = `Your table is ready (${kind})`;
		const items = Array.from({ length: 60 }, (_, index) => ({ to: people[index % 20], text }));
		const proxy = await failEveryThirdSend(
			service.sandbox.url,
			async () => await service.fault('send-chatapp-message', { kind, count: 1 }),
		);
		const credentials = { voiceAgentApi: { baseUrl: proxy.url, apiKey: service.sandbox.apiKey } };
		try {
			const result = await service.run(sending(), items, {}, credentials);
			expect(result.data.resultData.error).toBeUndefined();
			const output = outputOf(result, 'Voice Agent');
			expect(output.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
			expect(await service.requests('send-chatapp-message')).toHaveLength(60);
			const messages = await stored(text);
			expect(messages).toHaveLength(60);
			const recipientOf = new Map(messages.map(({ id, to_number: to }) => [id, to]));
			expect(idsOf(jsonOf(output)).map((id) => recipientOf.get(id))).toEqual(items.map(({ to }) => to));
			expect(new Set(idsOf(jsonOf(output))).size).toBe(60);
			const { hints = [] } = result.data.resultData.runData['Voice Agent']?.[0] ?? {};
			expect(hints.map(({ message }) => message)).toContain(
				'The service did not answer 20 requests in full, but its records show that they were carried ' +
					'out. None was sent again.',
			);
		} finally {
			await proxy.stop();
		}
	},
);

const send = async (items: IDataObject[], more: IDataObject = {}, onError?: 'continueErrorOutput') =>
	await service.run(sending({ options: { maxRetries: 1 }, ...more }), items, onError && { onError });

it('gives what the service would have answered', async () => {
	const [first] = jsonOf(outputOf(await send([{ to: CONTACT, text: 'Answered' }]), 'Voice Agent'));
	await service.fault('send-chatapp-message', { kind: 'truncate', count: 1 });
	const [second] = jsonOf(outputOf(await send([{ to: CONTACT, text: 'Lost' }]), 'Voice Agent'));
	expect(Object.keys(second ?? {})).toEqual(Object.keys(first ?? {}));
	expect(Object.keys(second?.stored ?? {})).toEqual(Object.keys(first?.stored ?? {}));
	expect(second).toMatchObject({
		success: true,
		message_id: expect.stringMatching(/^chatmsg\./),
		stored: { content: 'Lost', direction: 'outbound', status: 'sent', channel: 'chatapp' },
	});
});

it('stays unknown if the message never arrived, says what was read, and sends nothing again', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
	const { error } = (await send([{ to: CONTACT, text: 'Never arrived' }])).data.resultData;
	expect(error).toMatchObject({
		message: 'The connection ended before the service answered',
		description:
			'It is unknown whether the request was carried out, so it was not sent again. Look for it with ' +
			'Message > Get Many before you send it again. The node looked in the messages to ' +
			'14155550123 for one with this text that was sent since then, and found none.',
	});
	expect(await service.requests('send-chatapp-message')).toHaveLength(1);
	// Two looks, each by both spellings of the number.
	expect((await service.requests('list-messages')).map(({ body }) => body.phone_number)).toEqual([
		'14155550123',
		'+14155550123',
		'14155550123',
		'+14155550123',
	]);
});

it('does not take the message of an earlier item, whose answer arrived, for that of a lost one', async () => {
	const proxy = await failEveryThirdSend(
		service.sandbox.url,
		async () => await service.fault('send-chatapp-message', { kind: 'reset', count: 1 }),
	);
	try {
		const credentials = { voiceAgentApi: { baseUrl: proxy.url, apiKey: service.sandbox.apiKey } };
		const items = Array.from({ length: 3 }, () => ({ to: CONTACT, text: 'Three times' }));
		const parameters = sending({ options: { maxRetries: 1 } });
		const result = await service.run(parameters, items, { onError: 'continueErrorOutput' }, credentials);
		expect(outputOf(result, 'Voice Agent', 0).map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
		]);
		expect(jsonOf(outputOf(result, 'Voice Agent', 1))).toMatchObject([
			{ details: { description: expect.stringMatching(/found none\.$/) } },
		]);
	} finally {
		await proxy.stop();
	}
});

it('does not guess which of two equal messages was lost', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
	await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
	const items = Array.from({ length: 3 }, () => ({ to: CONTACT, text: 'Equal' }));
	const result = await send(items, {}, 'continueErrorOutput');
	expect(jsonOf(outputOf(result, 'Voice Agent', 1))).toMatchObject([
		{ details: { description: expect.stringMatching(/found none\.$/) } },
		{ details: { description: expect.stringMatching(/an earlier item sent the same/) } },
	]);
	expect(outputOf(result, 'Voice Agent')).toMatchObject([{ pairedItem: { item: 2 } }]);
	expect(await service.requests('send-chatapp-message')).toHaveLength(3);
});

it('fails an item in the words of the service if the message that it finds was not sent', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
	const { error } = (await send([{ to: '19995550000', text: 'Too late' }])).data.resultData;
	expect(error).toMatchObject({
		message: 'More than 24 hours have passed since the recipient last sent a message',
		description: expect.stringMatching(/^The chat app allows free-form messages only within 24 hours/),
	});
	expect(error?.description).not.toMatch(/unknown/);
});

it('says so if it cannot look', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
	await service.fault('list-messages', { kind: 'status', status: 500, body: 'Under repair' });
	const { error } = (await send([{ to: CONTACT, text: 'Not listed' }])).data.resultData;
	expect(error?.description).toMatch(
		/The node could not look in the messages to 14155550123 for one with this text: Under repair\.$/,
	);
});

it('starts no other item while it looks, if the node stops on what it does not find', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
	const items = [CONTACT, ...(await openWindows(2))].map((to) => ({ to, text: 'One at a time' }));
	const { error } = (await send(items, { options: { concurrency: 1, maxRetries: 1 } })).data.resultData;
	expect(await service.requests('send-chatapp-message')).toHaveLength(1);
	expect(error?.description).toMatch(/It is unknown whether item 1 was sent\. Items 2 and 3 were not sent\./);
});

it('ends at once when the execution is canceled while it looks', async () => {
	await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
	await service.fault('list-messages', { kind: 'latency', latency_ms: 600_000, count: 1 });
	// The deadline of the request would end it, too.
	const { timeout } = AbortSignal;
	const deadlines = jest
		.spyOn(AbortSignal, 'timeout')
		.mockImplementation((milliseconds) =>
			milliseconds > 20_000 ? new AbortController().signal : timeout.call(AbortSignal, milliseconds),
		);
	try {
		const flow = voiceAgentFlow(sending());
		await runFlow(flow, [{ json: { to: CONTACT, text: 'Cancelled' } }], service.credentials, {
			onStart: (cancel) => void service.requested('list-messages').then(cancel),
		});
	} finally {
		deadlines.mockRestore();
	}
	expect(await service.requests('send-chatapp-message')).toHaveLength(1);
});

it('waits for the reply to a question whose answer was lost', async () => {
	const n8n = await WaitingN8n.start();
	try {
		await service.fault('send-chatapp-message', { kind: 'truncate', count: 1 });
		const question = {
			...sending({ recipientWaId: CONTACT, message: 'Shall we?' }),
			operation: 'sendAndWait',
		};
		const { end } = await n8n.run(voiceAgentFlow(question), [{ json: {} }], service.credentials);
		const [request] = await service.requests('send-chatapp-message');
		const { n8nReplyTo } = request?.body.metadata as IDataObject;
		await n8n.reply(String(n8nReplyTo), { body: 'Yes' });
		expect(jsonOf(outputOf(await end, 'Success'))).toMatchObject([{ data: { text: 'Yes' } }]);
		expect(await service.requests('send-chatapp-message')).toHaveLength(1);
	} finally {
		await n8n.stop();
	}
});

describe('Several sends of one execution', () => {
	/** What happens between the sends; returns what is passed on. */
	let between: () => Promise<boolean>;

	beforeAll(() => {
		addNodeType('test.between', {
			description: {
				displayName: 'Between',
				name: 'between',
				group: ['transform'],
				version: 1,
				description: 'Does something between two sends',
				defaults: { name: 'Between' },
				inputs: ['main'],
				outputs: ['main'],
				properties: [],
			},
			execute: async function () {
				return [(await between()) ? this.getInputData() : []];
			},
		} satisfies INodeType);
	});

	let text = '';
	beforeEach(() => (text = `The same, ${randomUUID()}`));
	const to = (name: string) => [{ node: name, type: 'main' as const, index: 0 }];
	/** A flow that sends, does something, and then sends the same by another node or by the same again. */
	function flowTo(second: 'Voice Agent' | 'Voice Agent 2'): Flow {
		const parameters = sending({ recipientWaId: CONTACT, message: text, options: { maxRetries: 1 } });
		const flow = voiceAgentFlow(parameters, { onError: 'continueErrorOutput' });
		const [start, first] = flow.nodes as [Flow['nodes'][0], Flow['nodes'][0]];
		return {
			nodes: [
				start,
				first,
				{ ...first, id: 'second', name: 'Voice Agent 2' },
				node('Between', 'test.between'),
			],
			connections: {
				Start: { main: [to('Voice Agent')] },
				'Voice Agent': { main: [to('Between'), to('Between')] },
				Between: { main: [to(second)] },
			},
		};
	}

	/** The outputs of all sends, in their order. */
	async function outputs(flow: Flow): Promise<IDataObject[]> {
		const { data } = await runFlow(flow, [{ json: {} }], service.credentials);
		const runs = ['Voice Agent', 'Voice Agent 2'].flatMap((name) => data.resultData.runData[name] ?? []);
		return runs.flatMap((run) => jsonOf(run.data?.main?.flatMap((items) => items ?? []) ?? []));
	}

	it.each(['Voice Agent', 'Voice Agent 2'] as const)(
		'the message of the first is not taken for that of a lost one of %s',
		async (second) => {
			let sends = 0;
			between = async () => {
				if (++sends > 1) return false;
				await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
				return true;
			};
			const [first, lost] = await outputs(flowTo(second));
			expect(first).toMatchObject({ stored: { content: text } });
			expect(lost).toMatchObject({ details: { description: expect.stringMatching(/found none\.$/) } });
			expect(await stored(text)).toHaveLength(1);
		},
	);

	it('it is not guessed which of two lost ones of two nodes was stored', async () => {
		await service.fault('send-chatapp-message', { kind: 'reset', count: 1 });
		between = async () => {
			await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
			return true;
		};
		const lost = await outputs(flowTo('Voice Agent 2'));
		expect(lost).toMatchObject([
			{ details: { description: expect.stringMatching(/found none\.$/) } },
			{ details: { description: expect.stringMatching(/an earlier item sent the same/) } },
		]);
	});

	it('one that was refused does not keep the next one from being found', async () => {
		await service.fault('send-chatapp-message', {
			kind: 'status',
			status: 400,
			body: '{ "error": "Not now" }',
			count: 1,
		});
		between = async () => {
			await service.fault('send-chatapp-message', { kind: 'reset_after', count: 1 });
			return true;
		};
		const [refused, found] = await outputs(flowTo('Voice Agent 2'));
		expect(refused).toMatchObject({ error: expect.stringMatching(/^Not now/) });
		expect(found).toMatchObject({ stored: { content: text } });
	});
});

describe('A service of other manners than the sandbox', () => {
	/** Sends one message, and returns the ID that the item has then, or what its message says. */
	async function sendTo(manners: Manners, text = 'Hi'): Promise<unknown> {
		const standIn = await UnansweredSends.start(manners);
		const credentials = { voiceAgentApi: { baseUrl: standIn.url, apiKey: 'svc_x' } };
		const items = [{ to: CONTACT, text }];
		const result = await service.run(sending({ options: { maxRetries: 2 } }), items, {}, credentials);
		await standIn.stop();
		expect(standIn.sends).toBe(1);
		return result.data.resultData.error?.description ?? idsOf(jsonOf(outputOf(result, 'Voice Agent')))[0];
	}

	it.each<[string, Manners]>([
		['whose clock is ten minutes ahead', { aheadMs: 600_000 }],
		['whose clock is ten minutes behind', { aheadMs: -600_000 }],
		['that writes the recipient with a plus', { spell: (number) => `+${number}` }],
		['that accepts numbers with a plus only', { spell: (number) => `+${number}`, isStrict: true }],
		['that accepts numbers without a plus only', { isStrict: true }],
		['that lists a message late', { lateBy: 4 }],
		['that has older ones with the same text', { others: [{ ageMs: 10_000 }, { ageMs: 600_000 }] }],
		['whose clock is ahead, and that has an older one', { aheadMs: 600_000, others: [{ ageMs: 10_000 }] }],
		['whose clock is behind, and that has an older one', { aheadMs: -600_000, others: [{ ageMs: 10_000 }] }],
		[
			'that has others like it',
			{
				others: [
					{ ageMs: -100, from_number: '999' },
					{ ageMs: -100, body: 'Hi there' },
					{ ageMs: -100, is_ai_generated: true },
					{ ageMs: -100, direction: 'inbound' },
				],
			},
		],
	])('%s: the message is found', async (_, manners) => {
		expect(await sendTo(manners)).toBe('sent-0');
	});

	describe.each(['America/New_York', 'Asia/Kolkata'])('n8n runs in %s', (timeZone) => {
		useTimeZone(timeZone);

		it('and the times of the service have no zone: the message is found', async () => {
			expect(await sendTo({ isWithoutZone: true, others: [{ ageMs: 3_600_000 }] })).toBe('sent-0');
		});

		it('and the times have no zone: an older message is not taken for one that never went out', async () => {
			const description = await sendTo({
				isWithoutZone: true,
				isDeaf: true,
				others: [{ ageMs: 3_600_000 }],
			});
			expect(description).toMatch(/^It is unknown whether the request was carried out/);
		});
	});

	it('that gives times in whole seconds: the message is found after the second has passed', async () => {
		// It is sent in the last third of a second of the service, and listed in the next one.
		const aheadMs = 700 - (Date.now() % 1000);
		const others = [{ ageMs: 10_000 }];
		expect(await sendTo({ isInSeconds: true, aheadMs, lateBy: 2, others })).toBe('sent-0');
	});

	it.each<[string, string, (text: string) => string]>([
		['line breaks', 'One\r\nTwo', (text) => text.replaceAll('\r\n', '\n')],
		['accents', 'Cafe\u0301', (text) => text.normalize('NFC')],
		['variation selectors', 'Thanks \u2764\ufe0f', (text) => text.replace('\ufe0f', '')],
		[
			'invisible marks',
			'Your\u200b code: \u20661234\u2069',
			(text) => text.replace(/[\u200b\u2066\u2069]/g, ''),
		],
		['blanks at the ends of lines', 'One  \nTwo \n', (text) => text.replace(/ +$/gm, '').trim()],
	])('that changes %s: the message is found', async (_, text, store) => {
		expect(store(text)).not.toBe(text);
		expect(await sendTo({ store }, text)).toBe('sent-0');
	});

	const newer = (count: number, more = {}) =>
		Array.from({ length: count }, (_, index) => ({ ageMs: -60_000 - index, body: 'Another', ...more }));

	it('that gives short pages: the message is found on a later one', async () => {
		expect(await sendTo({ pageSize: 2, others: newer(5) })).toBe('sent-0');
	});

	it('that gives short pages: the message of another execution on the first one is not taken', async () => {
		const others = [...newer(1, { body: 'Hi' }), ...newer(4)];
		expect(await sendTo({ pageSize: 2, others })).toMatch(/sent since then, and found 2\.$/);
	});

	it('whose lists take long: the message is found', async () => {
		expect(await sendTo({ listTakesMs: 3_000 })).toBe('sent-0');
	});

	it('whose lists take long: the message of another execution just before it is not taken', async () => {
		const others = [{ ageMs: 1_500 }];
		expect(await sendTo({ listTakesMs: 4_000, isDeaf: true, others })).toMatch(
			/and found one that may have been sent before this one\.$/,
		);
	});

	it.each<[string, Manners, RegExp]>([
		[
			'that lists more than can be read',
			{ pageSize: 1, others: newer(15) },
			/among the newest 10, which do not go back to the time before it was sent\.$/,
		],
		[
			'that gives messages no time',
			{ others: [{ ageMs: 0, created_at: null }], isDeaf: true },
			/may have been sent before this one\.$/,
		],
		['that does not say its time', { saysDate: false }, /its answer does not say when it was given\.$/],
		['that accepts no number', { isStrict: true, spell: () => 'x' }, /with this text: Not a phone number\.$/],
		['that has two', { others: [{ ageMs: -100 }] }, /that was sent since then, and found 2\.$/],
		['that never lists it', { lateBy: 99 }, /that was sent since then, and found none\.$/],
	])('%s: the outcome stays unknown', async (_, manners, description) => {
		expect(await sendTo(manners)).toMatch(description);
	});
});
