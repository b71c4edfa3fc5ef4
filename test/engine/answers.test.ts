/** Neither a success that says no nor an answer without its record counts as done. */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { SAMPLE_ITEM, sampledOperations, sampleOf } from '../support/operation-samples';
import { TestService } from '../support/test-service';
import { serve, serveJson, type WebPage } from '../support/web-server';

const pages: WebPage[] = [];
afterEach(async () => {
	for (const page of pages.splice(0)) await page.close();
});

/** Where the samples have their records from; the pages of this test answer for it. */
let service: TestService;
beforeAll(async () => (service = await TestService.start()));

const run = async (baseUrl: string, parameters: IDataObject) =>
	await runFlow(voiceAgentFlow(parameters), [SAMPLE_ITEM], { voiceAgentApi: { baseUrl, apiKey: 'svc_x' } });

/** Runs an operation that the service answers like this. */
async function after(body: unknown, parameters: IDataObject) {
	// A campaign's caller is looked up first.
	const page = await serve((request, response) => {
		const isLookUp = request.url?.endsWith('/list-phone-numbers');
		const answer = isLookUp ? { numbers: [{ phone_number: '+14155550100' }] } : body;
		response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
	});
	pages.push(page);
	return await run(page.url, parameters);
}

// The service of this test answers it in another way.
const OPERATIONS = sampledOperations.filter((id) => id !== 'phoneNumber:getAll');

describe('A success that says no', () => {
	it.each(OPERATIONS)('is a refusal with its words: %s', async (id) => {
		const sample = await sampleOf(id, service);
		const result = await after({ data: { success: false, message: 'Not today' } }, sample);
		expect(result.data.resultData.error).toMatchObject({ message: 'Not today', httpCode: '200' });
		expect(outputOf(result, 'Voice Agent')).toEqual([]);
		expect(result.waitTill).toBeUndefined();
	});

	it.each([
		[{ id: 'm1', status: 'failed' }, 'The service has not sent the message'],
		[{ id: 'm1', status: 'undelivered', delivery_error: 'Number blocked' }, 'Number blocked'],
	])('is a message that was stored as not sent: %j', async (stored, message) => {
		for (const id of ['message:send', 'message:sendAndWait']) {
			const result = await after({ success: true, message_id: 'x', stored }, await sampleOf(id, service));
			expect(result.data.resultData.error).toMatchObject({
				message,
				description: expect.stringContaining(`The message has the status ${stored.status}.`),
			});
		}
	});
});

const RECORDS = [
	'agent:get',
	'message:get',
	'customFunction:create',
	'customFunction:update',
	'memory:update',
];

describe('A record', () => {
	const record = { id: 'r1', name: 'look_up', body: 'Hi', summary: 'x' };

	it.each(RECORDS)('is found where it is wrapped, and not made up where there is none: %s', async (id) => {
		const sample = await sampleOf(id, service);
		for (const simplify of [true, false]) {
			const found = await after({ success: true, data: record }, { ...sample, simplify });
			expect(jsonOf(outputOf(found, 'Voice Agent'))).toMatchObject([{ id: 'r1' }]);
			const none = await after({ success: true }, { ...sample, simplify });
			expect(outputOf(none, 'Voice Agent')).toEqual([]);
			expect(none.data.resultData.error).toMatchObject({
				message: 'The service answered without a record',
				description: expect.stringMatching(/^The answer has the fields success instead\. /),
			});
		}
	});

	it('that should be there after a change leaves open what the service did', async () => {
		const { error } = (await after({}, await sampleOf('batchCall:create', service))).data.resultData;
		expect(error?.description).toMatch(
			/It is unknown whether the request was carried out, .*\. Check whether the dashboard shows the batch call/,
		);
	});

	it.each(['batchCall:cancel', 'message:send'])('may be a bare confirmation: %s', async (id) => {
		const page = await serveJson({ success: true });
		pages.push(page);
		const result = await run(page.url, await sampleOf(id, service));
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ success: true }]);
	});
});
