/**
 * Nothing begins after the failure that stops the node, and its message names the items that were carried out.
 */
import { setTimeout as delay } from 'node:timers/promises';

import type { IDataObject } from 'n8n-workflow';

import { runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { startReceiver, type Receiver } from '../support/http-server';

const open: Receiver[] = [];
afterEach(async () => {
	jest.restoreAllMocks();
	for (const page of open.splice(0)) await page.close();
});

/** The answer of the service to a request, and after how many milliseconds it comes. */
type Reply = { status?: number; body: IDataObject; after?: number };

const REFUSED: Reply = { status: 400, body: { error: 'No such thing' } };
const DONE: Reply = { body: { id: 'r', success: true } };

/** A service that decides by the item of each request; the items so far. */
async function serviceThat(reply: (item: number) => Reply) {
	const items: number[] = [];
	const page = await startReceiver(async (request, response) => {
		const item = Number(/item-(\d+)/.exec(request.body)?.[1]);
		items.push(item);
		const { status = 200, body, after = 0 } = reply(item);
		await delay(after);
		response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
	});
	open.push(page);
	return { url: page.url, items };
}

/** Runs the node for `item-0` and so on. */
async function errorAfter(baseUrl: string, parameters: IDataObject, count: number) {
	const items = Array.from({ length: count }, (_, index) => ({ json: { id: `item-${index}`, index } }));
	const credentials = { voiceAgentApi: { baseUrl, apiKey: 'svc_x' } };
	return (await runFlow(voiceAgentFlow(parameters), items, credentials)).data.resultData.error;
}

const sending = (concurrency: number) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: '1',
	recipientWaId: '={{ 14155550000 + $json.index }}',
	message: '={{ $json.id }}',
	options: { concurrency, maxRetries: 0 },
});
const deleting = (options: IDataObject) => ({
	resource: 'memory',
	operation: 'delete',
	memoryId: '={{ $json.id }}',
	options,
});
const downloading = {
	resource: 'message',
	operation: 'get',
	messageId: '={{ $json.id }}',
	downloadMedia: true,
	options: { concurrency: 2 },
};

it('asks, one at a time, for nothing after the item that fails, and says what was sent', async () => {
	const { url, items } = await serviceThat((item) => (item === 1 ? REFUSED : DONE));
	const error = await errorAfter(url, sending(1), 4);
	expect(items).toEqual([0, 1]);
	expect(error).toMatchObject({
		message: 'No such thing',
		context: { itemIndex: 1 },
		description: expect.stringContaining(
			' Items that were sent: 0. Items that were not: 1 to 3. Run the node again only for the items that were not sent.',
		),
	});
});

it('asks for no further list after one that cannot be read', async () => {
	const { url, items } = await serviceThat((item) =>
		item === 1 ? REFUSED : { body: { messages: [], total: 0, has_more: false } },
	);
	const listing = {
		resource: 'message',
		operation: 'getAll',
		options: { concurrency: 1, maxRetries: 0, additionalBodyFields: '={{ { tag: $json.id } }}' },
	};
	const error = await errorAfter(url, listing, 5);
	expect(error).toMatchObject({ message: 'No such thing', context: { itemIndex: 1 } });
	expect(items).toEqual([0, 1]);
});

it('lets requests in flight go on, twenty at a time, and names them', async () => {
	const { url, items } = await serviceThat((item) =>
		item === 0 ? { ...REFUSED, after: 100 } : { ...DONE, after: 300 },
	);
	const error = await errorAfter(url, sending(20), 30);
	expect(items.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index));
	expect(error?.description).toContain(' Items that were sent: 1 to 19. Items that were not: 0, 20 to 29. ');
	expect(error?.description).not.toContain('Nothing was');
});

it.each<[string, IDataObject, RegExp]>([
	['a success that says no', { success: false }, /Items that were sent: 0\. Items that were not: 1 to 3\./],
	[
		'a success without a record, as one with an unknown outcome',
		{},
		/Items that were sent: 0\. Items that were not: 2 to 3\. Items with an unknown outcome: 1\./,
	],
])('counts %s as a failure', async (_, body, words) => {
	const { url, items } = await serviceThat((item) => (item === 1 ? { body } : DONE));
	expect((await errorAfter(url, sending(1), 4))?.description).toMatch(words);
	expect(items).toEqual([0, 1]);
});

it('asks once more for nothing that waits for a retry when another item fails', async () => {
	const { url } = await serviceThat((item) =>
		item === 0
			? { status: 404, body: { error: 'Memory not found' }, after: 200 }
			: { status: 503, body: { error: 'Busy' } },
	);
	jest.spyOn(Math, 'random').mockReturnValue(0.999);
	const error = await errorAfter(url, deleting({ concurrency: 2, maxRetries: 10 }), 3);
	expect(error).toMatchObject({ message: 'Memory not found', context: { itemIndex: 0 } });
	expect(error?.description).toMatch(/Items with an unknown outcome: 1 to 2\./);
});

it('fetches no further file, and tells of the failure itself, not of an earlier item that it has stopped', async () => {
	const media = await startReceiver((_, response) => response.writeHead(403).end());
	open.push(media);
	const { url } = await serviceThat((item) => ({
		body: { id: 'm', media: [{ url: `${media.url}/${item}`, mime_type: 'text/plain' }] },
		after: item === 0 ? 500 : 0,
	}));
	expect(await errorAfter(url, downloading, 2)).toMatchObject({
		message: expect.stringMatching(/its link answers with status 403$/),
		context: { itemIndex: 1 },
	});
	expect(media.received).toMatchObject([{ path: '/1' }]);
});

it('ends at once when it is canceled while an earlier message to the same person is on its way', async () => {
	let answerFirst = () => {};
	const asked: string[] = [];
	const page = await startReceiver(async (request, response) => {
		const { message } = JSON.parse(request.body) as { message: string };
		asked.push(message);
		if (message === 'first') await new Promise<void>((resolve) => (answerFirst = resolve));
		response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(DONE.body));
	});
	open.push(page);
	const send = async (message: string, onStart?: (cancel: () => void) => void) =>
		await runFlow(
			voiceAgentFlow({ ...sending(1), recipientWaId: '14155550000', message }),
			[{ json: {} }],
			{ voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } },
			onStart ? { onStart } : {},
		);
	const first = send('first');
	while (asked.length === 0) await delay(5);
	// By then it waits for its turn.
	const canceled = await send('second', (cancel) => void delay(100).then(cancel));
	expect(canceled.data.resultData.error).toMatchObject({ message: 'The execution was canceled' });
	const third = send('third');
	await delay(50);
	expect(asked).toEqual(['first']);
	answerFirst();
	expect([(await first).data.resultData.error, (await third).data.resultData.error]).toEqual([
		undefined,
		undefined,
	]);
	expect(asked).toEqual(['first', 'third']);
});
