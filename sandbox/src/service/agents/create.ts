import { Type } from 'typebox';
import { endpoint } from '../http/endpoint.ts';
import { DEFAULT_MODEL, MODELS } from '../models/models.ts';
import { Agent, ListedAgent } from './schema.ts';

/** The fields of an agent for which only a name is given. */
const PRESETS = {
	greeting: 'Hello, how can I help you?',
	system_prompt: 'Answer questions in two sentences at most.',
	llm_model: DEFAULT_MODEL.id,
	language: 'en-US',
	agent_type: 'both',
	max_call_duration: 600,
	end_call_phrases: [],
	transfer_number: '',
	organization_name: '',
	owner_name: '',
	agent_role: '',
	is_active: true,
	is_default: false,
	dynamic_variables: [],
} satisfies Partial<Agent>;

/** Creates an agent, which no endpoint of the interface does. */
export const addAgent = endpoint('POST /agents', {
	operationId: 'addAgent',
	summary: 'Create an agent',
	body: Type.Object({
		name: Type.String({ pattern: '\\S' }),
		...Type.Partial(Type.Omit(ListedAgent, ['id', 'name', 'is_default', 'created_at', 'updated_at']))
			.properties,
		llm_model: Type.Optional(Type.Enum(MODELS.map(({ id }) => id))),
	}),
	status: 201,
	answer: Agent,
	handle: ({ body }, { agents, clock, ids }) => {
		const now = clock.stamp();
		return agents.add({
			...PRESETS,
			voice_id: ids.named('seed voice clara'),
			...body,
			id: ids.uuid('agent'),
			created_at: now,
			updated_at: now,
		});
	},
});
