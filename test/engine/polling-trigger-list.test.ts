/** Lists of messages that are long, slow, in motion or odd: what the polling trigger makes of them. */
import type { IDataObject } from 'n8n-workflow';

import { MessageListService } from '../support/message-list-server';
import { Poller } from '../support/poll-polling-trigger';

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
		const ids = service.add(1_321, more);
		const inOrder = service.messages.map(({ id }) => id).reverse();
		const polls = await drain(poller);
		expect(polls.flat()).toEqual(inOrder.slice(1));
		expect(polls.flat()).toHaveLength(ids.length);
		expect(polls.map(({ length }) => length)).toEqual([1_000, 321]);
		expect(service.requests.length).toBeLessThan(60);
	});

	/** Moves the clock with each answer, so that a poll runs out of time on any machine after as many pages. */
	const passTimeWithEachAnswer = (milliseconds: number) => {
		const { now } = Date;
		let passed = 0;
		jest.spyOn(Date, 'now').mockImplementation(() => now.call(Date) + passed);
		service.manners = { answer: () => void (passed += milliseconds) };
	};

	it.each([
		['polls', { budget: 60_000 }, 'poll' as const],
		['starts', { budget: 300_000 }, 'publish' as const],
	])('that n8n gives no time for when it %s are told, and come once there is time', async (_, more, how) => {
		service.add(1);
		const poller = await published({}, more);
		const ids = service.add(3_000);
		passTimeWithEachAnswer(5_000);
		const polled = how === 'poll' ? poller.poll() : poller.publish('init');
		const message = 'There are more messages than a poll can look through';
		if (how === 'poll') {
			const description = expect.stringMatching(/replace this node with a copy of it.*no message is lost\.$/);
			await expect(polled).rejects.toMatchObject({ message, description });
			expect(await poller.poll()).toEqual([]);
		} else {
			expect(await polled).toEqual([]);
			expect(poller.log).toEqual([{ level: 'warn', text: expect.stringContaining(message) }]);
		}
		service.manners = {};
		expect((await drain(poller)).flat()).toEqual(ids);
		jest.restoreAllMocks();
	});

	it.each([401, 503])('come in full though the service then answers with status %d', async (status) => {
		// Repeats requests at once.
		jest.spyOn(Math, 'random').mockReturnValue(0);
		service.add(1);
		const poller = await published();
		const ids = service.add(500);
		let requests = 0;
		service.manners = {
			answer: (response) => {
				if (++requests < 4) return false;
				response.writeHead(status).end('{}');
				return true;
			},
		};
		await expect(poller.poll()).rejects.toMatchObject({ httpCode: String(status) });
		service.manners = {};
		expect((await drain(poller)).flat()).toEqual(ids);
		jest.restoreAllMocks();
	});

	it('come in full though the service then asks for a pause, which is kept', async () => {
		service.add(1);
		const poller = await published();
		const ids = service.add(500);
		let requests = 0;
		service.manners = {
			answer: (response) => {
				if (++requests !== 4) return false;
				response.writeHead(429, { 'retry-after': '600' }).end('{}');
				return true;
			},
		};
		await expect(poller.poll()).rejects.toMatchObject({ httpCode: '429' });
		const before = requests;
		expect(await poller.poll()).toEqual([]);
		expect(requests).toBe(before);
		const now = Date.now();
		jest.spyOn(Date, 'now').mockImplementation(() => now + 601_000);
		expect((await drain(poller)).flat()).toEqual(ids);
		jest.restoreAllMocks();
	});

	it('come once and in order while others arrive between the pages', async () => {
		service.add(150);
		const poller = await published();
		const ids = service.add(900);
		let requests = 0;
		service.manners = {
			answer: () => {
				if (++requests <= 30 && requests % 2 === 1) ids.push(...service.add(37));
			},
		};
		expect((await drain(poller)).flat()).toEqual(ids);
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
});

describe('A run by hand', () => {
	it('looks for a message that passes the filters in ten pages, and no further', async () => {
		service.add(3_000);
		const poller = new Poller(credentials(), { parameters: { direction: 'any', channel: 'chatapp' } });
		await expect(poller.runByHand()).rejects.toMatchObject({
			message: 'No message matches these settings yet',
		});
		expect(service.requests.length).toBeLessThan(20);
	});
});

describe('A poll that finds nothing', () => {
	it('asks once', async () => {
		const poller = await published();
		service.add(30);
		await drain(poller);
		service.requests.length = 0;
		expect(await poller.poll()).toEqual([]);
		expect(service.requests).toHaveLength(1);
	});
});

describe('A message dated tomorrow', () => {
	const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
	const now = () => ({ created_at: new Date().toISOString() });

	it.each([true, false])(
		'comes at once and does not silence those that follow (Date: %s)',
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
		},
	);
});

describe('A record that cannot be read', () => {
	it.each([
		['a time that is none', { created_at: 'soon' }],
		['no ID', { id: undefined }],
	])('for %s is set aside; the others come', async (_, flaw) => {
		service.add(2);
		const poller = await published();
		const [before] = service.add(1);
		service.messages.unshift({ ...service.messages[0], id: 'odd', ...flaw });
		const [after] = service.add(1);
		expect(idsOf(await poller.poll())).toEqual([before, after]);
		expect(await poller.poll()).toEqual([]);
	});

	it('like all others is told, once', async () => {
		const poller = await published();
		service.add(2, () => ({ created_at: 'soon' }));
		await expect(poller.poll()).rejects.toMatchObject({
			message: 'The service lists messages without a readable ID or time',
		});
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
					'Trigger: The credential leads to another account now. ' +
					'Polling starts with messages from now on.',
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
	});

	it('gives of a long backlog what both let in, then what is new', async () => {
		service.add(5);
		const poller = await published({ direction: 'any' });
		const ids = service.add(1_200, (index) => (index % 2 ? out() : {}));
		const changedTo = changed(poller, { direction: 'outbound' });
		const first = idsOf(await changedTo.publish());
		const after = service.add(2, out);
		const found = [...first, ...(await drain(changedTo)).flat()];
		expect(found).toEqual([...ids.filter((_, index) => index % 2), ...after]);
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

describe('A setting', () => {
	const REFUSED: Array<[string, IDataObject, string]> = [
		[
			'nothing for a direction',
			{ direction: '={{ undefined }}' },
			`The expression in 'Direction' gave no value`,
		],
		['words for a number', { phoneNumber: 'the shop' }, `'Phone Number' "the shop" is not a phone number`],
		[
			'601 seconds for a pause',
			{ options: { waitForPause: 601 } },
			`'Wait for Pause (Seconds)' "601" is not a whole number from 1 to 600`,
		],
		[
			'73 hours for failed deliveries',
			{ triggerOn: 'failedDeliveries', options: { sentWithinHours: 73 } },
			`'Sent Within (Hours)' "73" is not a number from 1 to 72`,
		],
		[
			'nothing for a pause',
			{ options: { waitForPause: '={{ undefined }}' } },
			`The expression in 'Wait for Pause (Seconds)' gave no value`,
		],
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

	it('that can no longer be read fails one poll and loses nothing', async () => {
		const message = `The expression in 'Direction' gave no value`;
		const parameters = { direction: '={{ undefined }}' };
		service.add(2);
		const poller = await published();
		const ids = service.add(2);
		await expect(changed(poller, parameters).publish('update')).rejects.toMatchObject({ message });
		const running = changed(poller, parameters);
		expect(await running.publish('init')).toEqual([]);
		await expect(running.poll()).rejects.toMatchObject({ message });
		expect(await running.poll()).toEqual([]);
		expect(running.stored).toBe(poller.stored);
		expect(idsOf(await changed(running).publish('update'))).toEqual(ids);
	});
});
