/** The polling trigger for failed deliveries: each message that fails once, whenever it fails. */
import type { IDataObject } from 'n8n-workflow';

import { failEveryThird } from '../support/failing-proxy';
import { MessageListService } from '../support/message-list-server';
import { Poller } from '../support/poll-polling-trigger';
import { TestService } from '../support/test-service';

const KEY = `svc_${'0'.repeat(40)}`;
const OTHER_KEY = `svc_${'1'.repeat(40)}`;
const HOUR_MS = 3_600_000;

const FOR_FAILURES = { triggerOn: 'failedDeliveries' };

const idsOf = (items: IDataObject[]) => items.map(({ id }) => id as string);

/** The same trigger as n8n finds it again, with other settings. */
const changed = (poller: Poller, parameters: IDataObject, credentials = poller.credentials, more = {}) =>
	new Poller(credentials, {
		parameters,
		workflowId: poller.id,
		staticData: JSON.parse(poller.stored) as IDataObject,
		...more,
	});

afterEach(() => jest.restoreAllMocks());

describe('Against the sandbox', () => {
	let service: TestService;
	beforeAll(async () => (service = await TestService.start()));
	beforeEach(async () => await service.clear());

	/** Sends a message, and gives its ID. */
	async function send(more: IDataObject = {}): Promise<string> {
		await service.sandbox.control('POST', '/events/sms.sent', { body: 'Hello', ...more });
		const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 1 });
		return messages[0]?.id as string;
	}

	const report = async (id: string, status: 'delivered' | 'undelivered' | 'failed'): Promise<unknown> =>
		await service.sandbox.control('POST', `/messages/${id}/status`, { status });

	const published = async (parameters: IDataObject = {}, credentials = service.credentials) => {
		const poller = new Poller(credentials, { parameters: { ...FOR_FAILURES, ...parameters } });
		expect(await poller.publish()).toEqual([]);
		return poller;
	};

	it('gives each message that fails once, with its delivery error, and none that failed before', async () => {
		await service.sandbox.control('PATCH', '/carrier', { report_after_seconds: null });
		const [failedBefore, sentBefore] = [await send(), await send()];
		await report(failedBefore, 'failed');
		const poller = await published();
		const [arrives, fails] = [await send(), await send()];
		expect(await poller.poll()).toEqual([]);
		await report(arrives, 'delivered');
		await report(fails, 'undelivered');
		await report(sentBefore, 'failed');
		const found = await poller.poll();
		expect(found.map(({ id, status }) => [id, status])).toEqual([
			[sentBefore, 'failed'],
			[fails, 'undelivered'],
		]);
		expect(found[1]?.delivery_error).toEqual({
			code: 'unreachable',
			reason: 'The handset could not be reached.',
			at: expect.any(String),
		});
		expect(Object.keys(found[0] ?? {})).toHaveLength(11);
		expect(found[0]?.message).toMatchObject({ id: sentBefore, channel: 'sms', direction: 'outbound' });
		expect(await poller.poll()).toEqual([]);
		expect(await poller.publish('init')).toEqual([]);
		const bodies = (await service.requests('list-messages')).map(({ body }) => body);
		expect(bodies.at(-1)).toEqual({ direction: 'outbound', limit: 100, offset: 0 });
	});

	it('shows by hand the newest failed delivery, moves nothing, and says so if there is none', async () => {
		const poller = await published({ simplify: false });
		const id = await send();
		await report(id, 'failed');
		const before = poller.stored;
		expect(idsOf(await poller.runByHand())).toEqual([id]);
		expect(poller.stored).toBe(before);
		const [record] = await poller.poll();
		expect(record).toMatchObject({ id, is_ai_generated: expect.any(Boolean) });
		const none = new Poller(service.credentials, {
			parameters: { ...FOR_FAILURES, phoneNumber: '+19995550000' },
		});
		await expect(none.runByHand()).rejects.toMatchObject({
			message: 'None of the latest messages has a failed delivery',
		});
	});

	it('gives 30 failures once, though requests fail, n8n restarts, and drops what a poll gave', async () => {
		// Repeats requests at once.
		jest.spyOn(Math, 'random').mockReturnValue(0);
		const proxy = await failEveryThird(service.sandbox.url);
		const credentials = { voiceAgentApi: { baseUrl: proxy.url, apiKey: service.sandbox.apiKey } };
		const poller = await published({}, credentials);
		const sent: string[] = [];
		for (let i = 0; i < 60; i++) sent.push(await send());
		const found: string[] = [];
		for (let i = 0; i < 60; i += 2) {
			await report(sent[i] as string, 'failed');
			if (i % 30 === 0) found.push(...idsOf(await poller.poll()));
			if (i % 40 === 0) found.push(...idsOf(await poller.publish('init')));
		}
		const cut = poller.poll(() => {
			throw new Error('n8n ended');
		});
		await expect(cut).rejects.toThrow('n8n ended');
		found.push(...idsOf(await poller.publish('init')), ...idsOf(await poller.poll()));
		expect(found).toEqual(sent.filter((_, index) => index % 2 === 0));
		expect(proxy.count.failed).toBeGreaterThan(2);
		await proxy.close();
	});
});

describe('Against a list', () => {
	let service: MessageListService;
	beforeAll(async () => (service = await MessageListService.start()));
	afterAll(async () => await service?.stop());

	/** The time of the tests, in milliseconds since 1970, for n8n and the service. */
	let now: number;
	beforeEach(() => {
		service.clear();
		now = Date.parse('2026-06-01T12:00:00Z');
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		// A real `Date` header would contradict the clock of the tests.
		service.manners = { answer: tellTime };
	});

	/**
	 * The time by which the service's clock, on which the records are based, is ahead of n8n's, in
	 * milliseconds.
	 */
	let ahead = 0;
	afterEach(() => (ahead = 0));

	const tellTime = (response: { setHeader(name: string, value: string): unknown }): void =>
		void response.setHeader('date', new Date(now + ahead).toUTCString());

	const credentials = (apiKey = KEY) => ({ voiceAgentApi: { baseUrl: service.url, apiKey } });

	/** Sends messages, a millisecond after the other, that long ago; gives the records. */
	function send(count: number, { hoursAgo = 0, ...more }: IDataObject & { hoursAgo?: number } = {}) {
		const start = now + ahead - hoursAgo * HOUR_MS;
		const ids = service.add(count, (index) => ({
			direction: 'outbound',
			from_number: '+14155550100',
			to_number: '+14155550123',
			status: 'sent',
			delivery_error: null,
			created_at: new Date(start + index).toISOString(),
			...more,
		}));
		return ids.map((id) => service.messages.find((message) => message.id === id) as IDataObject);
	}

	/** Has a message fail, now or that long ago. */
	function fail(message: IDataObject | undefined, hoursAgo = 0): string {
		const at = new Date(now + ahead - hoursAgo * HOUR_MS).toISOString();
		Object.assign(message ?? {}, { status: 'failed', delivery_error: { code: 'x', reason: 'y', at } });
		return message?.id as string;
	}

	const published = async (parameters: IDataObject = {}, more = {}) => {
		const poller = new Poller(credentials(), { parameters: { ...FOR_FAILURES, ...parameters }, ...more });
		expect(await poller.publish()).toEqual([]);
		return poller;
	};

	/** Polls once a minute until several polls in a row find nothing. */
	async function drain(poller: Poller, mostIdle = 2): Promise<string[][]> {
		const polls: string[][] = [];
		for (let idle = 0; idle < mostIdle; now += 60_000) {
			const ids = idsOf(await poller.poll());
			if (ids.length > 0) polls.push(ids);
			idle = ids.length === 0 ? idle + 1 : 0;
			if (polls.length > 20) throw new Error('The polls do not end');
		}
		return polls;
	}

	it.each([
		[24, undefined],
		[72, '72'],
	])('watches a message for %d hours', async (hours, sentWithinHours) => {
		const poller = await published(sentWithinHours ? { options: { sentWithinHours } } : {});
		const [early, late, tooLate] = [send(1), send(1), send(1)].flat();
		now += hours * HOUR_MS - 60_000;
		const found = [fail(early)];
		expect(idsOf(await poller.poll())).toEqual(found);
		// Within the window, but found only by the poll after it.
		fail(late);
		now += 120_000;
		expect(idsOf(await poller.poll())).toEqual([late?.id]);
		now += 600_000;
		expect(await poller.poll()).toEqual([]);
		fail(tooLate);
		now += 60_000;
		expect(await poller.poll()).toEqual([]);
	});

	it.each([-2, 2])(
		"works when the service's clock differs by %d hours, also after an outage",
		async (hours) => {
			jest.spyOn(Math, 'random').mockReturnValue(0);
			ahead = hours * HOUR_MS;
			const [failedBefore] = send(1, { hoursAgo: 3 });
			fail(failedBefore, 1);
			const [message] = send(1, { hoursAgo: 22.5 });
			const poller = await published();
			service.manners = { answer: (response) => Boolean(response.writeHead(503).end('{}')) };
			await expect(poller.poll()).rejects.toMatchObject({ httpCode: '503' });
			service.manners = { answer: tellTime };
			expect(await poller.poll()).toEqual([]);
			now += HOUR_MS;
			const found = [fail(message)];
			expect(idsOf(await poller.poll())).toEqual(found);
		},
	);

	it('leaves out what failed before it was published, not what fails during its first reading', async () => {
		const messages = send(1_500, { hoursAgo: 5 });
		for (let i = 0; i < 1_500; i += 3) fail(messages[i], 0.01);
		const poller = await published();
		now += 5_000;
		const found = [fail(messages[1]), fail(messages[1_400])];
		expect((await drain(poller)).flat().sort()).toEqual([...found].sort());
	});

	it.each([
		['the channel', { channel: 'sms' }, KEY],
		['the credential', {}, OTHER_KEY],
	])('goes on after a change of %s, without what failed before', async (_, parameters, apiKey) => {
		const old = send(1, { hoursAgo: 50 })[0];
		fail(old, 40);
		const poller = await published();
		const [reported, meanwhile, later] = send(3);
		const chatApp = send(1, { from_number: '106540352242922' })[0];
		const [inWindow] = [fail(reported)];
		expect(idsOf(await poller.poll())).toEqual([inWindow]);
		now += 60_000;
		const found = [fail(meanwhile)];
		const after = changed(poller, { ...FOR_FAILURES, ...parameters }, credentials(apiKey));
		expect(idsOf(await after.publish('update'))).toEqual(found);
		now += 60_000;
		const isSms = 'channel' in parameters;
		const last = [fail(chatApp), fail(later)].slice(isSms ? 1 : 0);
		expect(idsOf(await after.poll())).toEqual(last);
		expect(await after.poll()).toEqual([]);
	});

	it('starts from now when it is switched to failures and back', async () => {
		const forMessages = new Poller(credentials(), { parameters: { direction: 'any' } });
		await forMessages.publish();
		fail(send(1)[0]);
		const forFailures = changed(forMessages, FOR_FAILURES);
		expect(await forFailures.publish('update')).toEqual([]);
		const [message] = send(1);
		expect(await forFailures.poll()).toEqual([]);
		const found = [fail(message)];
		expect(idsOf(await forFailures.poll())).toEqual(found);
		const back = changed(forFailures, { direction: 'any' });
		expect(await back.publish('update')).toEqual([]);
		const [newest] = send(1);
		expect(idsOf(await back.poll())).toEqual([newest?.id]);
	});
});
