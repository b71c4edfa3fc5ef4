import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { failEveryThird, type FailingProxy } from '../support/failing-proxy';
import { mismatches, type OutputSchema } from '../support/output-schema';
import { Poller } from '../support/poll-polling-trigger';
import { TestService } from '../support/test-service';
import { untypedControl } from '../support/untyped-control.ts';

/** More than a page each; in the full test, more than one poll gives at once. */
const BURST = process.env.TEST_FULL ? 2_500 : 250;

/** What n8n is told of the output with Simplify on. */
const SCHEMA = join(__dirname, '../../nodes/VoiceAgentPollingTrigger/__schema__/v1.0.0.json');

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

let count = 0;

/** Makes messages arrive or go out, one after the other, and gives their texts. */
async function happen(number: number, event = 'sms.received', more: IDataObject = {}): Promise<string[]> {
	const texts = Array.from({ length: number }, () => `message ${++count}`);
	for (const body of texts)
		await untypedControl(service.sandbox, 'POST', `/events/${event}`, { body, ...more });
	return texts;
}

/** The same, many at once; their order is that of the service. */
async function burst(number: number): Promise<void> {
	const left = Array.from({ length: number }, () => `message ${++count}`).values();
	await Promise.all(
		Array.from({ length: 8 }, async () => {
			for (const body of left) await service.sandbox.control('POST', '/events/sms.sent', { body });
		}),
	);
}

/** All texts that the service has, oldest first. */
async function everyText(direction: string): Promise<string[]> {
	const texts: unknown[] = [];
	for (let offset = 0; ; offset += 100) {
		const body = { direction, limit: 100, offset };
		const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', body);
		if (messages.length === 0) return textsOf(messages).concat(texts.reverse() as string[]);
		texts.push(...messages.map((message) => message.body));
	}
}

const textsOf = (items: IDataObject[]) => items.map(({ body }) => body as string);

const published = async (parameters: IDataObject = {}, more = {}) => {
	const poller = new Poller(service.credentials, {
		parameters: { direction: 'any', ...parameters },
		...more,
	});
	expect(await poller.publish()).toEqual([]);
	return poller;
};

describe('Voice Agent Polling Trigger', () => {
	it('starts from now, and gives each message once, oldest first', async () => {
		const poller = await published();
		expect(await poller.poll()).toEqual([]);
		const texts = await happen(3);
		expect(textsOf(await poller.poll())).toEqual(texts);
		expect(await poller.poll()).toEqual([]);
		const later = [...(await happen(2)), ...(await happen(1, 'sms.sent'))];
		expect(textsOf(await poller.poll())).toEqual(later);
	});

	it('sends no date filter', async () => {
		const poller = await published({ direction: 'inbound', phoneNumber: '+1 (415) 555-0100' });
		await poller.poll();
		const bodies = (await service.requests('list-messages')).map(({ body }) => body);
		expect(bodies.at(-1)).toEqual({
			direction: 'inbound',
			phone_number: '14155550100',
			limit: 100,
			offset: 0,
		});
	});

	it('repeats what n8n did not take over', async () => {
		const poller = await published();
		const texts = await happen(2);
		const cut = poller.poll(() => {
			throw new Error('n8n ended');
		});
		await expect(cut).rejects.toThrow('n8n ended');
		expect(textsOf(await poller.publish())).toEqual(texts);
	});

	it('asks once at a time, though n8n does not wait for the last poll', async () => {
		const poller = await published();
		const texts = await happen(2);
		await service.fault('list-messages', { kind: 'latency', latency_ms: 300, count: 1 });
		const both = await Promise.all([poller.poll(), poller.poll()]);
		expect(both.map(textsOf)).toEqual([texts, []]);
	});

	it('tells the channels apart', async () => {
		const pollers = await Promise.all(
			['sms', 'chatapp', 'any'].map(async (channel) => await published({ channel }, { nodeId: channel })),
		);
		const sms = [...(await happen(1)), ...(await happen(1, 'sms.sent'))];
		const chatapp = await happen(2, 'chatapp.received');
		const found = await Promise.all(pollers.map(async (poller) => textsOf(await poller.poll())));
		expect(found).toEqual([sms, chatapp, [...sms, ...chatapp]]);
	});

	it('takes one direction, one number', async () => {
		const outbound = await published({ direction: 'outbound' }, { nodeId: 'a' });
		const contact = await published({ phoneNumber: '+14155550177' }, { nodeId: 'b' });
		await happen(1);
		const out = await happen(1, 'sms.sent');
		const own = await happen(1, 'sms.received', { from_number: '+14155550177' });
		expect(textsOf(await outbound.poll())).toEqual(out);
		expect(textsOf(await contact.poll())).toEqual(own);
	});

	it('gives the ten fields that workflows use, or the whole record', async () => {
		const simple = await published({}, { nodeId: 'a' });
		const whole = await published({ simplify: false }, { nodeId: 'b' });
		await happen(1);
		const [simplified] = await simple.poll();
		const [record] = await whole.poll();
		const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 1 });
		const { message, chatInput, ...listed } = record ?? {};
		expect(listed).toEqual(messages[0]);
		const { is_ai_generated: _, ...rest } = listed;
		expect(simplified).toEqual({ ...rest, message, chatInput });
		expect(chatInput).toBe(listed.body);
		expect(message).toMatchObject({ id: listed.id, channel: 'sms', text: listed.body });
		const schema = JSON.parse(readFileSync(SCHEMA, 'utf8')) as OutputSchema;
		expect(mismatches(schema, simplified)).toEqual([]);
	});

	it('works with email and password', async () => {
		const { url, email, password, anonKey } = service.sandbox;
		const voiceAgentSessionApi = {
			baseUrl: url,
			email,
			password,
			anonKey,
			sessionToken: '',
			refreshToken: '',
			obtainedWith: '',
		};
		const poller = new Poller({ voiceAgentSessionApi }, { parameters: { authentication: 'session' } });
		expect(await poller.publish()).toEqual([]);
		const texts = await happen(1);
		expect(textsOf(await poller.poll())).toEqual(texts);
	});

	describe('run by hand', () => {
		it('shows the newest message and moves nothing', async () => {
			const poller = await published();
			const texts = await happen(2);
			const before = poller.stored;
			expect(textsOf(await poller.runByHand())).toEqual([texts[1]]);
			expect(poller.stored).toBe(before);
			expect(textsOf(await poller.poll())).toEqual(texts);
		});
	});

	describe('with every third request failing', () => {
		let proxy: FailingProxy;
		beforeAll(async () => (proxy = await failEveryThird(service.sandbox.url)));
		// Repeats requests at once.
		beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
		afterEach(() => jest.restoreAllMocks());
		afterAll(async () => await proxy?.close());

		it(`gives two bursts of ${BURST} messages once and in order, though n8n restarts`, async () => {
			const credentials = { voiceAgentApi: { baseUrl: proxy.url, apiKey: service.sandbox.apiKey } };
			const poller = new Poller(credentials, { parameters: { direction: 'outbound' } });
			const past = await everyText('outbound');
			await poller.publish();
			const polls: string[][] = [];
			for (let round = 0; round < 2; round++) {
				const arriving = burst(BURST);
				polls.push(textsOf(await poller.poll()));
				await arriving;
				polls.push(textsOf(await poller.publish()));
				do polls.push(textsOf(await poller.poll()));
				while (polls.at(-1)?.length !== 0);
			}
			const all = await everyText('outbound');
			expect(all).toHaveLength(past.length + 2 * BURST);
			expect(polls.flat()).toEqual(all.slice(past.length));
			expect(proxy.count.failed).toBeGreaterThan(2);
		});
	});
});
