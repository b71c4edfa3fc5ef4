/**
 * Every refusal that the interface documents (section 7), as the node shows
 * it and as it leaves by the error output.
 */
import type { IDataObject } from 'n8n-workflow';

import { jsonOf, outputOf } from './support/engine';
import { TestService } from './support/service';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let agent: string;
let existing: IDataObject;
let completedBatch: string;

beforeAll(async () => {
	service = await TestService.start();
	const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
	const lists = await service.sandbox.control<{ custom_functions: IDataObject[] }>(
		'GET',
		'/custom-functions',
	);
	existing = lists.custom_functions[0] ?? {};
	agent = String(existing.agent_id ?? agents[0]?.id);
	const { batches } = await service.sandbox.control<{ batches: IDataObject[] }>('GET', '/batches');
	completedBatch = String(batches.find(({ status }) => status === 'completed')?.id);
});
beforeEach(async () => await service.clear());

const createFunction = (more: IDataObject) => ({
	resource: 'customFunction',
	operation: 'create',
	agentId: { __rl: true, mode: 'id', value: agent },
	name: 'new_function',
	description: 'Does something',
	httpMethod: 'POST',
	endpointUrl: 'https://shop.example/x',
	...more,
});

const CASES: Array<[string, () => IDataObject, string, RegExp, RegExp]> = [
	[
		'an unknown agent',
		() => ({ resource: 'agent', operation: 'get', agentId: { __rl: true, mode: 'id', value: UNKNOWN } }),
		'404',
		/not found/i,
		/^Check 'Agent'\. Choose it from the list/,
	],
	[
		'an unknown knowledge source',
		() => ({ resource: 'knowledgeSource', operation: 'delete', sourceId: UNKNOWN }),
		'404',
		/^Knowledge source not found$/,
		/^Check 'Source'\. Choose it from the list/,
	],
	[
		'an unknown memory to change',
		() => ({ resource: 'memory', operation: 'update', memoryId: UNKNOWN, updateFields: { summary: 'x' } }),
		'404',
		/^Memory not found$/,
		/^Check 'Memory ID'\. The dashboard/,
	],
	[
		'an unknown memory to delete',
		() => ({ resource: 'memory', operation: 'delete', memoryId: UNKNOWN }),
		'404',
		/^Memory not found$/,
		/^Check 'Memory ID'\. The dashboard/,
	],
	[
		'an unknown skill to execute',
		() => ({ resource: 'skill', operation: 'execute', skillId: UNKNOWN, dryRun: true }),
		'404',
		/not found/i,
		/^Check 'Skill ID'\. The dashboard/,
	],
	[
		'an unknown skill to change',
		() => ({ resource: 'skill', operation: 'update', skillId: UNKNOWN, updateFields: { isEnabled: true } }),
		'404',
		/not found/i,
		/^Check 'Skill ID'\. The dashboard/,
	],
	[
		'a function name that the agent has already',
		() => createFunction({ name: existing.name as string }),
		'409',
		/already exists for this agent/,
		/Change the value/,
	],
	[
		'an unknown custom function',
		() => ({
			resource: 'customFunction',
			operation: 'update',
			functionId: UNKNOWN,
			updateFields: { description: 'x' },
		}),
		'404',
		/^Custom function not found$/,
		/^Check 'Function'\. Choose it from the list/,
	],
	[
		'a chat-app account that is not connected',
		() => ({
			resource: 'message',
			operation: 'send',
			phoneNumberId: '999',
			recipientWaId: '14155550123',
			message: 'Hi',
		}),
		'404',
		/^Chat-app account not found$/,
		/connect the number in the dashboard/,
	],
	[
		'a campaign that is completed',
		() => ({ resource: 'batchCall', operation: 'cancel', batchId: completedBatch }),
		'409',
		/completed/,
		/./,
	],
	[
		'an unknown campaign',
		() => ({ resource: 'batchCall', operation: 'cancel', batchId: UNKNOWN }),
		'404',
		/not found/i,
		/^Check 'Batch ID'\. Batch Call > Create/,
	],
	[
		'an unknown delivery',
		() => ({ resource: 'webhookDelivery', operation: 'replay', deliveryId: 'del_unknown' }),
		'404',
		/not found/i,
		/^Check 'Delivery ID'\. The dashboard/,
	],
];

describe.each(CASES)('%s', (_, parameters, httpCode, message, description) => {
	it('is shown in the words of the service, with what to do', async () => {
		const { error } = (await service.run(parameters())).data.resultData;
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode, message: expect.stringMatching(message) });
		expect(error).toMatchObject({ description: expect.stringMatching(description) });
	});

	it('leaves by the error output for each item, paired', async () => {
		const result = await service.run(parameters(), [{}, {}], { onError: 'continueErrorOutput' });
		const gathered = parameters().recipientsFrom === 'items';
		expect(outputOf(result, 'Voice Agent', 0)).toEqual([]);
		const failed = outputOf(result, 'Voice Agent', 1);
		expect(failed).toHaveLength(gathered ? 1 : 2);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		for (const json of jsonOf(failed)) {
			expect(json).toEqual({
				error: expect.stringMatching(message),
				details: expect.objectContaining({
					statusCode: Number(httpCode),
					description: expect.stringMatching(description),
				}),
			});
		}
	});
});

/** The cases that the node itself refuses before a request, so that they cost neither time nor money. */
const REFUSED: Array<[string, () => IDataObject, RegExp]> = [
	[
		'a function name that is not snake_case',
		() => createFunction({ name: 'New Function' }),
		/not in snake_case/,
	],
	[
		'an endpoint that is no web address',
		() => createFunction({ endpointUrl: 'shop.example' }),
		/not a web address/,
	],
	[
		'too long a timeout of a function',
		() => createFunction({ options: { timeoutMs: 300_001 } }),
		/^'Endpoint Timeout \(Ms\)' "300001" is not a whole number/,
	],
	[
		'too many retries of a function',
		() => createFunction({ options: { maxFunctionRetries: 6 } }),
		/^'Endpoint Retries' "6" is not/,
	],
	[
		'too small an amount',
		() => ({
			resource: 'credit',
			operation: 'add',
			amount: '={{ 9.99 }}',
			successUrl: 'https://a.example',
			cancelUrl: 'https://a.example',
		}),
		/^'Amount( in USD)?' "9.99" is not an amount/,
	],
	[
		'a page that is no web address',
		() => ({
			resource: 'credit',
			operation: 'add',
			amount: 'small',
			successUrl: 'thanks',
			cancelUrl: 'https://a.example',
		}),
		/'Success URL' "thanks" is not a web address/,
	],
	[
		'an area code of two digits',
		() => ({ resource: 'phoneNumber', operation: 'search', searchBy: 'areaCode', areaCode: '41' }),
		/not an area code/,
	],
	[
		'a state that is no code',
		() => ({ resource: 'phoneNumber', operation: 'search', searchBy: 'state', state: 'California' }),
		/not a code/,
	],
	[
		'more numbers than one search gives',
		() => ({ resource: 'phoneNumber', operation: 'search', searchBy: 'any', limit: 76 }),
		/^'Limit' "76" is not a whole number from 1 to 75/,
	],
	[
		'a window that ends before it begins',
		() => ({
			resource: 'webhookDelivery',
			operation: 'replayWindow',
			eventType: 'sms.received',
			startTime: '2026-01-02',
			endTime: '2026-01-01',
		}),
		/^'From' must be earlier than 'To'$/,
	],
	[
		'a channel without a name',
		() => ({
			resource: 'skill',
			operation: 'update',
			skillId: UNKNOWN,
			updateFields: { deliveryChannels: { channel: [{ channel: 'sms', channel_name: ' ' }] } },
		}),
		/^'Delivery Channels > Destination' is empty$/,
	],
];

it.each(REFUSED)('refuses %s before a request', async (_, parameters, message) => {
	const { error } = (await service.run(parameters())).data.resultData;
	expect(error).toMatchObject({ name: 'NodeOperationError', message: expect.stringMatching(message) });
	const { requests } = await service.sandbox.control<{ requests: unknown[] }>('GET', '/requests');
	expect(requests).toEqual([]);
});
