import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { bytesOf, jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { useFastClock } from '../support/fast-clock';
import { serveText } from '../support/web-server';
import type { SandboxAccount } from '../../sandbox/src/client/account';
import { sandboxAsNew } from '../support/worker-sandbox';

useFastClock();

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

	it.each([
		[
			'no recipient',
			{ recipientWaId: '={{ $json.nothing }}' },
			"^The expression in 'Recipient' gave no value for this item$",
			/enter a value/,
		],
		[
			'a recipient without country code',
			{ recipientWaId: '0301234' },
			/not a phone number with its country/,
			/14155550123/,
		],
		[
			'no number to send from',
			{ phoneNumberId: '={{ " " }}' },
			"'From \\(Business Number\\)' is empty",
			/Choose it from the list or enter its ID/,
		],
		['an empty text', { message: '={{ " " }}' }, "'Message' is empty", /text to send/],
		[
			'a list as metadata',
			{ options: { metadata: { object: { specify: 'json', json: '[1]' } } } },
			"'Metadata > JSON' .+ is not a JSON object",
			/curly brackets/,
		],
		[
			'a text as additional fields',
			{ options: { additionalBodyFields: '"x"' } },
			'\'Additional Body Fields\' ""x"" is not a JSON object',
			/curly brackets/,
		],
		[
			'too much concurrency',
			{ options: { concurrency: 101 } },
			'\'Parallel Requests\' "101" is not a whole number from 1 to 100',
			/from 1 to 100/,
		],
	])('refuses %s before anything is sent', async (_, parameters, message, description) => {
		const result = await run({ ...sendParameters, ...parameters }, items({ text: 'Hi' }));
		const { error } = result.data.resultData;
		expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
		expect(error).toMatchObject({ description: expect.stringMatching(description) });
		expect(await sentRequests()).toEqual([]);
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
			{ json: { error: expect.stringContaining('"nobody"') }, pairedItem: { item: 1 } },
			{
				json: {
					error: expect.stringMatching(/^Failed to send chat-app message: More than 24 hours have passed/),
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
				/24 hours.* Item 2 was not sent\. Item 1 was sent\. Run the node again only/s,
			),
		});
	});

	it('does not send again when the connection ends without an answer', async () => {
		const endpoint = 'send-chatapp-message';
		await sandbox.control('POST', '/faults', { endpoint, kind: 'reset', count: 1 });
		const result = await run({ ...sendParameters, options: { maxRetries: 1 } }, items({ text: 'once' }));
		expect(result.data.resultData.error).toMatchObject({
			message: 'The connection ended before the service answered',
			description: expect.stringMatching(/unknown whether.*Get Many/s),
		});
		expect(await sentRequests()).toHaveLength(1);
	});

	it('waits and sends when the service asks to slow down', async () => {
		const endpoint = 'send-chatapp-message';
		await sandbox.control('POST', '/faults', {
			endpoint,
			kind: 'status',
			status: 429,
			retry_after: 1,
			count: 2,
		});
		const result = await run(sendParameters, items({ text: 'x' }, { text: 'y' }));
		expect(jsonOf(outputOf(result, 'Success'))).toHaveLength(2);
		expect((await sentRequests()).filter((request) => request.status === 200)).toHaveLength(2);
	});
});

describe('Message > Get', () => {
	let withMedia: IDataObject;
	beforeAll(async () => {
		const page = await callService<{ messages: IDataObject[] }>('list-messages', { limit: 100 });
		withMedia = page.messages.find(({ media }) => (media as unknown[]).length > 0) as IDataObject;
	});

	it('gives the full record, or a simplified one', async () => {
		const full = await run({ operation: 'get', messageId: withMedia.id, simplify: false });
		expect(Object.keys(jsonOf(outputOf(full, 'Success'))[0] ?? {})).toEqual(
			expect.arrayContaining(['contact_id', 'message_sid', 'delivered_at', 'agent_id', 'translation']),
		);
		const simple = await run({ operation: 'get', messageId: withMedia.id });
		expect(Object.keys(jsonOf(outputOf(simple, 'Success'))[0] ?? {})).toEqual([
			'id',
			'thread_id',
			'direction',
			'from_number',
			'to_number',
			'body',
			'status',
			'sent_at',
			'media',
			'delivery_error',
		]);
	});

	it('downloads the media of a message', async () => {
		const result = await run({ operation: 'get', messageId: withMedia.id, downloadMedia: true });
		const [item] = outputOf(result, 'Success');
		const [media] = withMedia.media as IDataObject[];
		expect(item?.binary?.media_0).toMatchObject({ mimeType: media?.mime_type });
		expect((await bytesOf(item?.binary?.media_0)).length).toBeGreaterThan(50);
	});

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

	it('says so when the service does not know the id', async () => {
		const result = await run({ operation: 'get', messageId: 'b3f1c7de-0000-4000-8000-000000000000' });
		expect(result.data.resultData.error).toMatchObject({
			httpCode: '404',
			message: 'Message not found',
			description: expect.stringContaining("Check 'Message'. Choose it from the list"),
		});
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

	it('says so when the base URL is a web page', async () => {
		const page = await serveText('<!doctype html><title>Welcome</title>');
		const flow = voiceAgentFlow({ resource: 'message', operation: 'get', messageId: 'x' });
		const result = await runFlow(flow, items({}), { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } });
		await page.close();
		expect(result.data.resultData.error).toMatchObject({
			message: "The 'Base URL' leads to a web page instead of the service",
			description: expect.stringContaining(page.url),
		});
	});

	it('says so when nothing is there', async () => {
		const page = await serveText('');
		await page.close();
		const flow = voiceAgentFlow({
			resource: 'message',
			operation: 'get',
			messageId: 'x',
			options: { maxRetries: 0 },
		});
		const result = await runFlow(flow, items({}), { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } });
		expect(result.data.resultData.error).toMatchObject({
			message: 'The service could not be reached: nothing answers at its address',
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

	it('keeps to the limit', async () => {
		const result = await run({ operation: 'getAll', limit: 7 });
		expect(outputOf(result, 'Success')).toHaveLength(7);
		expect((await requests('/functions/v1/list-messages'))[0]?.body).toEqual({ limit: 7, offset: 0 });
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

	it('filters by number, direction and date', async () => {
		const filters = {
			phoneNumber: '+1 415-555-0123',
			direction: 'inbound',
			afterDate: '2020-01-01T00:00:00',
			beforeDate: '2100-01-01T12:00:00+02:00',
		};
		const result = await run({ operation: 'getAll', filters });
		expect((await requests('/functions/v1/list-messages'))[0]?.body).toEqual({
			limit: 50,
			offset: 0,
			direction: 'inbound',
			phone_number: '+14155550123',
			// The workflow's time zone is Europe/Berlin.
			after_date: '2019-12-31T23:00:00.000Z',
			before_date: '2100-01-01T10:00:00.000Z',
		});
		const found = jsonOf(outputOf(result, 'Success'));
		expect(found.length).toBeGreaterThan(0);
		expect(found.every(({ direction }) => direction === 'inbound')).toBe(true);
	});

	it('refuses what is no date', async () => {
		const result = await run({ operation: 'getAll', filters: { afterDate: 'yesterday-ish' } });
		expect(result.data.resultData.error).toMatchObject({
			message: '\'After\' "yesterday-ish" is not a date and time',
		});
	});

	it('repeats a page that was cut off', async () => {
		await sandbox.control('POST', '/faults', { endpoint: 'list-messages', kind: 'truncate', count: 1 });
		const result = await run({ operation: 'getAll', limit: 3 });
		expect(result.data.resultData.error).toBeUndefined();
		expect(outputOf(result, 'Success')).toHaveLength(3);
		expect(await requests('/functions/v1/list-messages')).toHaveLength(2);
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
