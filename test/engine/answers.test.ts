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
		for (const body of [
			{ success: false, message: 'Not today' },
			{ error: 'Not today' },
			{ success: false, error: { message: 'Not today' } },
			{ data: { success: false, message: 'Not today' } },
		]) {
			const result = await after(body, sample);
			expect(result.data.resultData.error).toMatchObject({ message: 'Not today', httpCode: '200' });
			expect(outputOf(result, 'Voice Agent')).toEqual([]);
			expect(result.waitTill).toBeUndefined();
		}
	});

	it.each(['memory:delete', 'knowledgeSource:delete', 'message:send'])(
		'without words is one, too: %s',
		async (id) => {
			const result = await after({ success: false }, await sampleOf(id, service));
			expect(result.data.resultData.error).toMatchObject({
				message: "The service did not carry out the request: its answer has 'success: false'",
				description: expect.stringMatching(/^The service gives no reason\. Look in the dashboard/),
			});
		},
	);

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

	it.each(RECORDS)('is found bare or wrapped: %s', async (id) => {
		const sample = await sampleOf(id, service);
		for (const simplify of [true, false]) {
			for (const body of [record, { data: record }, { message: record }, { success: true, data: record }]) {
				const result = await after(body, { ...sample, simplify });
				expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ id: 'r1' }]);
			}
		}
	});

	it.each(RECORDS)('is not made up where there is none: %s', async (id) => {
		const sample = await sampleOf(id, service);
		for (const simplify of [true, false]) {
			for (const body of [
				{},
				[],
				[record],
				{ data: [record] },
				{ data: {} },
				{ success: true },
				{ a: { b: record } },
			]) {
				const result = await after(body, { ...sample, simplify });
				expect(outputOf(result, 'Voice Agent')).toEqual([]);
				expect(result.data.resultData.error).toMatchObject({
					message: 'The service answered without a record',
					description: expect.stringMatching(/^The answer has (no fields|the fields [a-z]+) instead\. /),
				});
			}
		}
	});

	it('that should be there after a change leaves open what the service did', async () => {
		const { error } = (await after({}, await sampleOf('batchCall:create', service))).data.resultData;
		expect(error?.description).toMatch(
			/what the service did is unknown\. Check whether the dashboard shows the batch call/,
		);
	});

	it.each(['batchCall:cancel', 'message:send'])('may be a bare confirmation: %s', async (id) => {
		const page = await serveJson({ success: true });
		pages.push(page);
		const result = await run(page.url, await sampleOf(id, service));
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toEqual([{ success: true }]);
	});
});
