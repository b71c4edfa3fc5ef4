/** The polling trigger that waits until people pause: whose messages come when, and that each comes once. */
import type { IDataObject } from 'n8n-workflow';

import { fc } from '../support/fast-check.ts';
import { MessageListService } from '../support/message-list-server';
import { Poller } from '../support/poll-polling-trigger';
import { TestService } from '../support/test-service';

const PAUSE_MS = 5_000;

const WAITING = { options: { waitForPause: PAUSE_MS / 1_000 } };

/** A conversation as the trigger gives it. */
interface Conversation extends IDataObject {
	contact: string;
	text: string;
	messages: Array<{ id: string; text: string; at: string; role: string }>;
}

const conversationsOf = (items: IDataObject[]) => items as Conversation[];

const textsOf = (items: IDataObject[]) =>
	conversationsOf(items).map(({ messages }) => messages.map(({ text }) => text));

/** The same trigger as n8n finds it again, with other settings. */
const changed = (poller: Poller, parameters: IDataObject) =>
	new Poller(poller.credentials, {
		parameters,
		workflowId: poller.id,
		staticData: JSON.parse(poller.stored) as IDataObject,
	});

describe('Against the sandbox', () => {
	let service: TestService;
	let start: number;
	beforeAll(async () => (service = await TestService.start()));
	beforeEach(async () => {
		await service.clear();
		start = Math.ceil((await now()) / 1_000) * 1_000 + 3_600_000;
		await setTime(0);
	});
	afterAll(async () => await service?.sandbox.reset());

	/** The sandbox's clock, in milliseconds since 1970. */
	const now = async () => Date.parse((await service.sandbox.control('GET', '/clock')).now);

	/** Sets the sandbox's clock to so many milliseconds after the start of the test. */
	const setTime = async (milliseconds: number): Promise<void> =>
		void (await service.sandbox.control('POST', '/clock', {
			now: new Date(start + milliseconds).toISOString(),
		}));

	const write = async (body: string, more: IDataObject = {}): Promise<unknown> =>
		await service.sandbox.control('POST', '/events/sms.received', { body, ...more });

	const published = async (parameters: IDataObject = WAITING) => {
		const poller = new Poller(service.credentials, { parameters });
		expect(await poller.publish()).toEqual([]);
		return poller;
	};

	it('gives the new messages of a person as one item', async () => {
		const poller = await published();
		await write('Hello');
		await setTime(4_000);
		await write('A table, please');
		await setTime(7_000);
		await write('for four');
		await setTime(11_000);
		expect(await poller.poll()).toEqual([]);
		await setTime(13_500);
		const [item, ...others] = await poller.poll();
		expect(others).toEqual([]);
		expect(item).toMatchObject({ channel: 'sms', text: 'Hello\nA table, please\nfor four' });
		expect(await poller.poll()).toEqual([]);
	});

	it('gives those who wait at once, message by message, when the option is removed, and waits when it is added', async () => {
		const poller = await published();
		await write('one', { from_number: '+14155550201' });
		await setTime(4_000);
		await write('two', { from_number: '+14155550202' });
		await setTime(7_000);
		expect(textsOf(await poller.poll())).toEqual([['one']]);
		const without = changed(poller, {});
		expect((await without.publish('update')).map(({ body }) => body)).toEqual(['two']);
		await write('three', { from_number: '+14155550203' });
		const again = changed(without, WAITING);
		expect(await again.publish('update')).toEqual([]);
		await setTime(14_000);
		expect(textsOf(await again.poll())).toEqual([['three']]);
	});

	it.each([{ direction: 'outbound' }, { triggerOn: 'failedDeliveries' }])(
		'has no effect where nobody is waited for: %j',
		async (parameters) => {
			const poller = await published({ ...parameters, ...WAITING });
			await service.sandbox.control('POST', '/events/sms.sent', { body: 'sent' });
			const { messages } = await service.call<{ messages: IDataObject[] }>('list-messages', { limit: 1 });
			await service.sandbox.control('POST', `/messages/${String(messages[0]?.id)}/status`, {
				status: 'failed',
			});
			expect(await poller.poll()).toEqual([expect.objectContaining({ body: 'sent', status: 'failed' })]);
		},
	);

	it('shows by hand the newest conversation back to its last pause, without waiting, and moves nothing', async () => {
		const poller = await published();
		await write('before');
		await setTime(10_000);
		await write('one');
		await setTime(12_000);
		await write('two');
		const before = poller.stored;
		expect(textsOf(await poller.runByHand())).toEqual([['one', 'two']]);
		expect(poller.stored).toBe(before);
		await setTime(19_000);
		expect(textsOf(await poller.poll())).toEqual([['before', 'one', 'two']]);
	});
});

describe('With a list that has another clock', () => {
	const START = Date.parse('2026-05-31T12:00:00Z');
	let list: MessageListService;
	let time = 0;
	let count = 0;
	beforeAll(async () => (list = await MessageListService.start()));
	beforeEach(() => {
		list.clear();
		time = 0;
		list.manners = { now: () => START + time };
		// Neither clock moves by itself, so that it does not matter how long a poll takes.
		const begun = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => begun + time);
	});
	afterEach(() => jest.restoreAllMocks());
	afterAll(async () => await list?.stop());

	const credentials = () => ({ voiceAgentApi: { baseUrl: list.url, apiKey: `svc_${'0'.repeat(40)}` } });

	const published = async (parameters: IDataObject = WAITING, more = {}) => {
		const poller = new Poller(credentials(), { parameters, ...more });
		expect(await poller.publish()).toEqual([]);
		return poller;
	};

	const people: string[] = [];
	const numberOf = (person: string): string => {
		if (!people.includes(person)) people.push(person);
		return `+1415${2_000_000 + people.indexOf(person)}`;
	};

	/** A person writes; the message is dated so many milliseconds after the start. */
	const write = (person: string, at = time): string => {
		const created_at = new Date(START + at).toISOString();
		const record = { thread_id: person, from_number: numberOf(person), body: `${++count}`, created_at };
		const [id = ''] = list.add(1, () => record);
		return id;
	};

	const idsOf = (items: IDataObject[]) =>
		conversationsOf(items).map(({ messages }) => messages.map(({ id }) => id));

	it('waits by the clock of the service', async () => {
		const poller = await published();
		const id = write('a');
		time = 4_999;
		expect(await poller.poll()).toEqual([]);
		// The service tells its time in whole seconds, and the poll counts from when it asked.
		time = 6_000;
		expect(idsOf(await poller.poll())).toEqual([[id]]);
	});

	it('does not take a person for silent who writes while the pages are read', async () => {
		write('before');
		const poller = await published();
		const ids = [write('a')];
		for (let person = 0; person < 300; person++) write(`b${person}`, 4_800);
		time = 4_900;
		list.manners.answer = () => {
			if (time !== 4_900) return;
			list.manners.answer = () => {
				list.manners.answer = undefined;
				ids.push(write('a', 4_950));
				time = 60_000;
			};
		};
		expect(await poller.poll()).toEqual([]);
		expect(idsOf(await poller.poll())[0]).toEqual(ids);
	});

	it('gives a late message of a conversation that has just come as an item of its own', async () => {
		const poller = await published();
		const first = [write('a', 1_000), write('a', 3_000)];
		const waiting = [write('b', 8_000)];
		time = 9_000;
		expect(idsOf(await poller.poll())).toEqual([first]);
		const late = write('a', 2_000);
		time = 10_000;
		expect(idsOf(await poller.poll())).toEqual([[late]]);
		// A late one is waited for as well.
		waiting.push(write('b', 9_500));
		const alsoLate = write('c', 7_900);
		expect(await poller.poll()).toEqual([]);
		time = 13_950;
		expect(idsOf(await poller.poll())).toEqual([[alsoLate]]);
		time = 16_000;
		expect(idsOf(await poller.poll())).toEqual([waiting]);
		expect(await poller.poll()).toEqual([]);
	});

	it('stores nothing of 1,020 people who wait, gives a thousand at once, and each once', async () => {
		write('before');
		const poller = await published();
		const before = poller.stored;
		const ids = Array.from({ length: 1_040 }, (_, index) => write(`person-${index % 1_020}`, index));
		time = 4_000;
		expect(await poller.poll()).toEqual([]);
		await poller.publish('init');
		expect(poller.stored.length).toBe(before.length);
		time = 60_000;
		const polls = [];
		let longest = 0;
		for (let poll = 0; poll < 3; poll++) {
			polls.push(idsOf(await poller.poll()));
			longest = Math.max(longest, poller.stored.length);
		}
		expect(polls.map(({ length }) => length)).toEqual([1_000, 20, 0]);
		expect(polls.flat(2).sort()).toEqual(ids.sort());
		expect(longest).toBeLessThan(400_000);
	});

	it('gives each message once whatever happens: the same seconds, small pages, late ones, parts, restarts, changes', async () => {
		const step = fc.record({
			people: fc.array(fc.integer({ min: 0, max: 12 }), { maxLength: 12 }),
			lateSeconds: fc.constantFrom(0, 0, 0, 1, 3, 20),
			seconds: fc.integer({ min: 0, max: 12 }),
			// The most requests of a poll.
			requests: fc.constantFrom(3, 6, 50, 50),
			event: fc.constantFrom('poll', 'poll', 'poll', 'kill', 'restart', 'on', 'longer', 'off'),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
				list.clear();
				time = 0;
				let requests = 0;
				list.manners = {
					now: () => START + time,
					mostRows: 8,
					answer: (response) => {
						if (requests-- > 0) return false;
						response.writeHead(401).end('{}');
						return true;
					},
				};
				requests = 10;
				const ids: string[] = [];
				const found: string[] = [];
				let poller = new Poller(credentials(), { parameters: WAITING });
				await poller.publish();
				const collect = (items: IDataObject[]) =>
					found.push(
						...items.flatMap((item) => ('messages' in item ? (idsOf([item])[0] ?? []) : [item.id as string])),
					);
				const end = Array.from({ length: 5 }, () => ({
					people: [],
					lateSeconds: 0,
					seconds: 10,
					requests: 100,
					event: 'poll',
				}));
				for (const { people, lateSeconds, seconds, requests: most, event } of [...steps, ...end]) {
					// Whole seconds, so that many have the same time.
					for (const person of people) {
						ids.push(write(`${person}`, Math.max(0, time - (person === 0 ? lateSeconds * 1_000 : 0))));
					}
					time += seconds * 1_000;
					requests = most;
					const parameters = { on: WAITING, longer: { options: { waitForPause: 6 } }, off: {} }[event];
					if (parameters) poller = changed(poller, parameters);
					if (event === 'kill') {
						await poller
							.poll(() => {
								throw new Error('n8n ended');
							})
							.catch(() => {});
						requests = most;
					}
					const poll = event === 'poll' ? poller.poll() : poller.publish('init');
					collect(await poll.catch(() => []));
				}
				expect(found.sort()).toEqual(ids.sort());
			}),
			{ endOnFailure: true, numRuns: process.env.TEST_FULL ? 200 : 8 },
		);
	}, 600_000);
});
