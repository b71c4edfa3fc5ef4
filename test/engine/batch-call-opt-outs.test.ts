import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { MessageListService } from '../support/message-list-server';
import { TestService } from '../support/test-service';

const CALLER = '+14155550100';
const DAY_MS = 86_400_000;
const NOW = Date.now();
const AT = new Date(NOW - DAY_MS).toISOString();

let sandbox: TestService;
let messages: MessageListService;
beforeAll(async () => {
	sandbox = await TestService.start();
	messages = await MessageListService.start();
});
afterAll(async () => await messages?.stop());
beforeEach(async () => {
	await sandbox.clear();
	messages.clear();
	messages.manners = { answer };
});
afterEach(() => jest.restoreAllMocks());

/** Answers the creation of a batch call. */
const answer: NonNullable<MessageListService['manners']['answer']> = (response, body, path) => {
	if (path.includes('list-messages')) return false;
	const batch = { id: 'batch-1', status: 'running', total_recipients: (body.recipients as [])?.length };
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify({ batch }));
	return true;
};

const campaign = (options: IDataObject, more: IDataObject = {}) => ({
	resource: 'batchCall',
	operation: 'create',
	callerId: { __rl: true, mode: 'list', value: CALLER },
	recipientsFrom: 'items',
	previewOnly: false,
	options,
	...more,
});

const numberAt = (index: number) => `+1415${String(2_000_000 + index)}`;
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone_number: numberAt(index) }));

let messageCount = 0;

/** A message of a person, so many days ago. */
const message = (index: number, body: string, daysAgo: number, more: IDataObject = {}) => ({
	id: `message-${++messageCount}`,
	from_number: numberAt(index),
	to_number: CALLER,
	direction: 'inbound',
	body,
	created_at: new Date(NOW - daysAgo * DAY_MS).toISOString(),
	...more,
});

/** Lists messages, the newest first. */
const list = (...newestFirst: IDataObject[]) => void messages.messages.push(...newestFirst);

const run = async (options: IDataObject, items: IDataObject[] = people(3), more: IDataObject = {}) =>
	await sandbox.run(
		campaign(options, more),
		items,
		{},
		{
			voiceAgentApi: { baseUrl: messages.url, apiKey: 'svc_x' },
		},
	);

const listRequests = () => messages.requests.filter(({ action }) => action === undefined);
const created = () => messages.requests.filter(({ action }) => action === 'create');
const calledNumbers = () =>
	created().map(({ recipients }) => (recipients as IDataObject[]).map(({ phone_number: number }) => number));

/** The first of the three people is skipped. */
const ONE_SKIPPED = [[numberAt(1), numberAt(2)]];
const ALL_CALLED = [[numberAt(0), numberAt(1), numberAt(2)]];

describe('Skip Opt-Outs', () => {
	it('skips those whose latest word is an opt-out, and says since when', async () => {
		const optOut = message(0, ' Stop! ', 30);
		list(message(1, 'START', 2), message(2, 'Please stop by at noon', 3), message(1, 'STOP', 20), optOut);
		const result = await run({ leaveOutOptOuts: 365 });
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				id: 'batch-1',
				skipped_recipients: [
					{
						position: 1,
						phone_number: numberAt(0),
						reason: 'optedOut',
						opted_out_at: optOut.created_at,
					},
				],
				skipped_counts: { optedOut: 1 },
			},
		]);
		expect(calledNumbers()).toEqual(ONE_SKIPPED);
	});

	it('does so with the messages of the sandbox', async () => {
		await sandbox.sandbox.control('POST', '/events/sms.received', { from_number: numberAt(0), body: 'STOP' });
		const result = await sandbox.run(campaign({ leaveOutOptOuts: 365 }, { previewOnly: true }), people(2));
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{ total_recipients: 1, skipped_recipients: [{ phone_number: numberAt(0), reason: 'optedOut' }] },
		]);
	});

	it.each<[string, Array<[word: string, at: string | null]>]>([
		[
			'is as old as an opt-in that is listed below',
			[
				['STOP', AT],
				['START', AT],
			],
		],
		[
			'is as old as an opt-in that is listed above',
			[
				['START', AT],
				['STOP', AT],
			],
		],
		[
			'has no time',
			[
				['START', AT],
				['STOP', null],
			],
		],
		[
			'has a time, where the opt-in has none',
			[
				['START', null],
				['STOP', AT],
			],
		],
	])('takes an opt-out for the latest that %s', async (_, words) => {
		list(...words.map(([word, at]) => message(0, word, 1, { created_at: at })));
		await run({ leaveOutOptOuts: 365 });
		expect(calledNumbers()).toEqual(ONE_SKIPPED);
	});

	it.each([
		['just within the days', 10 * DAY_MS - 2_000, 0, ONE_SKIPPED],
		['just before them', 10 * DAY_MS + 2_000, 0, ALL_CALLED],
		['before them, by the clock of the service, which is ahead', 8 * DAY_MS, 3, ALL_CALLED],
		['within them, by the clock of the service, which is behind', 12 * DAY_MS, -3, ONE_SKIPPED],
	])('counts the days back: an opt-out %s', async (_, ageMs, serviceDaysAhead, called) => {
		list(message(0, 'STOP', 0, { created_at: new Date(Date.now() - ageMs).toISOString() }));
		messages.manners = { answer, now: () => Date.now() + serviceDaysAhead * DAY_MS };
		await run({ leaveOutOptOuts: 10 });
		expect(calledNumbers()).toEqual(called);
	});

	it('skips those who may have opted out, and shows their words', async () => {
		const words = 'Stop calling me or I will sue';
		list(message(0, words, 30), message(1, 'Cancel', 2), message(2, 'Fine', 1));
		const [output] = jsonOf(outputOf(await run({ leaveOutOptOuts: 365 }), 'Voice Agent'));
		expect(output).toMatchObject({
			skipped_recipients: [
				{ position: 1, reason: 'mayHaveOptedOut', text: words, written_at: expect.any(String) },
				{ position: 2, reason: 'mayHaveOptedOut', text: 'Cancel', written_at: expect.any(String) },
			],
			skipped_counts: { optedOut: 0, mayHaveOptedOut: 2 },
		});
		expect(calledNumbers()).toEqual([[numberAt(2)]]);
	});

	it.each([
		['START ends an opt-out', ['START', 'STOP'], undefined],
		['START ends both', ['START', 'Cancel', 'STOP'], undefined],
		['START is ended by another opt-out', ['STOP', 'START', 'STOP'], 'optedOut'],
		['START is ended by what may be an opt-out', ['Cancel', 'START', 'STOP'], 'mayHaveOptedOut'],
		['an opt-out stays one', ['Cancel', 'Hello', 'STOP'], 'optedOut'],
		['another answer ends nothing', ['Yes please', 'STOP'], 'optedOut'],
	])('reads all words of a person: %s', async (_, newestFirst, reason) => {
		list(...newestFirst.map((body, daysAgo) => message(0, body, daysAgo + 1)));
		const [output] = jsonOf(outputOf(await run({ leaveOutOptOuts: 365 }), 'Voice Agent'));
		expect((output?.skipped_recipients as IDataObject[])[0]?.reason).toBe(reason);
	});

	it('lists nobody for later who has opted out', async () => {
		list(message(0, 'STOP', 1));
		const tomorrow = new Date(NOW + DAY_MS).toISOString().slice(0, 10);
		const options = { leaveOutOptOuts: 365, scheduledAt: `${tomorrow}T09:30:00Z` };
		const hours = { callHours: 'between', hoursFrom: '09:00', hoursTo: '18:00' };
		expect(jsonOf(outputOf(await run(options, people(2), hours), 'Voice Agent'))).toMatchObject([
			{
				skipped_recipients: [{ reason: 'optedOut' }, { reason: 'outsideLocalHours' }],
				later_recipients: [{ phone_number: numberAt(1) }],
			},
		]);
	});

	it.each<[string, IDataObject, string[][]]>([
		['the words of the account itself for nobody', { body: 'STOP', direction: 'outbound' }, ALL_CALLED],
		[
			'words that stand below a photo',
			{ body: '', media: [{ url: 'https://media.example/1', kind: 'image', caption: 'STOP' }] },
			ONE_SKIPPED,
		],
	])('counts %s', async (_, fields, called) => {
		list(message(0, '', 1, fields));
		messages.manners = { answer, ignoresDirection: true };
		await run({ leaveOutOptOuts: 365 });
		expect(calledNumbers()).toEqual(called);
		expect(listRequests()).toMatchObject([{ direction: 'inbound' }]);
	});

	it('reads the messages once for all batch calls of an execution', async () => {
		list(...Array.from({ length: 250 }, (_, index) => message(index, 'STOP', 1)));
		const more = {
			recipientsFrom: 'json',
			recipientsJson: '={{ [{ phone_number: $json.phone_number }, { phone_number: "+14152999999" }] }}',
		};
		await run({ leaveOutOptOuts: 365 }, people(3), more);
		expect(calledNumbers()).toEqual([['+14152999999'], ['+14152999999'], ['+14152999999']]);
		expect(listRequests()).toHaveLength(3);
	});

	it('reads no further than the days go back, where the list shows that the newest come first', async () => {
		list(...Array.from({ length: 2_000 }, (_, index) => message(index, 'STOP', (index + 0.5) / 10)));
		await run({ leaveOutOptOuts: 15 }, people(200));
		expect(calledNumbers()).toMatchObject([{ length: 50 }]);
		expect(listRequests().length).toBeLessThanOrEqual(7);
	});

	it('reads on where a page does not show the newest first, though it ends with an old message', async () => {
		const days = [5, 1, ...Array.from({ length: 98 }, (_, index) => 6 + index)];
		list(...days.map((day) => message(1, 'Hi', day)), message(0, 'STOP', 3));
		await run({ leaveOutOptOuts: 15 });
		expect(calledNumbers()).toEqual(ONE_SKIPPED);
	});

	it('has no more requests under way than Parallel Requests says', async () => {
		list(...Array.from({ length: 900 }, (_, index) => message(index, 'Hi', 1)));
		let underWay = 0;
		let most = 0;
		messages.manners = {
			answer: (response, body, path) => {
				if (answer(response, body, path)) return true;
				most = Math.max(most, ++underWay);
				const offset = Number(body.offset);
				const page = { messages: messages.messages.slice(offset, offset + 100), total: 900 };
				setTimeout(() => {
					underWay--;
					response.end(JSON.stringify(page));
				}, 10);
				return true;
			},
		};
		await run({ leaveOutOptOuts: 365, concurrency: 1 });
		expect({ most, created: created().length }).toEqual({ most: 1, created: 1 });
	});

	/** Answers requests for messages the same each time. */
	const always =
		(status: number, body: object): typeof answer =>
		(response, request, path) => {
			if (answer(response, request, path)) return true;
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
			return true;
		};

	const hundred = (daysAgo: (index: number) => number) =>
		Array.from({ length: 100 }, (_, index) => message(index, 'STOP', daysAgo(index)));

	it.each([
		[
			'has the oldest messages first',
			() => ({ answer: always(200, { messages: hundred((index) => 200 - index), total: 300 }) }),
			'The service lists the oldest messages first',
		],
		[
			'is refused',
			() => ({ answer: always(403, { error: { code: 'forbidden', message: 'No access' } }) }),
			'No access',
		],
		[
			'has the same page again and again',
			() => ({ answer: always(200, { messages: hundred(() => 1), total: 300 }) }),
			'The service gives the same messages again and again',
		],
	])('calls nobody where the list %s', async (_, misbehave, message_) => {
		messages.manners = misbehave();
		const { error } = (await run({ leaveOutOptOuts: 50, maxRetries: 0 })).data.resultData;
		expect(error?.message).toBe(message_);
		expect(error?.description).toMatch(
			/It is not known who has opted out, so no calls were made\. Try again later, or remove 'Skip Opt-Outs' from the options\.$/,
		);
		expect(created()).toEqual([]);
	});

	it('refuses no days before anything is read', async () => {
		const { error } = (await run({ leaveOutOptOuts: 0 })).data.resultData;
		expect(error?.message).toMatch(/^'Skip Opt-Outs' /);
		expect(messages.requests).toEqual([]);
	});
});
