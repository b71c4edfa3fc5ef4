/**
 * Nothing begins after the failure that stops the node, and its
 * message names the items that were carried out.
 */
import type { IDataObject } from 'n8n-workflow';

import { runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { serve, type WebPage } from '../support/web-server';

const open: WebPage[] = [];
afterEach(async () => {
	for (const page of open.splice(0)) await page.close();
});

/** The answer of the service to a request, and after how many milliseconds it comes. */
type Reply = { status?: number; body: IDataObject; after?: number };

/** A service that decides by the body of each request. */
async function serviceThat(reply: (body: IDataObject, path: string) => Reply) {
	const bodies: IDataObject[] = [];
	const page = await serve((request, response) => {
		let text = '';
		request.on('data', (chunk) => (text += String(chunk)));
		request.on('end', () => {
			const body = JSON.parse(text || '{}') as IDataObject;
			// The requests by which the node only looks something up are not counted.
			if (!request.url?.endsWith('/list-messages')) bodies.push(body);
			const { status = 200, body: answer, after = 0 } = reply(body, request.url ?? '');
			setTimeout(() => {
				response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
			}, after);
		});
	});
	open.push(page);
	return { url: page.url, bodies };
}

const run = async (
	baseUrl: string,
	parameters: IDataObject,
	count: number,
	onError?: 'continueErrorOutput',
) =>
	await runFlow(
		voiceAgentFlow(parameters, onError && { onError }),
		Array.from({ length: count }, (_, index) => ({ json: { id: `item-${index + 1}`, number: index + 1 } })),
		{ voiceAgentApi: { baseUrl, apiKey: 'svc_x' } },
	);

const sending = (concurrency: number, more: IDataObject = {}) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: '1',
	recipientWaId: '={{ 14155550000 + $json.number }}',
	message: '={{ $json.id }}',
	options: { concurrency, maxRetries: 0, ...more },
});

const WRITING: Array<[string, (concurrency: number) => IDataObject, string]> = [
	['Message > Send', sending, 'sent'],
	[
		'Memory > Delete',
		(concurrency) => ({
			resource: 'memory',
			operation: 'delete',
			memoryId: '={{ $json.id }}',
			options: { concurrency },
		}),
		'deleted',
	],
	[
		'Custom Function > Create',
		(concurrency) => ({
			resource: 'customFunction',
			operation: 'create',
			agentId: { __rl: true, mode: 'id', value: '={{ $json.id }}' },
			name: 'look_up',
			description: 'Looks up',
			endpointUrl: 'https://a.example',
			options: { concurrency },
		}),
		'created',
	],
	[
		'Batch Call > Cancel',
		(concurrency) => ({
			resource: 'batchCall',
			operation: 'cancel',
			batchId: '={{ $json.id }}',
			options: { concurrency },
		}),
		'canceled',
	],
];

const RECORD = { id: 'r', success: true, name: 'look_up' };

/** The item of a request, by whichever field has its id. */
const itemIn = (body: IDataObject) =>
	Number(/item-(\d+)/.exec(JSON.stringify(body))?.[1] ?? body.recipients?.toString());

it.each(WRITING)(
	'%s, one at a time, asks for nothing after the item that fails',
	async (_, parameters, words) => {
		const service = await serviceThat((body) =>
			itemIn(body) === 2 ? { status: 400, body: { error: 'No such thing' } } : { body: RECORD },
		);
		const { error } = (await run(service.url, parameters(1), 4)).data.resultData;
		expect(service.bodies.map(itemIn)).toEqual([1, 2]);
		expect(error).toMatchObject({
			message: 'No such thing',
			context: { itemIndex: 1 },
			description: expect.stringContaining(
				` Items that were ${words}: 0. Items that were not: 1 to 3. Run the node again only for the items that were not ${words}.`,
			),
		});
	},
);

it('sends nothing at all if one of the items has a value that is refused', async () => {
	const service = await serviceThat(() => ({ body: RECORD }));
	const parameters = { ...sending(1), message: "={{ $json.number === 3 ? '' : $json.id }}" };
	const { error } = (await run(service.url, parameters, 4)).data.resultData;
	expect(error).toMatchObject({ context: { itemIndex: 2 } });
	expect(service.bodies).toEqual([]);
});

it('lets requests in flight go on, twenty at a time, and names them', async () => {
	const service = await serviceThat((body) =>
		itemIn(body) === 1
			? { status: 400, body: { error: 'No such thing' }, after: 100 }
			: { body: RECORD, after: 300 },
	);
	const { error } = (await run(service.url, sending(20), 30)).data.resultData;
	expect(service.bodies.map(itemIn).sort((a, b) => a - b)).toEqual(
		Array.from({ length: 20 }, (__, index) => index + 1),
	);
	expect(error?.description).toContain(' Items that were sent: 1 to 19. Items that were not: 0, 20 to 29. ');
	expect(error?.description).not.toContain('Nothing was');
});

it('counts a success that says no, and one without a record, as failures', async () => {
	for (const body of [{ success: false }, {}]) {
		const service = await serviceThat((request) =>
			itemIn(request) === 2 ? { body } : { body: { success: true } },
		);
		const { error } = (await run(service.url, sending(1), 4)).data.resultData;
		expect(service.bodies.map(itemIn)).toEqual([1, 2]);
		expect(error?.description).toMatch(
			'success' in body
				? /Items that were sent: 0\. Items that were not: 1 to 3\./
				: /Items that were sent: 0\. Items that were not: 2 to 3\. Items with an unknown outcome: 1\./,
		);
	}
});

it('asks once more for nothing that waits for a retry when another item fails', async () => {
	const service = await serviceThat((body) =>
		itemIn(body) === 1
			? { status: 404, body: { error: 'Memory not found' }, after: 200 }
			: { status: 503, body: { error: 'Busy' } },
	);
	const parameters = {
		resource: 'memory',
		operation: 'delete',
		memoryId: '={{ $json.id }}',
		options: { concurrency: 2, maxRetries: 10 },
	};
	const random = jest.spyOn(Math, 'random').mockReturnValue(0.999);
	const { error } = (await run(service.url, parameters, 3)).data.resultData;
	random.mockRestore();
	expect(error).toMatchObject({ message: 'Memory not found', context: { itemIndex: 0 } });
	expect(error?.description).toMatch(/Items with an unknown outcome: 1 to 2\./);
});

it('fetches no further file', async () => {
	const files: string[] = [];
	const media: WebPage = await serve((request, response) => {
		files.push(request.url ?? '');
		response.writeHead(request.url === '/item-1' ? 403 : 200).end('x');
	});
	open.push(media);
	const service = await serviceThat((body) => ({
		body: { id: 'm', media: [{ url: `${media.url}/item-${itemIn(body)}`, mime_type: 'text/plain' }] },
	}));
	const parameters = {
		resource: 'message',
		operation: 'get',
		messageId: '={{ $json.id }}',
		downloadMedia: true,
		options: { concurrency: 1 },
	};
	const { error } = (await run(service.url, parameters, 5)).data.resultData;
	expect(error?.message).toMatch(/its link answers with status 403$/);
	expect(files).toEqual(['/item-1']);
});

it('tells of the failure itself, not of an earlier item that was stopped by it', async () => {
	const media: WebPage = await serve((_, response) => response.writeHead(403).end());
	open.push(media);
	const service = await serviceThat((body) => ({
		body: { id: 'm', media: [{ url: media.url, mime_type: 'text/plain' }] },
		after: itemIn(body) === 1 ? 500 : 0,
	}));
	const parameters = {
		resource: 'message',
		operation: 'get',
		messageId: '={{ $json.id }}',
		downloadMedia: true,
		options: { concurrency: 2 },
	};
	const { error } = (await run(service.url, parameters, 2)).data.resultData;
	expect(error).toMatchObject({
		message: expect.stringMatching(/its link answers with status 403$/),
		context: { itemIndex: 1 },
	});
	expect(media.received).toHaveLength(1);
});
