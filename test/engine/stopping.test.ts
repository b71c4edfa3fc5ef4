/**
 * Nothing begins after the failure that stops the node, and its
 * message names the items that were carried out.
 */
import type { IDataObject } from 'n8n-workflow';

import { outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
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

/** The item of a request, by whichever field has its id. */
const itemIn = (body: IDataObject) =>
	Number(/item-(\d+)/.exec(JSON.stringify(body))?.[1] ?? body.recipients?.toString());

describe.each(WRITING)('%s', (_, parameters, participle) => {
	const record = { id: 'r', success: true, name: 'look_up' };

	it('one at a time: asks for nothing after the item that fails', async () => {
		const service = await serviceThat((body) =>
			itemIn(body) === 2 ? { status: 400, body: { error: 'No such thing' } } : { body: record },
		);
		const { error } = (await run(service.url, parameters(1), 4)).data.resultData;
		expect(service.bodies.map(itemIn)).toEqual([1, 2]);
		expect(error).toMatchObject({
			message: 'No such thing',
			context: { itemIndex: 1 },
			description: expect.stringContaining(
				` Item 2 was not ${participle}. Item 1 was ${participle}; items 3 and 4 were not. Run the ` +
					`node again only for the items that were not ${participle}. Items are counted from 1 ` +
					'here: item 2 is [item 1] of n8n.',
			),
		});
	});

	it('twenty at a time: lets those in flight go on and names them', async () => {
		const service = await serviceThat((body) =>
			itemIn(body) === 1
				? { status: 400, body: { error: 'No such thing' }, after: 100 }
				: { body: record, after: 300 },
		);
		const { error } = (await run(service.url, parameters(20), 30)).data.resultData;
		expect(service.bodies.map(itemIn).sort((a, b) => a - b)).toEqual(
			Array.from({ length: 20 }, (__, index) => index + 1),
		);
		expect(error?.description).toContain(
			` Item 1 was not ${participle}. Items 2 to 20 were ${participle}; items 21 to 30 were not. `,
		);
		expect(error?.description).not.toContain('Nothing was');
	});
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
				? /Item 2 was not sent\. Item 1 was sent; items 3 and 4 were not\./
				: /It is unknown whether item 2 was sent\. Item 1 was sent; items 3 and 4 were not\./,
		);
	}
});

it('says so when nothing was sent at all', async () => {
	const service = await serviceThat(() => ({ status: 400, body: { error: 'No' } }));
	const { error } = (await run(service.url, sending(1), 3)).data.resultData;
	expect(error?.description).toMatch(/ None of the 3 items was sent\.$/);
});

it('tells of those whose outcome is unknown', async () => {
	const service = await serviceThat((body) =>
		itemIn(body) === 1
			? { status: 400, body: { error: 'No' }, after: 50 }
			: { status: itemIn(body) === 2 ? 500 : 200, body: { success: true }, after: 200 },
	);
	const { error } = (await run(service.url, sending(3), 4)).data.resultData;
	expect(error?.description).toMatch(
		/ Item 1 was not sent\. It is unknown whether item 2 was sent\. Item 3 was sent; item 4 was not\. Look for it with Message > Get Many/,
	);
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
	expect(error?.description).toMatch(/It is unknown whether items 2 and 3 were deleted\./);
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

it('goes on with the others where the node continues', async () => {
	const service = await serviceThat((body) =>
		itemIn(body) === 1 ? { status: 400, body: { error: 'No' } } : { body: { success: true } },
	);
	const result = await run(service.url, sending(1), 4, 'continueErrorOutput');
	expect(service.bodies.map(itemIn)).toEqual([1, 2, 3, 4]);
	expect(outputOf(result, 'Voice Agent')).toHaveLength(3);
	expect(JSON.stringify(outputOf(result, 'Voice Agent', 1))).not.toMatch(/Item \d|Nothing was/);
});

it('deletes nothing of the service after a memory that is not there', async () => {
	const service = await TestService.start();
	const { memories } = await service.sandbox.control('GET', '/memories');
	const ids = memories.slice(0, 3).map(({ id }) => String(id));
	const items = [ids[0], 'missing', ids[1], ids[2]].map((id) => ({ id: String(id) }));
	const parameters = { resource: 'memory', operation: 'delete', memoryId: '={{ $json.id }}' };
	const { error } = (await service.run({ ...parameters, options: { concurrency: 1 } }, items)).data
		.resultData;
	expect(error?.description).toMatch(
		/ Item 2 was not deleted\. Item 1 was deleted; items 3 and 4 were not\. /,
	);
	const left = await service.sandbox.control('GET', '/memories');
	const leftIds = left.memories.map(({ id }) => id);
	expect(ids.map((id) => leftIds.includes(id))).toEqual([false, true, true]);
});
