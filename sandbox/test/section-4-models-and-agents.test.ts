import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

interface Model {
	id: string;
	name: string;
	provider: string;
	description: string;
	latency: string;
	is_default: boolean;
}
interface Agent {
	id: string;
	name: string;
	agent_type: string;
	llm_model: string;
	is_active: boolean;
	is_default: boolean;
	created_at: string;
	dynamic_variables: Array<{ var_type: string; enum_options: string[] | null }>;
	phone_numbers: Array<{ phone_number: string }>;
	custom_functions: Array<{ id: string; agent_id: string; query_params: unknown[] }>;
	knowledge_sources: Array<{ id: string; chunk_count: number }>;
}

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});

const listModels = async (body: object = {}) =>
	(await callFunction<{ models: Model[] }>(sandbox, 'list-models', body)).body.models;
const listAgents = async () => (await callFunction<{ agents: Agent[] }>(sandbox, 'list-agents')).body.agents;
const getAgent = async (id: string) =>
	(await callFunction<Agent>(sandbox, 'get-agent', { agent_id: id })).body;
const getAgents = async () => Promise.all((await listAgents()).map(({ id }) => getAgent(id)));

describe('sections 2 and 4, list-models', () => {
	it('lists three models with every field; only the one with the lowest latency is the default', async () => {
		const models = await listModels();
		expect(models).toHaveLength(3);
		for (const model of models) {
			expect(model).toEqual({
				id: expect.any(String),
				name: expect.any(String),
				provider: expect.any(String),
				description: expect.any(String),
				latency: expect.stringMatching(/^(lowest|low|medium)$/),
				is_default: model.latency === 'lowest',
			});
		}
		expect(models.filter((model) => model.is_default)).toHaveLength(1);
	});

	it('filters by provider, of which there is only one', async () => {
		const models = await listModels();
		const [provider, ...others] = new Set(models.map((model) => model.provider));
		expect(others).toEqual([]);
		expect(await listModels({ provider })).toEqual(models);
		expect(await listModels({ provider: 'somebody else' })).toEqual([]);
	});
});

describe('4 list-agents', () => {
	it('lists the agents, newest first', async () => {
		const agents = await listAgents();
		expect(agents.length).toBeGreaterThanOrEqual(3);
		const times = agents.map((agent) => agent.created_at);
		expect(times).toEqual([...times].sort().reverse());
		expect(new Set(agents.map((agent) => agent.agent_type))).toEqual(
			new Set(['inbound', 'outbound', 'both']),
		);
		expect(agents.filter((agent) => agent.is_default)).toHaveLength(1);
		expect(agents.some((agent) => !agent.is_active)).toBe(true);
	});
});

/** The fields of records, by section 2; fuzz.test.ts checks their types by the OpenAPI document. */
const TIMES = ['created_at', 'updated_at'];
const FIELDS = {
	agent: [
		...['id', 'name', 'greeting', 'system_prompt', 'voice_id', 'llm_model', 'language', 'agent_type'],
		...['max_call_duration', 'end_call_phrases', 'transfer_number', 'organization_name', 'owner_name'],
		...['agent_role', 'is_active', 'is_default', 'dynamic_variables', 'phone_numbers', 'custom_functions'],
		...['knowledge_sources', ...TIMES],
	],
	dynamic_variables: ['id', 'name', 'description', 'var_type', 'enum_options', ...TIMES],
	phone_numbers: ['id', 'phone_number', 'friendly_name', 'capabilities', 'is_active', 'created_at'],
	custom_functions: [
		...['id', 'agent_id', 'user_id', 'name', 'description', 'http_method', 'endpoint_url', 'headers'],
		...['query_params', 'body_schema', 'response_variables', 'timeout_ms', 'max_retries', 'is_active'],
		...TIMES,
	],
	knowledge_sources: ['id', 'title', 'url', 'sync_status', 'chunk_count', 'last_synced_at', ...TIMES],
};
const PARTS = ['dynamic_variables', 'phone_numbers', 'custom_functions', 'knowledge_sources'] as const;

describe('sections 2 and 4, get-agent', () => {
	it('answers every field of the record and of its parts, and nothing more', async () => {
		const agents = await getAgents();
		for (const agent of agents) expect(Object.keys(agent).sort()).toEqual([...FIELDS.agent].sort());
		for (const part of PARTS) {
			const records = agents.flatMap<object>((agent) => agent[part]);
			expect(records.length).toBeGreaterThanOrEqual(3);
			for (const record of records) expect(Object.keys(record).sort()).toEqual([...FIELDS[part]].sort());
		}
	});

	it('names a model that list-models lists', async () => {
		const known = (await listModels()).map(({ id }) => id);
		for (const agent of await getAgents()) expect(known).toContain(agent.llm_model);
	});

	it('shows dynamic variables of all four types; only an enum has options', async () => {
		const variables = (await getAgents()).flatMap((agent) => agent.dynamic_variables);
		const types = new Set(variables.map(({ var_type: type }) => type));
		expect(types).toEqual(new Set(['text', 'number', 'boolean', 'enum']));
		for (const { var_type: type, enum_options: options } of variables) {
			expect({ type, hasOptions: options !== null }).toEqual({ type, hasOptions: type === 'enum' });
		}
	});

	it('shows the phone numbers that it answers, and functions of its own, some with query_params', async () => {
		const { numbers } = await sandbox.control('GET', '/numbers');
		const agents = await getAgents();
		for (const { id, phone_numbers: shown, custom_functions: functions } of agents) {
			const answered = numbers.filter((number) => number.agent_id === id || number.text_agent_id === id);
			const listed = (all: Array<{ phone_number: string }>) => all.map((number) => number.phone_number);
			expect(listed(shown)).toEqual(listed(answered));
			for (const { agent_id: owner } of functions) expect(owner).toBe(id);
		}
		const functions = agents.flatMap((agent) => agent.custom_functions);
		expect(functions.some(({ query_params: params }) => params.length > 0)).toBe(true);
	});
});
