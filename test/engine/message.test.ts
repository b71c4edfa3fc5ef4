/** Items and their pairing, by the example of messages. */
import type { IDataObject, INode } from 'n8n-workflow';

import { MessageListService } from '../support/message-list-server';
import { jsonOf, outputOf } from '../support/n8n-engine';
import { TestService } from '../support/test-service';

const BUSINESS_NUMBER = '106540352242922';
const CONTACT = '14155550123';

let service: TestService;
let list: MessageListService;
beforeAll(async () => {
	service = await TestService.start();
	list = await MessageListService.start();
});
beforeEach(async () => {
	await service.clear();
	list.clear();
});
afterAll(async () => await list?.stop());

const sending = (more: IDataObject = {}) => ({
	resource: 'message',
	operation: 'send',
	phoneNumberId: BUSINESS_NUMBER,
	recipientWaId: '={{ $json.to }}',
	message: '={{ $json.text }}',
	...more,
});
const sent = async () => await service.requests('send-chatapp-message');

describe('Message > Send', () => {
	it('sends each item once and puts out the stored records, paired', async () => {
		const metadata = { object: { fields: { entry: [{ name: 'order', value: '={{ $json.order }}' }] } } };
		const options = { metadata, additionalBodyFields: '{ "campaign": "spring" }' };
		const texts = ['first', 'second', 'third'];
		const items = texts.map((text) => ({ text, order: 17, to: '+1 (415) 555-0123' }));
		const output = outputOf(await service.run(sending({ options }), items), 'Voice Agent');
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(jsonOf(output)).toMatchObject(
			texts.map((content) => ({
				success: true,
				stored: { content, direction: 'outbound', status: 'sent', channel: 'chatapp' },
			})),
		);
		expect((await sent()).map(({ body }) => body)).toEqual(
			texts.map((message) => ({
				phone_number_id: BUSINESS_NUMBER,
				recipient_wa_id: CONTACT,
				message,
				metadata: { order: 17 },
				campaign: 'spring',
			})),
		);
	});

	it('sends nothing at all when the last item cannot work', async () => {
		const items = [
			{ text: 'a', to: CONTACT },
			{ text: 'b', to: 'nobody' },
		];
		const { error } = (await service.run(sending(), items)).data.resultData;
		expect(error).toMatchObject({ context: { itemIndex: 1 } });
		expect(await sent()).toEqual([]);
	});

	it('lets a failed item leave by the error output and the others by the other', async () => {
		const items = [
			{ text: 'a', to: CONTACT },
			{ text: 'b', to: 'nobody' },
			{ text: 'c', to: '19995550000' },
		];
		const result = await service.run(sending(), items, { onError: 'continueErrorOutput' });
		expect(outputOf(result, 'Success')).toMatchObject([{ json: { success: true }, pairedItem: { item: 0 } }]);
		expect(outputOf(result, 'Voice Agent', 1)).toMatchObject([
			{
				json: {
					text: 'b',
					to: 'nobody',
					error: '\'Recipient\' "nobody" is not a phone number with its country code',
					details: { description: expect.stringMatching(/country code/) },
				},
				pairedItem: { item: 1 },
			},
			{
				json: {
					text: 'c',
					to: '19995550000',
					error: expect.stringMatching(/^Failed to send chat-app message: More than 24 hours have passed/),
					details: { statusCode: 502, description: expect.stringMatching(/within 24 hours/) },
				},
				pairedItem: { item: 2 },
			},
		]);
		expect(outputOf(result, 'Failure')).toHaveLength(2);
	});

	it('keeps the order and the pairing when it continues on fail', async () => {
		const items = [
			{ text: 'a', to: 'nobody' },
			{ text: 'b', to: CONTACT },
		];
		const result = await service.run(sending(), items, { onError: 'continueRegularOutput' });
		expect(outputOf(result, 'Voice Agent')).toMatchObject([
			{ json: { error: expect.any(String) }, pairedItem: { item: 0 } },
			{ json: { success: true }, pairedItem: { item: 1 } },
		]);
	});
});

describe('What fails for all items', () => {
	const SIGNING_SECRET = { baseUrl: 'https://x.example', apiKey: 'whsec_abc' };

	it.each<[string, IDataObject, IDataObject | undefined, RegExp]>([
		['an operation that the node does not have', { operation: 'fly' }, undefined, /has no operation "fly"/],
		['a signing secret in place of the key', {}, SIGNING_SECRET, /holds a signing secret/],
		[
			'bad Parallel Requests',
			{ options: { concurrency: 'x' } },
			undefined,
			/^'Parallel Requests' "x" is not a whole number from 1 to 100$/,
		],
	])('leaves by the error output: %s', async (_, parameters, voiceAgentApi, message) => {
		const items = [
			{ text: 'a', to: CONTACT },
			{ text: 'b', to: CONTACT },
		];
		const more: Partial<INode> = { onError: 'continueErrorOutput' };
		const credentials = voiceAgentApi ? { voiceAgentApi } : service.credentials;
		const result = await service.run(sending(parameters), items, more, credentials as never);
		expect(outputOf(result, 'Voice Agent', 0)).toEqual([]);
		expect(outputOf(result, 'Voice Agent', 1)).toMatchObject(
			items.map((json, item) => ({
				json: { ...json, error: expect.stringMatching(message), details: expect.any(Object) },
				pairedItem: { item },
			})),
		);
		expect(await sent()).toEqual([]);
	});
});

describe('Message > Get Many', () => {
	it('returns all messages, each once and the newest first, paired with their item', async () => {
		const { total } = await service.call<{ total: number }>('list-messages', { limit: 1 });
		expect(total).toBeGreaterThan(200);
		await service.clear();
		const parameters = { resource: 'message', operation: 'getAll', returnAll: true };
		const output = outputOf(await service.run(parameters, [{}, {}]), 'Voice Agent');
		const ofFirst = output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === 0);
		expect(output).toHaveLength(2 * total);
		expect(new Set(ofFirst.map(({ json }) => json.id)).size).toBe(total);
		const dates = ofFirst.map(({ json }) => String(json.created_at));
		expect(dates).toEqual([...dates].sort().reverse());
		expect(await service.requests('list-messages')).toHaveLength(2 * Math.ceil(total / 100));
	});

	it('filters by the channel, and counts up to the limit what passes', async () => {
		const filters = { channel: 'chatapp' };
		const parameters = { resource: 'message', operation: 'getAll', limit: 3, filters };
		const messages = jsonOf(outputOf(await service.run(parameters), 'Success'));
		expect(messages).toHaveLength(3);
		for (const { direction, from_number: from, to_number: to } of messages) {
			expect(direction === 'outbound' ? from : to).toMatch(/^\d+$/);
		}
		for (const { body } of await service.requests('list-messages')) {
			expect(body).toEqual({ limit: 100, offset: expect.any(Number) });
		}
	});

	it.each<[IDataObject, number, number]>([
		[{ limit: 5 }, 1, 100],
		[{ returnAll: true }, 1, 102],
	])('searches for the messages of a channel with %j: %d found', async (parameters, found, requests) => {
		list.add(1, () => ({ to_number: '106540352242922' }));
		const [old] = list.messages.splice(0);
		list.add(10_100);
		if (parameters.returnAll) list.messages.push(old ?? {});
		else list.messages.splice(50, 0, old ?? {});
		const result = await service.run(
			{ resource: 'message', operation: 'getAll', filters: { channel: 'chatapp' }, ...parameters },
			[{}],
			{},
			{ voiceAgentApi: { baseUrl: list.url, apiKey: 'svc_x' } },
		);
		expect(outputOf(result, 'Success')).toHaveLength(found);
		expect(list.requests).toHaveLength(requests);
		const hints = result.data.resultData.runData['Voice Agent']?.[0]?.hints ?? [];
		expect(hints.map(({ message }) => message)).toEqual(
			parameters.returnAll
				? []
				: [
						"Only the newest 10,000 messages were searched for those of this channel. Set 'After' and 'Before' to search others.",
					],
		);
	});
});
