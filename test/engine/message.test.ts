import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { bytesOf, jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { serveText } from '../support/web-server';
import type { SandboxAccount } from '../../sandbox/src/client/account';
import { sandboxAsNew } from '../support/worker-sandbox';

const BUSINESS_NUMBER = '106540352242922';
const CONTACT = '14155550123';

let sandbox: SandboxAccount;
let credentials: { voiceAgentApi: { baseUrl: string; apiKey: string } };

beforeAll(async () => {
	sandbox = await sandboxAsNew();
	credentials = { voiceAgentApi: { baseUrl: sandbox.url, apiKey: sandbox.apiKey } };
});
beforeEach(async () => {
	await sandbox.control('DELETE', '/requests');
	await sandbox.control('DELETE', '/faults');
});

const items = (...list: IDataObject[]): INodeExecutionData[] => list.map((json) => ({ json }));

const requests = async (path: string) =>
	(await sandbox.control('GET', `/requests?path=${encodeURIComponent(path)}`)).requests;
const sentRequests = async () => await requests('/functions/v1/send-chatapp-message');

const run = async (parameters: IDataObject, input = items({}), more = {}) =>
	await runFlow(voiceAgentFlow({ resource: 'message', ...parameters }, more), input, credentials);

const sendParameters = {
	operation: 'send',
	phoneNumberId: BUSINESS_NUMBER,
	recipientWaId: CONTACT,
	message: '={{ $json.text }}',
};

describe('Message > Send', () => {
	it('sends each item once and puts out the stored records, paired', async () => {
		const metadata = { object: { fields: { entry: [{ name: 'order', value: '={{ $json.order }}' }] } } };
		const options = { metadata, additionalBodyFields: '{ "campaign": "spring" }' };
		const input = items(
			{ text: 'first', order: 17 },
			{ text: 'second', order: 17 },
			{ text: 'third', order: 17 },
		);
		const result = await run({ ...sendParameters, recipientWaId: '+1 (415) 555-0123', options }, input);

		const output = outputOf(result, 'Voice Agent');
		expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }]);
		expect(jsonOf(output)).toMatchObject(
			['first', 'second', 'third'].map((content) => ({
				success: true,
				stored: { content, direction: 'outbound', status: 'sent', channel: 'chatapp' },
			})),
		);
		expect((await sentRequests()).map(({ body }) => body)).toEqual(
			['first', 'second', 'third'].map((message) => ({
				phone_number_id: BUSINESS_NUMBER,
				recipient_wa_id: CONTACT,
				message,
				metadata: { order: 17 },
				campaign: 'spring',
			})),
		);
	});

	it('sends nothing at all when the last item cannot work', async () => {
		const result = await run(
			{ ...sendParameters, recipientWaId: '={{ $json.to }}' },
			items({ text: 'a', to: CONTACT }, { text: 'b', to: 'nobody' }),
		);
		expect(result.data.resultData.error).toMatchObject({ context: { itemIndex: 1 } });
		expect(await sentRequests()).toEqual([]);
	});

	it('lets a failed item leave by the error output and the others by the other', async () => {
		const input = items(
			{ text: 'a', to: CONTACT },
			{ text: 'b', to: 'nobody' },
			{ text: 'c', to: '19995550000' },
		);
		const result = await run({ ...sendParameters, recipientWaId: '={{ $json.to }}' }, input, {
			onError: 'continueErrorOutput',
		});
		expect(outputOf(result, 'Voice Agent', 0)).toMatchObject([
			{ json: { success: true }, pairedItem: { item: 0 } },
		]);
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
		expect(outputOf(result, 'Success')).toHaveLength(1);
		expect(outputOf(result, 'Failure')).toHaveLength(2);
	});

	it('keeps the order and the pairing when it continues on fail', async () => {
		const input = items({ text: 'a', to: 'nobody' }, { text: 'b', to: CONTACT });
		const result = await run({ ...sendParameters, recipientWaId: '={{ $json.to }}' }, input, {
			onError: 'continueRegularOutput',
		});
		expect(outputOf(result, 'Voice Agent')).toMatchObject([
			{ json: { error: expect.any(String) }, pairedItem: { item: 0 } },
			{ json: { success: true }, pairedItem: { item: 1 } },
		]);
	});

	it('tells in the service’s words why a message was not sent, and what is out already', async () => {
		const input = items({ text: 'a', to: CONTACT }, { text: 'b', to: '19995550000' });
		const result = await run(
			{ ...sendParameters, recipientWaId: '={{ $json.to }}', options: { concurrency: 1 } },
			input,
		);
		expect(result.data.resultData.error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '502',
			message:
				'Failed to send chat-app message: More than 24 hours have passed since the recipient last ' +
				'sent a message',
			description: expect.stringMatching(
				/24 hours.* Items that were sent: 0\. Items that were not: 1\. Run the node again only/s,
			),
		});
	});
});

describe('Message > Get', () => {
	it('does not send the key to the host of the media', async () => {
		const host = await serveText('the file');
		const media = [{ url: `${host.url}/signed`, mime_type: 'text/plain', kind: 'document', caption: null }];
		const service = await serveText(JSON.stringify({ id: 'm', media }));
		const flow = voiceAgentFlow({
			resource: 'message',
			operation: 'get',
			messageId: 'm',
			downloadMedia: true,
		});
		const result = await runFlow(flow, items({}), {
			voiceAgentApi: { baseUrl: service.url, apiKey: 'svc_x' },
		});
		await Promise.all([host.close(), service.close()]);
		expect(service.received[0]).toHaveProperty('authorization', 'Bearer svc_x');
		expect(host.received).toHaveLength(1);
		expect(host.received[0]).not.toHaveProperty('authorization');
		const file = outputOf(result, 'Voice Agent')[0]?.binary?.media_0;
		expect((await bytesOf(file)).toString()).toBe('the file');
		expect(file).toMatchObject({ fileName: 'media-0.txt', mimeType: 'text/plain' });
	});

	it('says so when the key is wrong', async () => {
		const wrong = { voiceAgentApi: { baseUrl: sandbox.url, apiKey: `svc_${'0'.repeat(40)}` } };
		const flow = voiceAgentFlow({ resource: 'message', operation: 'get', messageId: 'x' });
		const result = await runFlow(flow, items({}), wrong);
		expect(result.data.resultData.error).toMatchObject({
			httpCode: '401',
			message: 'The service did not accept the credential',
			description: expect.stringContaining('test it'),
		});
	});
});

describe('Message > Get Many', () => {
	it('returns all messages, each once and the newest first, paired with their item', async () => {
		const { total } = await callService<{ total: number }>('list-messages', { limit: 1 });
		expect(total).toBeGreaterThan(200);
		await sandbox.control('DELETE', '/requests');
		const result = await run({ operation: 'getAll', returnAll: true }, items({}, {}));
		const output = outputOf(result, 'Voice Agent');
		const ofFirst = output.filter(({ pairedItem }) => (pairedItem as { item: number }).item === 0);
		expect(output).toHaveLength(2 * total);
		expect(new Set(ofFirst.map(({ json }) => json.id)).size).toBe(total);
		const dates = ofFirst.map(({ json }) => String(json.created_at));
		expect(dates).toEqual([...dates].sort().reverse());
		expect(await requests('/functions/v1/list-messages')).toHaveLength(2 * Math.ceil(total / 100));
	});

	it.each([
		['chatapp', /^\d+$/],
		['sms', /^\+\d+$/],
	])('filters by the channel %s, and counts up to the limit what passes', async (channel, own) => {
		const result = await run({ operation: 'getAll', limit: 3, filters: { channel } });
		const messages = jsonOf(outputOf(result, 'Success'));
		expect(messages).toHaveLength(3);
		for (const { direction, from_number: from, to_number: to } of messages) {
			expect(direction === 'outbound' ? from : to).toMatch(own);
		}
		for (const { body } of await requests('/functions/v1/list-messages')) {
			expect(body).toEqual({ limit: 100, offset: expect.any(Number) });
		}
	});
});

async function callService<T>(name: string, body: IDataObject): Promise<T> {
	const response = await fetch(`${sandbox.url}/functions/v1/${name}`, {
		method: 'POST',
		headers: { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	return (await response.json()) as T;
}
