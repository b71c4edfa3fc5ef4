import { Type, type Static } from 'typebox';
import clockPart from '../clock/index.ts';
import type { SeedName } from '../config.ts';
import { Records, recordTable } from '../database/records.ts';
import demoPart, { type SeededAgent, readDemo } from '../demo/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import modelsPart, { DEFAULT_MODEL, MODELS } from '../models/index.ts';
import { type App, definePart } from '../plugin.ts';
import seedPart from '../seed/index.ts';
import { DAY_MS, isoTime } from '../time.ts';

const AGENT_TYPES = ['inbound', 'outbound', 'both'] as const;
const VARIABLE_TYPES = ['text', 'number', 'boolean', 'enum'] as const;

/** An agent as list-agents shows it. */
const ListedAgent = Type.Object({
	id: Type.String(),
	name: Type.String(),
	greeting: Type.String({ description: 'Spoken when answering' }),
	system_prompt: Type.String(),
	voice_id: Type.String(),
	llm_model: Type.String({ description: 'An id of list-models' }),
	language: Type.String({ description: 'A language code, e.g. en-US' }),
	agent_type: OneOf(AGENT_TYPES),
	max_call_duration: Type.Integer({ description: 'Seconds' }),
	end_call_phrases: Type.Array(Type.String()),
	transfer_number: Type.String(),
	organization_name: Type.String(),
	owner_name: Type.String(),
	agent_role: Type.String(),
	is_active: Type.Boolean(),
	is_default: Type.Boolean(),
	created_at: Timestamp,
	updated_at: Timestamp,
});

/** A value that an agent can be given before a conversation begins (section 2, dynamic variable). */
const DynamicVariable = Type.Object({
	id: Type.String(),
	name: Type.String(),
	description: Type.String(),
	var_type: OneOf(VARIABLE_TYPES),
	enum_options: Nullable(Type.Array(Type.String())),
	created_at: Timestamp,
	updated_at: Timestamp,
});
type DynamicVariable = Static<typeof DynamicVariable>;

/** An agent as stored (section 2, agent). */
export const Agent = Type.Object({
	...ListedAgent.properties,
	dynamic_variables: Type.Array(DynamicVariable),
});
export type Agent = Static<typeof Agent>;

/** The account's agents: those of the seed and those that the control API has created. */
class Agents extends Records<Agent> {
	/**
	 * @param agent an id or a name
	 * @throws {ServiceError} 404 that says which agents there are
	 */
	requireNamed(agent: string): Agent {
		const found = this.find(agent) ?? this.listBy('name', agent)[0];
		if (found !== undefined) return found;
		const names = this.list().map(({ name }) => name);
		throw plainError(
			404,
			`Agent not found. There ${names.length === 0 ? 'is none' : `are: ${names.join(', ')}`}`,
		);
	}
}

/** The defaults for an agent of which only the name is given. */
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
const addAgent = endpoint('POST /agents', {
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

type GeneratedFields = 'id' | 'created_at' | 'updated_at';
type Profile = Omit<Agent, GeneratedFields | 'voice_id' | 'dynamic_variables'> & {
	readonly key: SeededAgent;
	readonly age_days: number;
	/** The name of its voice. */
	readonly voice: string;
	readonly dynamic_variables: ReadonlyArray<Omit<DynamicVariable, GeneratedFields>>;
};

/**
 * Agents of a made-up lamp shop: of every type, for calls and for texts; one is switched off.
 */
const AGENTS = readDemo('agents') as readonly Profile[];

/** Adds the demo's agents, unless the seed is `bare`. */
function seedAgents({ agents, clock, demo, ids }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { key, age_days, voice, dynamic_variables, ...profile } of AGENTS) {
		const createdAt = clock.now() - age_days * DAY_MS;
		const times = { created_at: isoTime(createdAt), updated_at: isoTime(createdAt + 3 * DAY_MS) };
		agents.add({
			...profile,
			...times,
			id: demo.agents[key],
			voice_id: ids.named(`seed voice ${voice}`),
			dynamic_variables: dynamic_variables.map((variable) => ({
				...variable,
				...times,
				id: ids.named(`seed variable ${key} ${variable.name}`),
			})),
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		agents: Agents;
	}
}

/** Sections 2 and 4, agents: list-agents. */
export default definePart({
	tag: 'Agents',
	dependencies: [clockPart, demoPart, modelsPart, seedPart],
	tables: recordTable('agents'),
	provide: (app) => ({ agents: new Agents(app, 'agents', 'Agent') }),
	seed: seedAgents,
	functions: endpoint('POST /list-agents', {
		operationId: 'listAgents',
		summary: 'The agents of the account, newest first',
		body: Type.Object({}),
		example: {},
		answer: Type.Object(
			{ agents: Type.Array(ListedAgent) },
			{ 'x-not-shown-in-interface': 'Section 4 leaves the shape of the response open' },
		),
		handle: (_request, { agents }) => ({ agents: agents.list() }),
	}),
	control: addAgent,
});
