import type { IDataObject } from 'n8n-workflow';

import { asRecorded } from '../support/as-recorded';
import { outputOf } from '../support/n8n-engine';
import { TestService, type JournalEntry } from '../support/test-service';
import { requestValidator, type RequestValidator } from '../support/request-validator';
import { sampledOperations, sampleOf } from '../support/operation-samples';

let service: TestService;
let validate: RequestValidator;

beforeAll(async () => {
	service = await TestService.start();
	validate = await requestValidator(service.sandbox.url);
});

interface Case {
	/** The parameters that differ from those of the sample. */
	changes?: () => Promise<IDataObject>;
	/** Below `/functions/v1/`. */
	path: (parameters: IDataObject) => string;
	method?: 'PATCH';
	/** The body that the service has to receive, to the letter. */
	body: (parameters: IDataObject) => IDataObject;
	/** The fields that the first item has to hold. */
	output: (parameters: IDataObject) => IDataObject;
}

/** The ID in a locator. */
const idIn = (locator: IDataObject[string]) => (locator as IDataObject).value;

const CASES: Record<string, Case> = {
	'agent:get': {
		changes: async () => ({ simplify: false }),
		path: () => 'get-agent',
		body: ({ agentId }) => ({ agent_id: idIn(agentId) }),
		output: ({ agentId }) => ({
			id: idIn(agentId),
			system_prompt: expect.any(String),
			knowledge_sources: expect.any(Array),
		}),
	},
	'agent:getAll': {
		path: () => 'list-agents',
		body: () => ({}),
		output: () => ({ id: expect.any(String), name: expect.any(String), agent_type: expect.any(String) }),
	},
	'credit:add': {
		path: () => 'billing-add-credits',
		body: ({ successUrl, cancelUrl }) => ({
			amount: '25.5',
			success_url: successUrl,
			cancel_url: cancelUrl,
		}),
		output: () => ({ sessionId: expect.any(String), url: expect.stringMatching(/^http/) }),
	},
	'customFunction:create': {
		changes: async () => ({ simplify: false }),
		path: () => 'custom-functions',
		body: ({ agentId, name, description, endpointUrl }) => ({
			agent_id: idIn(agentId),
			name,
			description,
			http_method: 'GET',
			endpoint_url: endpointUrl,
			headers: [{ name: 'X-Shop', value: 'a' }],
			body_schema: [{ name: 'order', type: 'string', description: 'Its number', required: true }],
			response_variables: [{ name: 'state', json_path: '$.state' }],
			timeout_ms: 5000,
			max_retries: 0,
			is_active: false,
		}),
		output: ({ name }) => ({
			id: expect.any(String),
			name,
			headers: [{ name: 'X-Shop', value: 'a' }],
			is_active: false,
			max_retries: 0,
		}),
	},
	'customFunction:update': {
		changes: async () => ({ simplify: false }),
		path: ({ functionId }) => `custom-functions/${String(functionId)}`,
		method: 'PATCH',
		body: () => ({ description: 'Changed', timeout_ms: 7000 }),
		output: ({ functionId }) => ({ id: functionId, description: 'Changed', timeout_ms: 7000 }),
	},
	'knowledgeSource:delete': {
		path: () => 'delete-knowledge-source',
		body: ({ sourceId }) => ({ source_id: sourceId }),
		output: () => ({ deleted: true, chunks_deleted: expect.any(Number) }),
	},
	'memory:delete': {
		path: () => 'delete-memory',
		body: ({ memoryId }) => ({ memory_id: memoryId }),
		output: () => ({ deleted: true }),
	},
	'memory:update': {
		path: () => 'update-memory',
		body: ({ memoryId }) => ({
			memory_id: memoryId,
			summary: 'Moved to Oakland',
			key_topics: ['moving', 'billing'],
			preferences: { language: 'es' },
			relationship_notes: 'Mornings',
		}),
		output: ({ memoryId }) => ({
			id: memoryId,
			summary: 'Moved to Oakland',
			key_topics: ['moving', 'billing'],
		}),
	},
	'model:getAll': {
		changes: async () => ({ returnAll: false, limit: 2 }),
		path: () => 'list-models',
		body: () => ({}),
		output: () => ({ id: expect.any(String), is_default: expect.any(Boolean) }),
	},
	'phoneNumber:getAll': {
		changes: async () => {
			const { agentId } = await sampleOf('agent:get', service);
			return { returnAll: false, limit: 2, filters: { isActive: true, agentId } };
		},
		path: () => 'list-phone-numbers',
		body: ({ filters }) => ({
			limit: 2,
			offset: 0,
			is_active: true,
			agent_id: idIn((filters as IDataObject).agentId),
		}),
		output: ({ filters }) => ({
			is_active: true,
			agent_id: idIn((filters as IDataObject).agentId),
			capabilities: expect.any(Object),
		}),
	},
	'phoneNumber:search': {
		path: () => 'search-phone-numbers',
		body: ({ areaCode, limit }) => ({ area_code: areaCode, numberType: 'local', country: 'US', limit }),
		output: () => ({ phone_number: expect.stringMatching(/^\+1415/), monthly_cost: expect.any(Number) }),
	},
	'skill:execute': {
		changes: async () => ({ dryRun: true }),
		path: ({ skillId }) => `manage-skills/${String(skillId)}/execute`,
		body: () => ({ dry_run: true, trigger_context: { caller_phone: '+14155550123' } }),
		output: () => ({ success: true, status: 'completed', dry_run: true }),
	},
	'skill:update': {
		path: ({ skillId }) => `manage-skills/${String(skillId)}`,
		method: 'PATCH',
		body: () => ({
			is_enabled: true,
			config: { tone: 'warm' },
			delivery_channels: [{ channel: 'email', channel_name: 'sales@example.com' }],
			trigger_type: 'schedule',
			schedule: { cron: '0 9 * * 1' },
		}),
		output: ({ skillId }) => ({ id: skillId, is_enabled: true, config: { tone: 'warm' } }),
	},
};

/** The operations whose requests and output other test files try, each in a file for its resource. */
const TRIED_ELSEWHERE = [
	'batchCall:cancel',
	'batchCall:create',
	'message:get',
	'message:getAll',
	'message:getConversation',
	'message:reply',
	'message:send',
	'message:sendAndWait',
	'voice:clone',
	'webhookDelivery:replay',
	'webhookDelivery:replayWindow',
];

it('has a case for every operation that is not tried elsewhere', () => {
	expect([...Object.keys(CASES), ...TRIED_ELSEWHERE].sort()).toEqual([...sampledOperations].sort());
});

describe.each(Object.entries(CASES))('%s', (id, { changes, path, method = 'POST', body, output }) => {
	it('sends what the interface asks for and puts out the record', async () => {
		const parameters = { ...(await sampleOf(id, service)), ...(await changes?.()) };
		await service.clear();
		const result = await service.run(parameters);
		expect(result.data.resultData.error?.message).toBeUndefined();
		const [request, ...more] = await service.requests(path(parameters));
		expect(more).toEqual([]);
		expect(request).toMatchObject({ method, body: asRecorded(body(parameters)) });
		expect(Object.keys(request?.body ?? {}).sort()).toEqual(Object.keys(body(parameters)).sort());
		expect(validate(request as JournalEntry)).toEqual([]);
		const [item] = outputOf(result, 'Voice Agent');
		expect(item).toMatchObject({ json: output(parameters), pairedItem: { item: 0 } });
	});
});
