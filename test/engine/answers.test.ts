/** Neither a success that says no nor an answer without its record counts as done. */
import type { IDataObject } from 'n8n-workflow';

import { outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { serveJson, type Receiver } from '../support/http-server';

let page: Receiver | undefined;
afterEach(async () => await page?.close());

/** Runs an operation that the service answers like this. */
async function after(body: unknown, parameters: IDataObject) {
	page = await serveJson(body);
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

describe('A success that says no', () => {
	it.each<[string, IDataObject]>([
		['for a list', { resource: 'agent', operation: 'getAll' }],
		['to a deletion', { resource: 'memory', operation: 'delete', memoryId: 'm' }],
		['to a question that waits', sendAndWait],
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

it('A record is not made up where the answer has none', async () => {
	const none = await after({ success: true }, { resource: 'message', operation: 'get', messageId: 'm' });
	expect(outputOf(none, 'Voice Agent')).toEqual([]);
	expect(none.data.resultData.error).toMatchObject({
		message: 'The service answered without a record',
		description: expect.stringMatching(/^The answer has the fields success instead\. /),
	});
});
