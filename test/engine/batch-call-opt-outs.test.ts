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
	serviceDate = undefined;
	messages.manners = { answer };
});
afterEach(() => jest.restoreAllMocks());

/** The time of the service, as HTTP writes it, where it is another one than here. */
let serviceDate: string | undefined;

/** Answers what a batch call asks for beside the messages. */
const answer: NonNullable<MessageListService['manners']['answer']> = (response, body, path) => {
	if (path.includes('list-messages')) return false;
	const isCreation = body.action === 'create';
	const batch = { id: 'batch-1', status: 'running', total_recipients: (body.recipients as [])?.length };
	const numbers = [{ phone_number: CALLER, is_active: true, capabilities: { voice: true } }];
	response.writeHead(200, { 'content-type': 'application/json', ...(serviceDate && { date: serviceDate }) });
	response.end(JSON.stringify(isCreation ? { batch } : { numbers, total: 1 }));
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

/** The requests for messages; of the others, one creates the batch call and one lists the account's numbers. */
const listRequests = () =>
	messages.requests.filter(({ offset, action }) => action === undefined && offset !== undefined).slice(1);

const created = () => messages.requests.filter(({ action }) => action === 'create');
const calledNumbers = () =>
	created().map(({ recipients }) => (recipients as IDataObject[]).map(({ phone_number: number }) => number));

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
		expect(calledNumbers()).toEqual([[numberAt(1), numberAt(2)]]);
	});

	it('does so with the messages of the sandbox', async () => {
		await sandbox.sandbox.control('POST', '/events/sms.received', { from_number: numberAt(0), body: 'STOP' });
		const result = await sandbox.run(campaign({ leaveOutOptOuts: 365 }, { previewOnly: true }), people(2));
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([
			{
				total_recipients: 1,
				skipped_recipients: [
					{ phone_number: numberAt(0), reason: 'optedOut', opted_out_at: expect.any(String) },
				],
			},
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
		expect(calledNumbers()).toEqual([[numberAt(1), numberAt(2)]]);
	});

	it.each([
		['just within the days', -1_000, 2],
		['just before them', 1_000, 3],
	])('counts an opt-out %s', async (_, earlierMs, called) => {
		const at = new Date(Date.now() - 10 * DAY_MS - earlierMs).toISOString();
		list(message(0, 'STOP', 10, { created_at: at }));
		jest.spyOn(Date, 'now').mockReturnValue(Date.now());
		await run({ leaveOutOptOuts: 10 });
		expect(calledNumbers()).toMatchObject([{ length: called }]);
	});

	it.each([
		['ahead', 3, 3],
		['behind', -3, 2],
	])('counts the days by the clock of the service, which is %s', async (_, daysAhead, called) => {
		serviceDate = new Date(Date.now() + daysAhead * DAY_MS).toUTCString();
		list(message(0, 'STOP', daysAhead > 0 ? 8 : 12));
		await run({ leaveOutOptOuts: 10 });
		expect(calledNumbers()).toMatchObject([{ length: called }]);
	});

	it('counts a word of the account itself for nobody', async () => {
		list(message(0, 'STOP', 1, { direction: 'outbound' }));
		messages.manners = { answer, ignoresDirection: true };
		await run({ leaveOutOptOuts: 365 });
		expect(calledNumbers()).toMatchObject([{ length: 3 }]);
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
		['START ends what may be an opt-out', ['START', 'Cancel'], undefined],
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

	it('reads a word by itself, whatever the account has written before it', async () => {
		const ours = { direction: 'outbound', from_number: CALLER, to_number: numberAt(0) };
		list(message(0, 'STOP', 1), message(0, 'Non-stop deals this week! Reply STOP to opt out.', 1.1, ours));
		await run({ leaveOutOptOuts: 365 });
		expect(calledNumbers()).toEqual([[numberAt(1), numberAt(2)]]);
	});

	it('reads a word that stands below a photo', async () => {
		list(message(0, '', 1, { media: [{ url: 'https://media.example/1', kind: 'image', caption: 'STOP' }] }));
		await run({ leaveOutOptOuts: 365 });
		expect(calledNumbers()).toEqual([[numberAt(1), numberAt(2)]]);
	});

	it('reads the messages once for all batch calls of an execution', async () => {
		list(...Array.from({ length: 250 }, (_, index) => message(index, 'STOP', 1, { id: `message-${index}` })));
		const more = {
			recipientsFrom: 'json',
			recipientsJson: '={{ [{ phone_number: $json.phone_number }, { phone_number: "+14152999999" }] }}',
		};
		await run({ leaveOutOptOuts: 365 }, people(3), more);
		expect(calledNumbers()).toEqual([['+14152999999'], ['+14152999999'], ['+14152999999']]);
		expect(listRequests()).toHaveLength(3);
	});

	it('reads no further than the days go back, where the list shows that the newest come first', async () => {
		list(
			...Array.from({ length: 2_000 }, (_, index) => ({
				...message(index, 'STOP', (index + 0.5) / 10),
				id: `message-${index}`,
			})),
		);
		await run({ leaveOutOptOuts: 15 }, people(200));
		expect(calledNumbers()).toMatchObject([{ length: 50 }]);
		expect(listRequests().length).toBeLessThanOrEqual(7);
	});

	it('reads on where a page does not show the newest first, though it ends with an old message', async () => {
		const days = [5, 1, ...Array.from({ length: 98 }, (_, index) => 6 + index)];
		list(...days.map((day) => message(1, 'Hi', day)), message(0, 'STOP', 3));
		await run({ leaveOutOptOuts: 15 });
		expect(calledNumbers()).toEqual([[numberAt(1), numberAt(2)]]);
	});

	it('has no more requests under way than Parallel Requests says', async () => {
		list(...Array.from({ length: 900 }, (_, index) => message(index, 'Hi', 1, { id: `message-${index}` })));
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

	it('calls nobody where the list has the oldest messages first', async () => {
		list(
			...Array.from({ length: 250 }, (_row, index) => ({
				...message(index, 'STOP', index + 0.5),
				id: `message-${index}`,
			})),
		);
		messages.manners = { answer, isOldestFirst: true };
		const { error } = (await run({ leaveOutOptOuts: 100 }, people(200))).data.resultData;
		expect(error?.message).toBe('The service lists the oldest messages first');
		expect(error?.description).toMatch(/no calls were made/);
		expect(created()).toEqual([]);
	});

	it('calls nobody where the list is refused', async () => {
		messages.manners = {
			answer: (response, request, path) => {
				if (answer(response, request, path)) return true;
				const error = { code: 'forbidden', message: 'No access' };
				response.writeHead(403, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
				return true;
			},
		};
		const { error } = (await run({ leaveOutOptOuts: 365, maxRetries: 0 })).data.resultData;
		expect(error?.message).toBe('No access');
		expect(error?.description).toMatch(
			/It is not known who has opted out, so no calls were made\. Try again later, or remove 'Skip Opt-Outs' from the options\.$/,
		);
		expect(created()).toEqual([]);
	});

	it('calls nobody where the service gives the same page again and again', async () => {
		list(...Array.from({ length: 100 }, (_, index) => message(index, 'Hi', 1, { id: `message-${index}` })));
		messages.manners = {
			answer: (response, request, path) => {
				if (answer(response, request, path)) return true;
				response.writeHead(200, { 'content-type': 'application/json' });
				response.end(JSON.stringify({ messages: messages.messages, total: 300 }));
				return true;
			},
		};
		const { error } = (await run({ leaveOutOptOuts: 365 })).data.resultData;
		expect(error?.message).toBe('The service gives the same messages again and again');
		expect(error?.description).toMatch(/no calls were made/);
		expect(created()).toEqual([]);
	});

	it('refuses no days before anything is read', async () => {
		const { error } = (await run({ leaveOutOptOuts: 0 })).data.resultData;
		expect(error?.message).toMatch(/^'Skip Opt-Outs' /);
		expect(messages.requests).toEqual([]);
	});
});
