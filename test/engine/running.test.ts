/** Planning before sending, errors item by item, and lists whose service counts wrongly. */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { serve, serveJson, type WebPage } from '../support/web-server';

const CONTINUE = { onError: 'continueErrorOutput' } as const;

let service: TestService;
beforeAll(async () => (service = await TestService.start()));
beforeEach(async () => await service.clear());

const sending = (more: IDataObject = {}) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: '={{ $json.text }}',
	...more,
});

it('A run that a test leaves behind, since its time is up, ends before the next test begins', async () => {
	await service.fault('send-chatapp-message', { kind: 'latency', latency_ms: 600_000 });
	const left = service.run(sending(), [{ text: 'Left behind' }, { text: 'Never sent' }]);
	await service.requested('send-chatapp-message');
	await service.clear();
	expect((await left).status).toBe('canceled');
	expect(await service.requests('send-chatapp-message')).toEqual([]);
});

describe('A plan', () => {
	it.each(['timeout', 'maxRetries', 'concurrency', 'additionalBodyFields'])(
		'with a bad %s in the last item sends nothing at all',
		async (option) => {
			const parameters = sending({ options: { [option]: '={{ $json.bad ? "bad" : undefined }}' } });
			const items = [{ text: 'a' }, { text: 'b' }, { text: 'c', bad: true }];
			const { error } = (await service.run(parameters, items)).data.resultData;
			expect(error).toMatchObject({
				message: expect.stringMatching(
					/"bad" is not a|^'Additional Body Fields' is not valid JSON: unexpected token 'b'$/,
				),
				context: { itemIndex: 2 },
			});
			expect(await service.requests('send-chatapp-message')).toEqual([]);
		},
	);

	it('is shown by a preview as it would be sent, Additional Body Fields included', async () => {
		const parameters = {
			resource: 'batchCall',
			operation: 'create',
			name: 'Reminders',
			callerId: { __rl: true, mode: 'id', value: '+14155550100' },
			recipientsFrom: 'items',
			phoneNumberField: 'phone',
			options: { additionalBodyFields: '{ "campaign": "spring", "name": "Other" }' },
		};
		const people = [{ phone: '+14155550111' }];
		const [preview] = jsonOf(
			outputOf(await service.run({ ...parameters, previewOnly: true }, people), 'Voice Agent'),
		);
		expect(await service.requests('batch-calls')).toEqual([]);
		await service.run({ ...parameters, previewOnly: false }, people);
		const [sent] = await service.requests('batch-calls');
		expect(preview?.request).toEqual(sent?.body);
		expect(sent?.body).toMatchObject({ campaign: 'spring', name: 'Other' });
	});
});

describe('What fails for all items', () => {
	it.each<[string, IDataObject, Record<string, IDataObject>, RegExp]>([
		['an operation that the node does not have', { operation: 'fly' }, {}, /has no operation "fly"/],
		[
			'a credential with a wrong address',
			{},
			{ voiceAgentApi: { baseUrl: 'ftp://x', apiKey: 'svc_x' } },
			/has to begin with https/,
		],
		[
			'a signing secret in place of the key',
			{},
			{ voiceAgentApi: { baseUrl: 'https://x.example', apiKey: 'whsec_abc' } },
			/holds a signing secret/,
		],
		[
			'bad Parallel Requests',
			{ options: { concurrency: 'x' } },
			{},
			/^'Parallel Requests' "x" is not a whole number from 1 to 100$/,
		],
	])('leaves by the error output: %s', async (_, parameters, credentials, message) => {
		const items = [
			{ text: 'a', row: 1 },
			{ text: 'b', row: 2 },
		];
		const given = { ...service.credentials, ...credentials } as typeof service.credentials;
		const result = await service.run(sending(parameters), items, CONTINUE, given);
		expect(outputOf(result, 'Voice Agent', 0)).toEqual([]);
		const failed = outputOf(result, 'Voice Agent', 1);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		expect(jsonOf(failed)).toEqual([
			{ text: 'a', row: 1, error: expect.stringMatching(message), details: expect.any(Object) },
			{ text: 'b', row: 2, error: expect.stringMatching(message), details: expect.any(Object) },
		]);
		expect(await service.requests('send-chatapp-message')).toEqual([]);
	});
});

describe('The error output', () => {
	it('keeps the input fields and adds what happened', async () => {
		const items = [
			{ text: 'Hi', to: '14155550123' },
			{ text: 'Hi', to: '19995550000' },
			{ text: 'Hi', to: 'x' },
		];
		const result = await service.run(sending({ recipientWaId: '={{ $json.to }}' }), items, CONTINUE);
		expect(outputOf(result, 'Voice Agent', 0)).toMatchObject([{ pairedItem: { item: 0 } }]);
		expect(jsonOf(outputOf(result, 'Voice Agent', 1))).toEqual([
			{
				...items[1],
				error:
					'Failed to send chat-app message: More than 24 hours have passed since the recipient last ' +
					'sent a message',
				details: { statusCode: 502, description: expect.stringMatching(/within 24 hours/) },
			},
			{
				...items[2],
				error: '\'Recipient\' "x" is not a phone number with its country code',
				details: { description: expect.stringMatching(/country code/) },
			},
		]);
	});

	it('has the code of the service', async () => {
		const parameters = { resource: 'memory', operation: 'delete', memoryId: 'unknown' };
		const result = await service.run(parameters, [{ row: 1 }], CONTINUE);
		expect(jsonOf(outputOf(result, 'Voice Agent', 1))).toMatchObject([
			{ row: 1, error: 'Memory not found', details: { statusCode: 404, code: 'not_found' } },
		]);
	});
});

describe('Return All', () => {
	const pages: WebPage[] = [];
	afterEach(async () => {
		for (const page of pages.splice(0)) await page.close();
	});

	/** list-phone-numbers of a service that holds `count` numbers and says that there are `total`. */
	async function listNumbers(count: number, more: (offset: number) => IDataObject) {
		const page = await serve((request, response) => {
			let text = '';
			request.on('data', (chunk) => (text += String(chunk)));
			request.on('end', () => {
				const { offset, limit } = JSON.parse(text) as { offset: number; limit: number };
				const numbers = Array.from({ length: count }, (_, id) => ({ id })).slice(offset, offset + limit);
				response
					.setHeader('Content-Type', 'application/json')
					.end(JSON.stringify({ numbers, ...more(offset) }));
			});
		});
		pages.push(page);
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const parameters = { resource: 'phoneNumber', operation: 'getAll', returnAll: true };
		const result = await service.run(parameters, [{}], {}, credentials);
		return { result, requests: page.received.length };
	}

	it('asks a filtered list for no more than it needs', async () => {
		const { result, requests } = await listNumbers(3, () => ({ total: 500 }));
		expect(outputOf(result, 'Voice Agent')).toHaveLength(3);
		expect(requests).toBeLessThanOrEqual(3);
	});

	it.each([1e9, 2 ** 53, -5, 'many', null])('is not misled by the total %p', async (total) => {
		const { result, requests } = await listNumbers(250, () => ({ total }));
		expect(jsonOf(outputOf(result, 'Voice Agent')).map(({ id }) => id)).toEqual(
			Array.from({ length: 250 }, (_, id) => id),
		);
		expect(requests).toBeLessThanOrEqual(25);
	});

	it('ends with a clear message when the service repeats a page for ever', async () => {
		const page = await serveJson({
			messages: Array.from({ length: 100 }, (_, id) => ({ id })),
			total: 1000,
			has_more: true,
		});
		pages.push(page);
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const parameters = { resource: 'message', operation: 'getAll', returnAll: true };
		const { error } = (await service.run(parameters, [{}], {}, credentials)).data.resultData;
		expect(error).toMatchObject({ message: 'The service gives the same page again and again' });
		expect(page.received.length).toBeLessThanOrEqual(25);
	});

	it('takes an answer without a list for none, and not for an empty one', async () => {
		const page = await serveJson({ entries: [], total: 0 });
		pages.push(page);
		const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
		const { error } = (await service.run({ resource: 'message', operation: 'getAll' }, [{}], {}, credentials))
			.data.resultData;
		expect(error).toMatchObject({
			message: 'The service answered without a list of records',
			description: expect.stringContaining('entries, total'),
		});
	});
});
