/** A run that fails for all items, and one that is left behind. */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

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

describe('What fails for all items', () => {
	it.each<[string, IDataObject, Record<string, IDataObject>, RegExp]>([
		['an operation that the node does not have', { operation: 'fly' }, {}, /has no operation "fly"/],
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
