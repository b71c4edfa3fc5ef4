/** Neither a success that says no nor an answer without its record counts as done. */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { startReceiver, type Receiver } from '../support/http-server';

let page: Receiver | undefined;
afterEach(async () => await page?.close());

/** Runs an operation that the service answers like this. */
async function after(body: unknown, parameters: IDataObject) {
	page = await startReceiver((request, response) => {
		// A campaign's caller is looked up first.
		const isLookUp = request.path.endsWith('/list-phone-numbers');
		const answer = isLookUp ? { numbers: [{ phone_number: '+14155550100' }] } : body;
		response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
	});
	const credentials = { voiceAgentApi: { baseUrl: page.url, apiKey: 'svc_x' } };
	return await runFlow(voiceAgentFlow(parameters), [{ json: {} }], credentials);
}

const send = {
	resource: 'message',
	operation: 'send',
	phoneNumberId: '106540352242922',
	recipientWaId: '14155550123',
	message: 'Hi',
};
const sendAndWait = { ...send, operation: 'sendAndWait' };
const campaign = {
	resource: 'batchCall',
	operation: 'create',
	previewOnly: false,
	callerId: { __rl: true, mode: 'number', value: '+14155550100' },
	recipientsFrom: 'json',
	recipientsJson: '[{ "phone_number": "+14155550111" }]',
};

describe('A success that says no', () => {
	it.each<[string, IDataObject]>([
		['for a record', send],
		['for a list', { resource: 'agent', operation: 'getAll' }],
		['for a list in pages', { resource: 'message', operation: 'getAll' }],
		['for a conversation', { resource: 'message', operation: 'getConversation', messageId: 'm' }],
		['to a deletion', { resource: 'memory', operation: 'delete', memoryId: 'm' }],
		['to a question that waits', sendAndWait],
		['to a batch call', campaign],
	])('%s is a refusal with its words', async (_, parameters) => {
		const result = await after({ data: { success: false, message: 'Not today' } }, parameters);
		expect(result.data.resultData.error).toMatchObject({ message: 'Not today', httpCode: '200' });
		expect(outputOf(result, 'Voice Agent')).toEqual([]);
		expect(result.waitTill).toBeUndefined();
	});

	it.each([
		[send, { id: 'm1', status: 'failed' }, 'The service has not sent the message'],
		[sendAndWait, { id: 'm1', status: 'undelivered', delivery_error: 'Number blocked' }, 'Number blocked'],
	])('is a message that was stored as not sent', async (parameters, stored, message) => {
		const result = await after({ success: true, message_id: 'x', stored }, parameters);
		expect(result.data.resultData.error).toMatchObject({
			message,
			description: expect.stringContaining(`The message has the status ${stored.status}.`),
		});
	});
});

describe('A record', () => {
	it.each([true, false])('is not made up where the answer has none, with Simplify %s', async (simplify) => {
		const none = await after(
			{ success: true },
			{ resource: 'message', operation: 'get', messageId: 'm', simplify },
		);
		expect(outputOf(none, 'Voice Agent')).toEqual([]);
		expect(none.data.resultData.error).toMatchObject({
			message: 'The service answered without a record',
			description: expect.stringMatching(/^The answer has the fields success instead\. /),
		});
	});

	it('that should be there after a change leaves open what the service did', async () => {
		const { error } = (await after({}, campaign)).data.resultData;
		expect(error?.description).toMatch(
			/It is unknown whether the request was carried out, .*\. Check whether the dashboard shows the batch call/,
		);
	});

	it.each([[send], [{ resource: 'batchCall', operation: 'cancel', batchId: 'b' }]])(
		'may be a bare confirmation: %j',
		async (parameters) => {
			const result = await after({ success: true }, parameters);
			expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ success: true }]);
		},
	);
});
