/**
 * Every refusal that the interface documents (section 7), as the node shows
 * it and as it leaves by the error output.
 */
import type { IDataObject } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations';
import { isIdField } from '../../nodes/parameters/fields';
import { jsonOf, outputOf } from '../support/n8n-engine';
import { sampleOf } from '../support/operation-samples';
import { TestService } from '../support/test-service';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let existing: IDataObject;
let completedBatch: string;

beforeAll(async () => {
	service = await TestService.start();
	const lists = await service.sandbox.control('GET', '/custom-functions');
	existing = lists.custom_functions[0] ?? {};
	const { batches } = await service.sandbox.control('GET', '/batches');
	completedBatch = String(batches.find(({ status }) => status === 'completed')?.id);
});

/** The parameters of a sample with changes. What was asked for the sample is forgotten. */
async function sampleWith(id: string, changes: IDataObject): Promise<IDataObject> {
	const sample = await sampleOf(id, service);
	await service.clear();
	return { ...sample, ...changes };
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

interface ServiceRefusal {
	title: string;
	/** `resource:operation`. */
	id: string;
	/** The parameters that differ from those of the sample. */
	changes: () => IDataObject;
	httpCode: string;
	message: RegExp;
	description: RegExp;
}

const CASES: ServiceRefusal[] = [
	{
		title: 'an unknown agent',
		id: 'agent:get',
		changes: () => ({ agentId: byId(UNKNOWN) }),
		httpCode: '404',
		message: /not found/i,
		description: /^Check 'Agent'\. Choose it from the list/,
	},
	{
		title: 'an unknown knowledge source',
		id: 'knowledgeSource:delete',
		changes: () => ({ sourceId: UNKNOWN }),
		httpCode: '404',
		message: /^Knowledge source not found$/,
		description: /^Check 'Source'\. Choose it from the list/,
	},
	{
		title: 'an unknown memory to change',
		id: 'memory:update',
		changes: () => ({ memoryId: UNKNOWN }),
		httpCode: '404',
		message: /^Memory not found$/,
		description: /^Check 'Memory ID'\. The service cannot find a memory by number: keep a table/,
	},
	{
		title: 'an unknown memory to delete',
		id: 'memory:delete',
		changes: () => ({ memoryId: UNKNOWN }),
		httpCode: '404',
		message: /^Memory not found$/,
		description: /^Check 'Memory ID'\. The service cannot find a memory by number: keep a table/,
	},
	{
		title: 'an unknown message',
		id: 'message:get',
		changes: () => ({ messageId: UNKNOWN }),
		httpCode: '404',
		message: /^Message not found$/,
		description: /^Check 'Message'\. Choose it from the list/,
	},
	{
		title: 'an unknown message of a conversation',
		id: 'message:getConversation',
		changes: () => ({ messageId: UNKNOWN }),
		httpCode: '404',
		message: /^Message not found$/,
		description: /^Check 'Message'\. Choose it from the list/,
	},
	{
		title: 'an unknown message to answer',
		id: 'message:reply',
		changes: () => ({ messageId: UNKNOWN }),
		httpCode: '404',
		message: /^Message not found$/,
		description: /^Check 'Message'\. Choose it from the list/,
	},
	{
		title: 'an unknown skill to execute',
		id: 'skill:execute',
		changes: () => ({ skillId: UNKNOWN, dryRun: true }),
		httpCode: '404',
		message: /not found/i,
		description: /^Check 'Skill ID'\. The dashboard/,
	},
	{
		title: 'an unknown skill to change',
		id: 'skill:update',
		changes: () => ({ skillId: UNKNOWN }),
		httpCode: '404',
		message: /not found/i,
		description: /^Check 'Skill ID'\. The dashboard/,
	},
	{
		title: 'a function name that the agent has already',
		id: 'customFunction:create',
		changes: () => ({ agentId: byId(String(existing.agent_id)), name: existing.name }),
		httpCode: '409',
		message: /already exists for this agent/,
		description: /Change the value/,
	},
	{
		title: 'a function of an unknown agent',
		id: 'customFunction:create',
		changes: () => ({ agentId: byId(UNKNOWN) }),
		httpCode: '404',
		message: /^Agent not found$/,
		description: /^Check 'Agent'\. Choose it from the list/,
	},
	{
		title: 'an unknown custom function',
		id: 'customFunction:update',
		changes: () => ({ functionId: UNKNOWN }),
		httpCode: '404',
		message: /^Custom function not found$/,
		description: /^Check 'Function'\. Choose it from the list/,
	},
	{
		title: 'a chat-app account that is not connected',
		id: 'message:send',
		changes: () => ({ phoneNumberId: '999' }),
		httpCode: '404',
		message: /^Chat-app account not found$/,
		description: /^Connect the business number 999 in the dashboard/,
	},
	{
		title: 'a question from a chat-app account that is not connected',
		id: 'message:sendAndWait',
		changes: () => ({ phoneNumberId: '999' }),
		httpCode: '404',
		message: /^Chat-app account not found$/,
		description: /^Connect the business number 999 in the dashboard/,
	},
	{
		title: 'a campaign that is completed',
		id: 'batchCall:cancel',
		changes: () => ({ batchId: completedBatch }),
		httpCode: '409',
		message: /completed/,
		description: /./,
	},
	{
		title: 'an unknown campaign',
		id: 'batchCall:cancel',
		changes: () => ({ batchId: UNKNOWN }),
		httpCode: '404',
		message: /not found/i,
		description: /^Check 'Batch ID'\. Batch Call > Create/,
	},
	{
		title: 'an unknown delivery',
		id: 'webhookDelivery:replay',
		changes: () => ({ deliveryId: 'del_unknown' }),
		httpCode: '404',
		message: /not found/i,
		description: /^Check 'Delivery ID'\. The dashboard/,
	},
];

it('has an unknown ID for every operation that takes one', () => {
	const takesId = resources.flatMap(({ value, operations }) =>
		operations
			.filter(({ properties }) => properties.some(isIdField))
			.map((operation) => `${value}:${operation.value}`),
	);
	const tried = CASES.filter(({ httpCode }) => httpCode === '404').map(({ id }) => id);
	expect(tried.sort()).toEqual(takesId.sort());
});

it.each(CASES)(
	'$title leaves by the error output for each item, paired, with what to do',
	async ({ id, changes, httpCode, message, description }) => {
		const parameters = await sampleWith(id, changes());
		// An execution waits for one reply at a time.
		const items = id === 'message:sendAndWait' ? [{}] : [{}, {}];
		const result = await service.run(parameters, items, { onError: 'continueErrorOutput' });
		expect(outputOf(result, 'Voice Agent', 0)).toEqual([]);
		const failed = outputOf(result, 'Voice Agent', 1);
		expect(failed.map(({ pairedItem }) => pairedItem)).toEqual(items.map((_, item) => ({ item })));
		for (const json of jsonOf(failed)) {
			expect(json).toEqual({
				error: expect.stringMatching(message),
				details: expect.objectContaining({
					statusCode: Number(httpCode),
					description: expect.stringMatching(description),
				}),
			});
		}
	},
);
