/** Lists of messages that are long, slow, in motion or odd: what the message trigger makes of them. */
import type { IDataObject } from 'n8n-workflow';

import savedState from '../saved-workflows/0.1.0/message-trigger-state.json';
import { MessageListService } from '../support/message-list-server';
import { Poller } from '../support/poll-message-trigger';

let service: MessageListService;
beforeAll(async () => (service = await MessageListService.start()));
beforeEach(() => service.clear());
afterAll(async () => await service?.stop());

const KEY = `svc_${'0'.repeat(40)}`;
const OTHER_KEY = `svc_${'1'.repeat(40)}`;
const credentials = (apiKey = KEY) => ({ voiceAgentApi: { baseUrl: service.url, apiKey } });

const published = async (parameters: IDataObject = {}, more = {}) => {
	const poller = new Poller(credentials(), { parameters: { direction: 'any', ...parameters }, ...more });
	expect(await poller.publish()).toEqual([]);
	return poller;
};

/** The same trigger as n8n finds it again, with other settings. */
const changed = (
	poller: Poller,
	parameters: IDataObject = {},
	{ apiKey = KEY, ...more }: { apiKey?: string; name?: string } = {},
) =>
	new Poller(credentials(apiKey), {
		parameters: { direction: 'any', ...parameters },
		workflowId: poller.id,
		staticData: JSON.parse(poller.stored) as IDataObject,
		...more,
	});

const idsOf = (items: IDataObject[]) => items.map(({ id }) => id);

/** Polls until a few polls in a row find nothing. */
async function drain(poller: Poller, mostIdle = 2): Promise<unknown[][]> {
	const polls: unknown[][] = [];
	for (let idle = 0; idle < mostIdle;) {
		const ids = idsOf(await poller.poll());
		if (ids.length > 0) polls.push(ids);
		idle = ids.length === 0 ? idle + 1 : 0;
		if (polls.length > 100) throw new Error('The polls do not end');
	}
	return polls;
}

describe('Many messages', () => {
	it.each([
		['one a second', () => ({})],
		['at one time', () => ({ created_at: '2026-05-31T13:00:00Z' })],
	])('%s come once and in order, a thousand at a time', async (_, more) => {
		service.add(1);
		const poller = await published();
		const ids = service.add(2_321, more);
		const inOrder = service.messages.map(({ id }) => id).reverse();
		const polls = await drain(poller);
		expect(polls.flat()).toEqual(inOrder.slice(1));
		expect(polls.flat()).toHaveLength(ids.length);
		expect(polls.map(({ length }) => length)).toEqual([1_000, 1_000, 321]);
		expect(service.requests.length).toBeLessThan(60);
	});

	it.each([
		[3_000, 2_500],
		[250, 20_000],
	])(
		'%d come in parts when n8n gives a poll 36 seconds, and a request takes %d milliseconds',
		async (number, latency) => {
			const start = Date.now();
			let passed = 0;
			jest.spyOn(Date, 'now').mockImplementation(() => start + passed);
			service.add(1);
			const poller = await published({}, { budget: 36_000 });
			const ids = service.add(number);
			const durations: number[] = [];
			service.manners = { answer: () => void (passed += latency) };
			const found: unknown[] = [];
			while (found.length < number && durations.length < 20) {
				const before = passed;
				found.push(...idsOf(await poller.poll()));
				durations.push(passed - before);
			}
			expect(found).toEqual(ids);
			expect(Math.max(...durations)).toBeLessThanOrEqual(36_000);
			expect(poller.log).toEqual([]);
			jest.restoreAllMocks();
		},
	);

	it('come as far as there is time in 40 seconds while n8n waits for the first poll, and then in full', async () => {
		const start = Date.now();
		let passed = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => start + passed);
		service.add(1);
		const poller = await published({}, { budget: 300_000 });
		const ids = service.add(3_000);
		service.manners = { answer: () => void (passed += 3_000) };
		const first = idsOf(await poller.publish('init'));
		expect(passed).toBeGreaterThan(30_000);
		expect(passed).toBeLessThanOrEqual(40_000);
		expect([...first, ...(await drain(poller)).flat()]).toEqual(ids);
		jest.restoreAllMocks();
	});

	it.each([401, 503])(
		'come as far as they are complete when the service then answers with status %d',
		async (status) => {
			// Repeats requests at once.
			jest.spyOn(Math, 'random').mockReturnValue(0);
			service.add(1);
			const poller = await published();
			const ids = service.add(500);
			let requests = 0;
			service.manners = {
				answer: (response) => {
					if (++requests < 8) return false;
					response.writeHead(status).end('{}');
					return true;
				},
			};
			const first = idsOf(await poller.poll());
			expect(first.length).toBeGreaterThan(100);
			expect(first).toEqual(ids.slice(0, first.length));
			await expect(poller.poll()).rejects.toMatchObject({ httpCode: String(status) });
			service.manners = {};
			expect(idsOf(await poller.poll())).toEqual(ids.slice(first.length));
			jest.restoreAllMocks();
		},
	);

	it('come as far as they are complete when the service then asks for a pause, which is kept', async () => {
		service.add(1);
		const poller = await published();
		const ids = service.add(500);
		let requests = 0;
		service.manners = {
			answer: (response) => {
				if (++requests !== 8) return false;
				response.writeHead(429, { 'retry-after': '600' }).end('{}');
				return true;
			},
		};
		const first = idsOf(await poller.poll());
		expect(first).toEqual(ids.slice(0, first.length));
		expect(await poller.poll()).toEqual([]);
		expect(requests).toBe(8);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 601_000);
		expect([...first, ...(await drain(poller)).flat()]).toEqual(ids);
		jest.restoreAllMocks();
	});

	it('come once and in order while others arrive between the pages', async () => {
		service.add(1);
		const poller = await published();
		const ids = service.add(900);
		let left = 60;
		service.manners = { answer: () => void (left-- > 0 && ids.push(...service.add(37))) };
		expect((await drain(poller)).flat()).toEqual(ids);
	});

	it.each([1, 7, 25])('come in full though %d are deleted between two pages', async (deleted) => {
		service.add(150);
		const poller = await published();
		const ids = service.add(450);
		const gone: unknown[] = [];
		let requests = 0;
		service.manners = {
			answer: () => {
				if (++requests % 2 === 0 && requests < 12) {
					gone.push(...idsOf(service.messages.splice(20 * requests, deleted)));
				}
			},
		};
		const found = (await drain(poller)).flat();
		expect(found).toEqual(ids.filter((id) => found.includes(id)));
		expect(ids.filter((id) => !found.includes(id) && !gone.includes(id))).toEqual([]);
	});

	it('come though the service gives fifty at once and does not say that there are more', async () => {
		service.add(120);
		service.manners = { mostRows: 50, saysHasMore: false };
		const poller = await published();
		const ids = service.add(230);
		expect((await drain(poller)).flat()).toEqual(ids);
	});

	it('come in few requests when a poll takes a part, fifty at once, and some are deleted before the next', async () => {
		service.add(120);
		service.manners = { mostRows: 50, saysHasMore: false };
		const poller = await published({}, { budget: 3_000 });
		const ids = service.add(2_400);
		const first = idsOf(await poller.poll());
		expect(first).toEqual(ids.slice(0, 1_000));
		service.messages.splice(0, 20);
		service.requests.length = 0;
		expect([...first, ...(await drain(poller)).flat()]).toEqual(ids.slice(0, -20));
		expect(service.requests.length).toBeLessThan(80);
	});

	it('are not read without end when two pages that lie side by side never share a message', async () => {
		service.add(1);
		const poller = await published({}, { budget: 3_000 });
		service.add(300);
		// Every page from the upper part of the list has IDs of its own.
		service.manners = {
			answer: (response, { offset }) => {
				const start = Number(offset);
				const messages = service.messages
					.slice(start, start + 100)
					.map((message) => (start < 200 ? { ...message, id: `${String(message.id)}-${start}` } : message));
				const answer = JSON.stringify({ messages, has_more: start < 201 });
				response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
				return true;
			},
		};
		// Each poll hands over what stands on the page that it begins with.
		for (const expected of [20, 50, 100]) {
			service.requests.length = 0;
			expect(await poller.poll()).toHaveLength(expected);
			expect(service.requests.length).toBeLessThan(20);
		}
	});

	it('come where the list was empty, and the service does not say where it ends', async () => {
		service.manners = { saysHasMore: false };
		const poller = await published();
		const ids = service.add(230);
		expect((await drain(poller)).flat()).toEqual(ids);
	});

	it('have no end when the service repeats itself: that is said', async () => {
		const poller = await published();
		service.add(100);
		service.manners = {
			answer: (response) => {
				const answer = JSON.stringify({ messages: service.messages, has_more: true });
				response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
				return true;
			},
		};
		await expect(poller.poll()).rejects.toMatchObject({
			message: 'The service gives the same messages again and again',
		});
		expect(service.requests.length).toBeLessThan(40);
	});
});

describe('Late messages', () => {
	const at = (time: string) => ({ created_at: time });

	it('come when they are up to five minutes late, also far down the list', async () => {
		service.add(1, () => at('2026-06-01T12:00:00Z'));
		const poller = await published();
		service.add(400, (index) => at(new Date(Date.UTC(2026, 5, 1, 12, 1, index / 4)).toISOString()));
		await drain(poller);
		const [late] = service.add(1, () => at('2026-06-01T12:01:03.001Z'));
		service.add(1, () => at('2026-06-01T11:57:30Z'));
		const later = service.add(2, () => at('2026-06-01T12:05:00Z'));
		expect((await drain(poller)).flat()).toEqual([late, ...later]);
	});

	it('come after others were deleted', async () => {
		service.add(1, () => at('2026-06-01T12:00:00Z'));
		const poller = await published();
		service.add(300, () => at('2026-06-01T12:01:00Z'));
		await drain(poller);
		service.messages.splice(250, 3);
		await drain(poller);
		const [late] = service.add(1, () => at('2026-06-01T12:00:30Z'));
		expect((await drain(poller)).flat()).toEqual([late]);
		service.requests.length = 0;
		expect(await poller.poll()).toEqual([]);
		expect(service.requests).toHaveLength(2);
	});
});

describe('A run by hand', () => {
	it('looks for a message that passes the filters in ten pages, and no further', async () => {
		service.add(1_500);
		const poller = new Poller(credentials(), { parameters: { direction: 'any', channel: 'chatapp' } });
		await expect(poller.runByHand()).rejects.toMatchObject({
			message: 'No message matches these settings yet',
		});
		expect(service.requests.map(({ offset }) => offset)).toEqual([
			0, 100, 200, 300, 400, 500, 600, 700, 800, 900,
		]);
	});
});

describe('A poll that finds nothing', () => {
	it.each([
		['no message', 0, {}, 1],
		['thirty', 30, {}, 1],
		['thirty, and no word of the end', 30, { saysHasMore: false }, 2],
		['5,000 at one time', 5_000, {}, 2],
		['5,000 at one time, fifty at once', 5_000, { mostRows: 50 }, 2],
	])('asks little after %s', async (_, number, manners, most) => {
		const poller = await published();
		service.add(number, () => ({ created_at: '2026-05-31T13:00:00Z' }));
		await drain(poller);
		service.manners = manners;
		service.requests.length = 0;
		expect(await poller.poll()).toEqual([]);
		expect(service.requests.length).toBeLessThanOrEqual(most);
	});

	it('finds one more of that time', async () => {
		const poller = await published();
		service.add(1_500, () => ({ created_at: '2026-05-31T13:00:00Z' }));
		await drain(poller);
		const ids = service.add(1, () => ({ created_at: '2026-05-31T13:00:00Z' }));
		expect(idsOf(await poller.poll())).toEqual(ids);
	});
});

it('A poll that finds a few on top of a long list asks for them, and once for late ones', async () => {
	service.add(300);
	const poller = await published();
	const ids = service.add(3);
	service.requests.length = 0;
	expect(idsOf(await poller.poll())).toEqual(ids);
	expect(service.requests).toHaveLength(2);
});

describe('A message dated tomorrow', () => {
	const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
	const now = () => ({ created_at: new Date().toISOString() });

	it.each([true, false])(
		'does not silence those that follow, and is told once (Date: %s)',
		async (saysDate) => {
			service.manners = { saysDate };
			service.add(1, now);
			const poller = await published();
			const early = service.add(1, () => ({ created_at: TOMORROW }));
			expect(idsOf(await poller.poll())).toEqual(early);
			for (let round = 0; round < 2; round++) {
				const ids = service.add(120, now);
				expect((await drain(poller)).flat().sort()).toEqual(ids.sort());
			}
			expect(poller.log).toEqual([
				{
					level: 'warn',
					text:
						`Trigger: Messages are dated later than the service's clock: ${early[0]} ` +
						`(${TOMORROW}). They are taken as sent now.`,
				},
			]);
		},
	);

	it('is named with four more, and the others are counted', async () => {
		const poller = await published();
		service.add(7, () => ({ created_at: TOMORROW }));
		await poller.poll();
		const [{ text = '' } = {}, ...further] = poller.log;
		expect(text).toMatch(/clock: (message-\d+ \([^)]+\), ){4}message-\d+ \([^)]+\) and 2 others\. They/);
		expect(further).toEqual([]);
	});

	it('that was there before does not either', async () => {
		service.add(1, () => ({ created_at: TOMORROW }));
		const poller = await published();
		const ids = service.add(4, now);
		expect((await drain(poller)).flat()).toEqual(ids);
	});
});

describe("A message dated a little later than the service's clock", () => {
	it.each([
		[true, 40, 0],
		[true, 90, 1],
		[false, 100, 0],
		[false, 150, 1],
	])('is told only beyond a minute (Date: %s, %d seconds: %d lines)', async (saysDate, seconds, lines) => {
		service.manners = { saysDate };
		const poller = await published();
		const ids = service.add(1, () => ({ created_at: new Date(Date.now() + seconds * 1_000).toISOString() }));
		expect(idsOf(await poller.poll())).toEqual(ids);
		expect(poller.log).toHaveLength(lines);
	});
});

describe('A record that cannot be read', () => {
	it.each([
		['a null time', { created_at: null }],
		['no time', { created_at: undefined }],
		['a time that is none', { created_at: 'soon' }],
		['no ID', { id: undefined }],
		['an empty ID', { id: '' }],
	])('for %s is set aside and named once; the others come', async (_, flaw) => {
		service.add(2);
		const poller = await published();
		const [before] = service.add(1);
		service.messages.unshift({ ...service.messages[0], id: 'odd', ...flaw });
		const [after] = service.add(1);
		expect(idsOf(await poller.poll())).toEqual([before, after]);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([
			{
				level: 'warn',
				text: expect.stringContaining('A message without a readable ID or time does not start the workflow'),
			},
		]);
	});
});

describe('Times without a zone', () => {
	const zone = process.env.TZ;
	beforeEach(() => (process.env.TZ = 'Europe/Berlin'));
	afterEach(() => (process.env.TZ = zone));

	it.each(['', 'Z', '+00:00', '+00'])('are UTC in the night when the clocks change (%s)', async (suffix) => {
		// From 00:30 to 02:30 UTC; 02:00 to 03:00 does not exist in Berlin.
		const at = (index: number) =>
			new Date(Date.UTC(2026, 2, 29, 0, 30, index * 30)).toISOString().slice(0, 19) + suffix;
		service.add(1, () => ({ created_at: `2026-03-29T00:00:00${suffix}` }));
		const poller = await published();
		const ids: string[] = [];
		for (let index = 0; index < 240; index += 60) {
			ids.push(
				...service.add(60, (row) => ({ created_at: at(index + row).replace('T', suffix ? 'T' : ' ') })),
			);
			expect((await drain(poller)).flat()).toEqual(ids.slice(index));
		}
		expect(ids).toHaveLength(240);
	});
});

describe('A list with the oldest messages first', () => {
	const refusal = { message: 'The service lists the oldest messages first' };

	it('is refused when the workflow is published', async () => {
		service.manners = { isOldestFirst: true };
		service.add(120);
		const poller = new Poller(credentials(), {});
		await expect(poller.publish()).rejects.toMatchObject(refusal);
	});

	it('is refused when it shows while polling, once; what fits on a page comes', async () => {
		service.manners = { isOldestFirst: true, mostRows: 50, saysHasMore: false };
		service.add(20);
		const poller = await published();
		const ids = service.add(20);
		expect((await drain(poller)).flat()).toEqual(ids);
		service.add(100);
		await expect(poller.poll()).rejects.toMatchObject(refusal);
		expect(await poller.poll()).toEqual([]);
	});
});

it('A direction that the service ignores is looked at again', async () => {
	service.manners = { ignoresDirection: true };
	const poller = await published({ direction: 'inbound' });
	service.add(2, () => ({ direction: 'outbound' }));
	const ids = service.add(2);
	expect((await drain(poller)).flat()).toEqual(ids);
});

describe('A credential that leads to another account', () => {
	it('starts from now there, and says so', async () => {
		service.add(20);
		const poller = await published();
		service.messages = [];
		service.add(250);
		poller.credentials.voiceAgentApi = credentials(OTHER_KEY).voiceAgentApi;
		expect(await poller.poll()).toEqual([]);
		const ids = service.add(3);
		expect((await drain(poller)).flat()).toEqual(ids);
		expect(poller.log).toEqual([
			{
				level: 'warn',
				text:
					'Trigger: The credential leads to another account now. Polling starts with messages ' +
					'that arrive from now on.',
			},
		]);
	});

	it('is told from a new key of the same one, with which polling goes on', async () => {
		service.add(20);
		const poller = await published();
		const ids = service.add(250);
		poller.credentials.voiceAgentApi = credentials(OTHER_KEY).voiceAgentApi;
		expect((await drain(poller)).flat()).toEqual(ids);
		expect(poller.log).toEqual([]);
	});

	it('is kept in mind though n8n stores nothing after a poll without messages', async () => {
		service.add(20);
		const poller = await published();
		service.messages = [];
		service.add(250);
		expect(await changed(poller, {}, { apiKey: OTHER_KEY }).poll()).toEqual([]);
		const ids = service.add(3);
		expect(idsOf(await changed(poller, {}, { apiKey: OTHER_KEY }).poll())).toEqual(ids);
	});
});

describe('A changed filter', () => {
	const out = () => ({ direction: 'outbound' });

	it('still gives what came before, and nothing older that only the new one lets in', async () => {
		service.add(5);
		const poller = await published({ direction: 'inbound' });
		const before = service.add(2);
		service.add(2, out);
		const any = changed(poller, { direction: 'any' });
		expect(idsOf(await any.publish())).toEqual(before);
		const after = [...service.add(2), ...service.add(2, out)];
		expect((await drain(any)).flat()).toEqual(after);
		expect(any.log).toEqual([{ level: 'info', text: expect.stringContaining('The filters have changed') }]);
	});

	it('gives of a long backlog what both let in, then what is new', async () => {
		service.add(5);
		const poller = await published({ direction: 'any' });
		const ids = service.add(2_400, (index) => (index % 2 ? out() : {}));
		const changedTo = changed(poller, { direction: 'outbound' });
		const first = idsOf(await changedTo.publish());
		const after = service.add(2, out);
		const found = [...first, ...(await drain(changedTo)).flat()];
		expect(found).toEqual([...ids.filter((_, index) => index % 2), ...after]);
	});

	it('counts after a restart too, and when it is changed back', async () => {
		service.add(5);
		const poller = await published({ direction: 'inbound' });
		service.add(1, out);
		const any = changed(poller, { direction: 'any' });
		expect(await any.publish()).toEqual([]);
		const ids = service.add(1);
		service.add(1, out);
		const back = changed(any, { direction: 'inbound' });
		const first = idsOf(await back.publish());
		expect([...first, ...(await drain(back)).flat()]).toEqual(ids);
	});

	it('applies to numbers however they are written', async () => {
		service.add(1);
		const poller = await published();
		const [ours] = service.add(1, () => ({ from_number: '+49 30 1234567' }));
		service.add(1);
		const number = changed(poller, { phoneNumber: '+49301234567' });
		expect(idsOf(await number.publish())).toEqual([ours]);
	});
});

it('A renamed node goes on from the same place', async () => {
	service.add(5);
	const poller = await published();
	const first = service.add(1);
	expect(idsOf(await poller.poll())).toEqual(first);
	const ids = service.add(2);
	const renamed = changed(poller, {}, { name: 'New messages' });
	expect(idsOf(await renamed.publish())).toEqual(ids);
	const later = service.add(1);
	expect(idsOf(await renamed.poll())).toEqual(later);
	expect(await changed(renamed, {}, { name: 'Trigger' }).publish()).toEqual([]);
});

it('An imported workflow goes on where it was when it was exported', async () => {
	service.add(5);
	const poller = await published();
	const ids = service.add(2);
	expect(idsOf(await changed(poller).publish('init'))).toEqual(ids);
});

describe('What version 0.1.0 has stored', () => {
	/** A trigger with the data as that version has stored it, but with the account of these tests. */
	const upgraded = async (kind: 'newMessages' | 'failedDeliveries', parameters: IDataObject) => {
		const [workflowId, nodeId] = kind === 'newMessages' ? ['W1', 'N1'] : ['W2', 'N2'];
		const fresh = new Poller(credentials(), { parameters, workflowId, nodeId });
		await fresh.publish();
		const [, account] = /"account":"(\w+)"/.exec(fresh.stored) ?? [];
		const text = JSON.stringify(savedState[kind]).replaceAll(/"account":"\w+"/g, `"account":"${account}"`);
		const staticData = JSON.parse(text) as IDataObject;
		return new Poller(credentials(), { parameters, workflowId, nodeId, staticData });
	};

	/** The messages that the trigger of that version had handed over. */
	const past = () =>
		service.messages.push(
			...[5, 4, 3, 2, 1].map((number) => ({
				id: `message-${number}`,
				direction: 'inbound',
				created_at: new Date(Date.parse('2026-05-31T12:00:00Z') + number * 1_000).toISOString(),
			})),
		);

	it('leads on from the same message', async () => {
		const poller = await upgraded('newMessages', { direction: 'inbound' });
		past();
		const [late] = service.add(1, () => ({ created_at: '2026-05-31T12:00:02.5Z' }));
		const [next] = service.add(1, () => ({ created_at: '2026-05-31T12:00:06Z' }));
		expect(idsOf(await poller.publish('init'))).toEqual([late, next]);
		expect(await poller.poll()).toEqual([]);
		expect(poller.log).toEqual([]);
	});

	it('keeps failed deliveries from starting the workflow again', async () => {
		const now = Date.parse('2026-06-01T12:10:00Z');
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		service.manners = { saysDate: false };
		const poller = await upgraded('failedDeliveries', { triggerOn: 'failedDeliveries' });
		const failed = {
			status: 'failed',
			direction: 'outbound',
			delivery_error: { at: '2026-06-01T12:05:00Z' },
		};
		service.add(1, () => ({ ...failed, id: 'message-7', created_at: '2026-06-01T12:00:00.001Z' }));
		const ids = service.add(1, () => ({ ...failed, created_at: '2026-06-01T12:00:00.002Z' }));
		expect(idsOf(await poller.publish('init'))).toEqual(ids);
		expect(poller.log).toEqual([]);
		jest.restoreAllMocks();
	});
});

it('What a node has stored leaves the workflow with the node, also under its old names', async () => {
	service.add(2);
	const gone = await published();
	const staticData = JSON.parse(gone.stored) as IDataObject;
	const poller = await published({}, { workflowId: gone.id, nodeId: 'another', name: 'Another', staticData });
	expect(Object.keys(JSON.parse(poller.stored) as IDataObject)).toEqual(['global', 'node:Another']);
	expect(JSON.parse(poller.stored)).toMatchObject({ global: { voiceAgentMessageTrigger: { another: {} } } });
	expect(poller.stored).not.toContain(`${gone.id}:trigger`);
});

describe('A setting', () => {
	it.each<[string, IDataObject, number]>([
		['"false"', { simplify: 'false' }, 12],
		['"true"', { simplify: 'true' }, 11],
		['"FALSE "', { simplify: 'FALSE ' }, 12],
		['0', { simplify: 0 }, 12],
		['an expression that gives "false"', { simplify: '={{ "false" }}' }, 12],
	])('may be a switch as text: %s', async (_, parameters, fields) => {
		service.messages = [];
		const poller = await published(parameters);
		service.add(1, () => ({
			thread_id: 't',
			body: '',
			status: 'sent',
			media: [],
			delivery_error: null,
			extra: 1,
		}));
		const [message = {}] = await poller.poll();
		expect(Object.keys(message)).toHaveLength(fields);
	});

	it.each<[string, IDataObject]>([
		['direction', { direction: '={{ " outbound " }}' }],
		['channel', { channel: '={{ "chatapp" }}' }],
		['number', { phoneNumber: { __rl: true, mode: 'id', value: '={{ 14155550199 }}' } }],
		['trigger on', { triggerOn: '={{ "newMessages" }}' }],
	])('may be an expression: %s', async (_, parameters) => {
		expect(await published(parameters)).toBeInstanceOf(Poller);
	});

	const REFUSED: Array<[string, IDataObject, string]> = [
		['a word for a switch', { simplify: 'maybe' }, `'Simplify' "maybe" is neither true nor false`],
		[
			'an object for a switch',
			{ simplify: '={{ ({ a: 1 }) }}' },
			`'Simplify' "{"a":1}" is neither true nor false`,
		],
		['nothing for a switch', { simplify: '={{ undefined }}' }, `The expression in 'Simplify' gave no value`],
		['an empty text for a switch', { simplify: '' }, `'Simplify' "" is neither true nor false`],
		['a word for a direction', { direction: 'both' }, `'Direction' "both" is not one of its options`],
		[
			'nothing for a direction',
			{ direction: '={{ undefined }}' },
			`The expression in 'Direction' gave no value`,
		],
		['an empty direction', { direction: '={{ "" }}' }, `'Direction' is empty`],
		['an object for a direction', { direction: '={{ ({}) }}' }, `'Direction' "{}" is not one of its options`],
		['a word for a channel', { channel: 'SMS' }, `'Channel' "SMS" is not one of its options`],
		['nothing for a channel', { channel: '={{ null }}' }, `The expression in 'Channel' gave no value`],
		[
			'a word for what starts it',
			{ triggerOn: 'failures' },
			`'Watch For' "failures" is not one of its options`,
		],
		[
			'nothing for what starts it',
			{ triggerOn: '={{ undefined }}' },
			`The expression in 'Watch For' gave no value`,
		],
		[
			'an expression without a number',
			{ phoneNumber: { __rl: true, mode: 'id', value: '={{ undefined }}' } },
			`The expression in 'Phone Number' gave no value`,
		],
		[
			'an object for a number',
			{ phoneNumber: '={{ ({ a: 1 }) }}' },
			`'Phone Number' "{"a":1}" is an object, not a text`,
		],
		['words for a number', { phoneNumber: 'the shop' }, `'Phone Number' "the shop" is not a phone number`],
		...[0, 601, 1.5, 'soon'].map((seconds): [string, IDataObject, string] => [
			`${seconds} for a pause`,
			{ options: { waitForPause: seconds } },
			`'Wait Until the Person Pauses (Seconds)' "${seconds}" is not a whole number from 1 to 600`,
		]),
		[
			'nothing for a pause',
			{ options: { waitForPause: '={{ undefined }}' } },
			"The expression in 'Wait Until the Person Pauses (Seconds)' gave no value",
		],
		['another log-in', { authentication: 'oauth' }, `'Authentication' "oauth" is not one of its options`],
	];

	it.each(REFUSED)(
		'that cannot be read is refused before any request: %s',
		async (_, parameters, message) => {
			const poller = new Poller(credentials(), { parameters });
			await expect(poller.publish()).rejects.toMatchObject({
				name: 'NodeOperationError',
				message,
				description: expect.stringMatching(/\.$/),
			});
			await expect(poller.runByHand()).rejects.toMatchObject({ message });
			expect(service.requests).toEqual([]);
		},
	);

	it.each(REFUSED)(
		'that can no longer be read fails one poll and loses nothing: %s',
		async (_, parameters, message) => {
			service.add(2);
			const poller = await published();
			const ids = service.add(2);
			const broken = changed(poller, parameters);
			await expect(broken.publish('update')).rejects.toMatchObject({ message });
			const running = changed(poller, parameters);
			expect(await running.publish('init')).toEqual([]);
			await expect(running.poll()).rejects.toMatchObject({ message });
			expect(await running.poll()).toEqual([]);
			expect(running.stored).toBe(poller.stored);
			const mended = changed(running);
			expect(idsOf(await mended.publish('update'))).toEqual(ids);
		},
	);
});
