import type { IDataObject } from 'n8n-workflow';

import { asRecorded } from '../../sandbox/test/support/as-recorded';
import { outputOf } from './support/engine';
import { TestService, type JournalEntry } from './support/service';
import { requestValidator, type RequestValidator } from './support/openapi';

let service: TestService;
let validate: RequestValidator;
let known: Record<
	'agent' | 'memory' | 'knowledgeSource' | 'customFunction' | 'skill' | 'disabledSkill',
	string
>;

beforeAll(async () => {
	service = await TestService.start();
	validate = await requestValidator(service.sandbox.url);
	const list = async (name: string) => {
		const body = await service.sandbox.control<Record<string, IDataObject[]>>('GET', `/${name}`);
		return Object.values(body).find(Array.isArray) ?? [];
	};
	const skills = await list('skills');
	const { agents } = await service.call<{ agents: IDataObject[] }>('list-agents', {});
	known = {
		agent: String(agents[0]?.id),
		memory: String((await list('memories'))[0]?.id),
		knowledgeSource: String((await list('knowledge-sources'))[0]?.id),
		customFunction: String((await list('custom-functions'))[0]?.id),
		skill: String(skills.find(({ is_enabled: enabled }) => enabled)?.id),
		disabledSkill: String(skills.find(({ is_enabled: enabled }) => !enabled)?.id),
	};
});
beforeEach(async () => await service.clear());

/** A locator as the editor stores it when something was chosen from the list. */
const chosen = (value: string) => ({ __rl: true, mode: 'list', value });

interface Case {
	parameters: () => IDataObject;
	/** Below `/functions/v1/`. */
	path: () => string;
	method?: 'PATCH';
	/** The body that the service has to receive, to the letter. */
	body: () => IDataObject;
	/** The fields that the first item has to hold. */
	output: () => IDataObject;
}

const CASES: Record<string, Case> = {
	'agent:get': {
		parameters: () => ({ agentId: chosen(known.agent), simplify: false }),
		path: () => 'get-agent',
		body: () => ({ agent_id: known.agent }),
		output: () => ({
			id: known.agent,
			system_prompt: expect.any(String),
			knowledge_sources: expect.any(Array),
		}),
	},
	'agent:getAll': {
		parameters: () => ({ returnAll: true }),
		path: () => 'list-agents',
		body: () => ({}),
		output: () => ({ id: expect.any(String), name: expect.any(String), agent_type: expect.any(String) }),
	},
	'customFunction:create': {
		parameters: () => ({
			agentId: chosen(known.agent),
			name: 'check_order_status',
			description: 'Looks up an order',
			httpMethod: 'GET',
			endpointUrl: 'https://shop.example/orders',
			simplify: false,
			options: {
				headers: { entry: [{ name: 'X-Shop', value: 'a' }] },
				bodySchema: { entry: [{ name: 'order', type: 'string', description: 'Its number', required: true }] },
				responseVariables: { entry: [{ name: 'state', json_path: '$.state' }] },
				timeoutMs: 5000,
				maxFunctionRetries: 0,
				isActive: false,
			},
		}),
		path: () => 'custom-functions',
		body: () => ({
			agent_id: known.agent,
			name: 'check_order_status',
			description: 'Looks up an order',
			http_method: 'GET',
			endpoint_url: 'https://shop.example/orders',
			headers: [{ name: 'X-Shop', value: 'a' }],
			body_schema: [{ name: 'order', type: 'string', description: 'Its number', required: true }],
			response_variables: [{ name: 'state', json_path: '$.state' }],
			timeout_ms: 5000,
			max_retries: 0,
			is_active: false,
		}),
		output: () => ({
			id: expect.any(String),
			name: 'check_order_status',
			headers: [{ name: 'X-Shop', value: 'a' }],
			is_active: false,
			max_retries: 0,
		}),
	},
	'customFunction:update': {
		parameters: () => ({
			functionId: known.customFunction,
			updateFields: { description: 'Changed', timeoutMs: 7000 },
			simplify: false,
		}),
		path: () => `custom-functions/${known.customFunction}`,
		method: 'PATCH',
		body: () => ({ description: 'Changed', timeout_ms: 7000 }),
		output: () => ({ id: known.customFunction, description: 'Changed', timeout_ms: 7000 }),
	},
	'memory:update': {
		parameters: () => ({
			memoryId: known.memory,
			updateFields: {
				summary: 'Moved to Oakland',
				keyTopics: 'moving, billing , ',
				preferences: { object: { fields: { entry: [{ name: 'language', value: 'es' }] } } },
				relationshipNotes: 'Mornings',
			},
		}),
		path: () => 'update-memory',
		body: () => ({
			memory_id: known.memory,
			summary: 'Moved to Oakland',
			key_topics: ['moving', 'billing'],
			preferences: { language: 'es' },
			relationship_notes: 'Mornings',
		}),
		output: () => ({ id: known.memory, summary: 'Moved to Oakland', key_topics: ['moving', 'billing'] }),
	},
	'model:getAll': {
		parameters: () => ({ returnAll: false, limit: 2 }),
		path: () => 'list-models',
		body: () => ({}),
		output: () => ({ id: expect.any(String), is_default: expect.any(Boolean) }),
	},
	'phoneNumber:getAll': {
		parameters: () => ({ limit: 2, filters: { isActive: true, agentId: chosen(known.agent) } }),
		path: () => 'list-phone-numbers',
		body: () => ({ limit: 2, offset: 0, is_active: true, agent_id: known.agent }),
		output: () => ({ is_active: true, agent_id: known.agent, capabilities: expect.any(Object) }),
	},
	'phoneNumber:search': {
		parameters: () => ({ searchBy: 'areaCode', areaCode: '415', limit: 3, options: { country: 'us' } }),
		path: () => 'search-phone-numbers',
		body: () => ({ area_code: '415', numberType: 'local', country: 'US', limit: 3 }),
		output: () => ({ phone_number: expect.stringMatching(/^\+1415/), monthly_cost: expect.any(Number) }),
	},
	'skill:execute': {
		parameters: () => ({
			skillId: known.skill,
			dryRun: true,
			options: { triggerContext: { object: { callerPhone: '+14155550123' } } },
		}),
		path: () => `manage-skills/${known.skill}/execute`,
		body: () => ({ dry_run: true, trigger_context: { caller_phone: '+14155550123' } }),
		output: () => ({ success: true, status: 'completed', dry_run: true }),
	},
	'skill:update': {
		parameters: () => ({
			skillId: known.skill,
			updateFields: {
				isEnabled: true,
				config: { object: { fields: { entry: [{ name: 'tone', value: 'warm' }] } } },
				deliveryChannels: { channel: [{ channel: 'email', channel_name: 'sales@example.com' }] },
				triggerType: 'schedule',
				schedule: { object: { specify: 'json', json: '{ "cron": "0 9 * * 1" }' } },
			},
		}),
		path: () => `manage-skills/${known.skill}`,
		method: 'PATCH',
		body: () => ({
			is_enabled: true,
			config: { tone: 'warm' },
			delivery_channels: [{ channel: 'email', channel_name: 'sales@example.com' }],
			trigger_type: 'schedule',
			schedule: { cron: '0 9 * * 1' },
		}),
		output: () => ({ id: known.skill, is_enabled: true, config: { tone: 'warm' } }),
	},
	'credit:add': {
		parameters: () => ({
			amount: 'custom',
			customAmount: 25.5,
			successUrl: 'https://shop.example/thanks',
			cancelUrl: 'https://shop.example/billing',
		}),
		path: () => 'billing-add-credits',
		body: () => ({
			amount: '25.5',
			success_url: 'https://shop.example/thanks',
			cancel_url: 'https://shop.example/billing',
		}),
		output: () => ({ sessionId: expect.any(String), url: expect.stringMatching(/^http/) }),
	},
	// Deletions last, since the others use what they delete.
	'knowledgeSource:delete': {
		parameters: () => ({ sourceId: known.knowledgeSource }),
		path: () => 'delete-knowledge-source',
		body: () => ({ source_id: known.knowledgeSource }),
		output: () => ({ deleted: true, chunks_deleted: expect.any(Number) }),
	},
	'memory:delete': {
		parameters: () => ({ memoryId: known.memory }),
		path: () => 'delete-memory',
		body: () => ({ memory_id: known.memory }),
		output: () => ({ deleted: true }),
	},
};

describe.each(Object.entries(CASES))('%s', (id, { parameters, path, method = 'POST', body, output }) => {
	const [resource, operation] = id.split(':');

	it('sends what the interface asks for and puts out the record', async () => {
		const result = await service.run({ resource, operation, ...parameters() });
		expect(result.data.resultData.error?.message).toBeUndefined();
		const [request, ...more] = await service.requests(path());
		expect(more).toEqual([]);
		expect(request).toMatchObject({ method, body: asRecorded(body()) });
		expect(Object.keys(request?.body ?? {}).sort()).toEqual(Object.keys(body()).sort());
		expect(validate(request as JournalEntry)).toEqual([]);
		const [item] = outputOf(result, 'Voice Agent');
		expect(item).toMatchObject({ json: output(), pairedItem: { item: 0 } });
	});
});
