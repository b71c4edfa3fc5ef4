import accountPart from '../account/index.ts';
import agentsPart from '../agents/index.ts';
import type { SeedName } from '../config.ts';
import { Records, recordTable } from '../database/records.ts';
import { type SeededAgent, readDemo } from '../demo/index.ts';
import { endpoint, listEndpoint } from '../http/endpoint.ts';
import { plainError } from '../http/errors.ts';
import { type App, definePart } from '../plugin.ts';
import { DAY_MS } from '../time.ts';
import { ChangeRequest, CustomFunction, CreateRequest } from './schema.ts';

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** The fields of a new function. */
type NewCustomFunction = Omit<CustomFunction, 'id' | 'query_params' | 'created_at' | 'updated_at'> &
	Partial<Pick<CustomFunction, 'id' | 'query_params' | 'created_at'>>;

/**
 * The functions that agents call over HTTP (section 2, custom function). Methods that change something are to
 * be called within a transaction.
 */
class CustomFunctions extends Records<CustomFunction, 'clock' | 'ids'> {
	/**
	 * @throws {ServiceError} 400 when its name is not snake_case, 409 when the agent already has a function of
	 * that name (section 7)
	 */
	create(fresh: NewCustomFunction): CustomFunction {
		const { id = this.app.ids.uuid('custom-function'), created_at = this.app.clock.stamp() } = fresh;
		const made = { query_params: [], ...fresh, id, created_at, updated_at: created_at };
		this.#requireName(made);
		return this.add(made);
	}

	/**
	 * @throws {ServiceError} 404 when there is no such function, 400 and 409 as for {@link create} (section 7)
	 */
	update(id: string, changes: ChangeRequest): CustomFunction {
		const present = this.require(id);
		if (Object.keys(changes).length === 0) return present;
		this.#requireName({ ...present, ...changes });
		return this.change(id, { ...changes, updated_at: this.app.clock.stamp() });
	}

	/** Checks the form of a name and that no other function of the agent, active or not, has it. */
	#requireName({ id, agent_id: agent, name }: CustomFunction): void {
		if (!SNAKE_CASE.test(name)) throw plainError(400, 'Function name must be snake_case');
		if (this.listBy('agent_id', agent).some((other) => other.name === name && other.id !== id)) {
			throw plainError(409, 'A function with this name already exists for this agent');
		}
	}
}

type SeededFunction = Omit<CustomFunction, 'id' | 'user_id' | 'agent_id' | 'created_at' | 'updated_at'> & {
	readonly agent: SeededAgent;
	readonly age_days: number;
};

/** A function of the booking agent, and an order status that is switched off. */
const FUNCTIONS = readDemo('custom-functions') as readonly SeededFunction[];

/** The functions of the account's agents. */
function seedCustomFunctions({ clock, customFunctions, demo, ids, user }: App, seed: SeedName): void {
	if (seed === 'bare') return;
	for (const { agent, age_days, ...fresh } of FUNCTIONS) {
		customFunctions.create({
			...fresh,
			id: ids.named(`seed function ${fresh.name}`),
			user_id: user.id,
			agent_id: demo.agents[agent],
			created_at: clock.stamp(age_days * DAY_MS),
		});
	}
}

declare module 'fastify' {
	interface FastifyInstance {
		customFunctions: CustomFunctions;
	}
}

const createFunction = endpoint('POST /custom-functions', {
	operationId: 'createCustomFunction',
	summary: 'Give an agent a function',
	body: CreateRequest,
	example: {
		agent_id: '5f1d3f0e-6c1f-4b0a-9b57-1f6d7a3c2e10',
		name: 'find_order',
		description: 'Finds an order by its number',
		http_method: 'POST',
		endpoint_url: 'https://shop.example/orders',
	},
	status: 201,
	answer: CustomFunction,
	handle: ({ body }, { agents, customFunctions, user }) => {
		agents.require(body.agent_id);
		return customFunctions.create({ ...body, user_id: user.id });
	},
});

const changeFunction = endpoint('PATCH /custom-functions/:id', {
	operationId: 'updateCustomFunction',
	summary: 'Change a function; only included fields change',
	body: ChangeRequest,
	example: { is_active: false },
	answer: CustomFunction,
	handle: ({ params, body }, { customFunctions }) => customFunctions.update(params.id, body),
});

/** Sections 2 and 4, custom functions; their errors have the plain form of section 7. */
export default definePart({
	tag: 'Custom functions',
	dependencies: [accountPart, agentsPart],
	tables: recordTable('custom_functions', 'agent_id'),
	provide: (app) => ({
		customFunctions: new CustomFunctions(app, 'custom_functions', 'Custom function'),
	}),
	seed: seedCustomFunctions,
	functions: [createFunction, changeFunction],
	control: listEndpoint('custom-functions', CustomFunction, ({ customFunctions }) => customFunctions.list()),
});
