import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

jest.setTimeout(30_000);

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
	sandbox = await sandboxAsNew();
});
beforeEach(() => sandbox.control('POST', '/reset'));

const listModels = async (body: object = {}) =>
	(await callFunction<{ models: Model[] }>(sandbox, 'list-models', body)).body.models;
const listAgents = async () => (await callFunction<{ agents: Agent[] }>(sandbox, 'list-agents')).body.agents;
const getAgent = async (id: string) =>
	(await callFunction<Agent>(sandbox, 'get-agent', { agent_id: id })).body;
const getAgents = async () => Promise.all((await listAgents()).map(({ id }) => getAgent(id)));

const UUID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

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

	it.each([{ provider: 7 }, { provider: null }, []])('refuses %j with 400', async (body) => {
		const answer = await callFunction(sandbox, 'list-models', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.any(String) });
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

	it('refuses a body that is not an object with 400', async () => {
		expect((await callFunction(sandbox, 'list-agents', [])).status).toBe(400);
	});
});

describe('sections 2 and 4, get-agent', () => {
	it('answers every field of the record and nothing more', async () => {
		for (const agent of await getAgents()) {
			expect(agent).toEqual({
				id: UUID,
				name: expect.any(String),
				greeting: expect.any(String),
				system_prompt: expect.any(String),
				voice_id: expect.any(String),
				llm_model: expect.any(String),
				language: expect.stringMatching(/^[a-z]{2}-[A-Z]{2}$/),
				agent_type: expect.stringMatching(/^(inbound|outbound|both)$/),
				max_call_duration: expect.any(Number),
				end_call_phrases: expect.any(Array),
				transfer_number: expect.any(String),
				organization_name: expect.any(String),
				owner_name: expect.any(String),
				agent_role: expect.any(String),
				is_active: expect.any(Boolean),
				is_default: expect.any(Boolean),
				created_at: TIME,
				updated_at: TIME,
				dynamic_variables: expect.any(Array),
				phone_numbers: expect.any(Array),
				custom_functions: expect.any(Array),
				knowledge_sources: expect.any(Array),
			});
		}
	});

	it('names a model that list-models lists', async () => {
		const known = (await listModels()).map(({ id }) => id);
		for (const agent of await getAgents()) expect(known).toContain(agent.llm_model);
	});

	it('shows dynamic variables of all four types; only an enum has options', async () => {
		const variables = (await getAgents()).flatMap((agent) => agent.dynamic_variables);
		expect(new Set(variables.map((variable) => variable.var_type))).toEqual(
			new Set(['text', 'number', 'boolean', 'enum']),
		);
		for (const variable of variables) {
			expect(variable).toEqual({
				id: UUID,
				name: expect.any(String),
				description: expect.any(String),
				var_type: expect.any(String),
				enum_options: variable.var_type === 'enum' ? expect.arrayContaining([expect.any(String)]) : null,
				created_at: TIME,
				updated_at: TIME,
			});
		}
	});

	it('shows six fields of each phone number that it answers', async () => {
		const { numbers } = await sandbox.control('GET', '/numbers');
		for (const agent of await getAgents()) {
			const expected = numbers.filter(
				(number) => number.agent_id === agent.id || number.text_agent_id === agent.id,
			);
			expect(agent.phone_numbers.map((number) => number.phone_number)).toEqual(
				expected.map((number) => number.phone_number),
			);
			for (const number of agent.phone_numbers) {
				expect(number).toEqual({
					id: UUID,
					phone_number: expect.stringMatching(/^\+\d{11}$/),
					friendly_name: expect.any(String),
					capabilities: { voice: expect.any(Boolean), sms: expect.any(Boolean), mms: expect.any(Boolean) },
					is_active: expect.any(Boolean),
					created_at: TIME,
				});
			}
		}
	});

	it('shows its custom functions in full, with query_params', async () => {
		const functions = (await getAgents()).flatMap((agent) =>
			agent.custom_functions.map((made) => ({ made, agent })),
		);
		expect(functions.length).toBeGreaterThanOrEqual(3);
		expect(functions.some(({ made }) => made.query_params.length > 0)).toBe(true);
		for (const { made, agent } of functions) {
			expect(made.agent_id).toBe(agent.id);
			expect(Object.keys(made).sort()).toEqual(
				[
					'agent_id',
					'body_schema',
					'created_at',
					'description',
					'endpoint_url',
					'headers',
					'http_method',
					'id',
					'is_active',
					'max_retries',
					'name',
					'query_params',
					'response_variables',
					'timeout_ms',
					'updated_at',
					'user_id',
				].sort(),
			);
		}
	});

	it('shows its knowledge sources, synced', async () => {
		const sources = (await getAgents()).flatMap((agent) => agent.knowledge_sources);
		expect(sources.length).toBeGreaterThanOrEqual(3);
		for (const source of sources) {
			expect(source).toEqual({
				id: UUID,
				title: expect.any(String),
				url: expect.stringMatching(/^https:/),
				sync_status: 'completed',
				chunk_count: expect.any(Number),
				last_synced_at: TIME,
				created_at: TIME,
				updated_at: TIME,
			});
		}
	});

	it.each(['00000000-0000-4000-8000-000000000000', 'nonsense', ''])('answers 404 for id "%s"', async (id) => {
		const answer = await callFunction(sandbox, 'get-agent', { agent_id: id });
		expect(answer.status).toBe(404);
		expect(answer.body).toEqual({ error: { code: 'not_found', message: 'Agent not found' } });
	});

	it.each([{}, { agent_id: 7 }, { agent_id: null }])('answers 400 for %j', async (body) => {
		const answer = await callFunction(sandbox, 'get-agent', body);
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringContaining('agent_id') });
	});
});
