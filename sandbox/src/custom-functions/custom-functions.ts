import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';
import type { BodyField, Header, HTTP_METHODS, ResponseVariable } from './schema.ts';

export const CUSTOM_FUNCTION_TABLES = `
	CREATE TABLE custom_functions (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		agent_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		name TEXT NOT NULL,
		description TEXT NOT NULL,
		http_method TEXT NOT NULL,
		endpoint_url TEXT NOT NULL,
		headers TEXT NOT NULL,
		query_params TEXT NOT NULL,
		body_schema TEXT NOT NULL,
		response_variables TEXT NOT NULL,
		timeout_ms INTEGER NOT NULL,
		max_retries INTEGER NOT NULL,
		is_active INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		updated_at INTEGER NOT NULL,
		UNIQUE (agent_id, name)
	) STRICT;
`;

const SNAKE_CASE = /^[a-z][a-z0-9_]*$/;

/** What a person sets on a custom function (section 2, custom function); `timeoutMs` in milliseconds. */
export interface CustomFunctionSettings {
	/** snake_case, unique per agent. */
	readonly name: string;
	readonly description: string;
	readonly httpMethod: (typeof HTTP_METHODS)[number];
	readonly endpointUrl: string;
	readonly headers: readonly Header[];
	readonly bodySchema: readonly BodyField[];
	readonly responseVariables: readonly ResponseVariable[];
	readonly timeoutMs: number;
	readonly maxRetries: number;
	readonly isActive: boolean;
}

/** A custom function as stored; times in milliseconds. */
export interface CustomFunction extends CustomFunctionSettings {
	readonly id: string;
	readonly agentId: string;
	readonly userId: string;
	/** Nobody can set them; see `schema.ts`. */
	readonly queryParams: readonly unknown[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What a new function is made of. */
export type NewCustomFunction = CustomFunctionSettings &
	Pick<CustomFunction, 'agentId' | 'userId'> &
	Partial<Pick<CustomFunction, 'id' | 'createdAt' | 'queryParams'>>;

interface Row {
	id: string;
	agent_id: string;
	user_id: string;
	name: string;
	description: string;
	http_method: CustomFunction['httpMethod'];
	endpoint_url: string;
	headers: string;
	query_params: string;
	body_schema: string;
	response_variables: string;
	timeout_ms: number;
	max_retries: number;
	is_active: number;
	created_at: number;
	updated_at: number;
}

/** The functions that agents call on the web. */
export class CustomFunctions {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #all: Statement<Row>;
	readonly #ofAgent: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #byName: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#all = database.prepare('SELECT * FROM custom_functions ORDER BY created_at DESC, seq DESC');
		this.#ofAgent = database.prepare(
			'SELECT * FROM custom_functions WHERE agent_id = ? ORDER BY created_at DESC, seq DESC',
		);
		this.#byId = database.prepare('SELECT * FROM custom_functions WHERE id = ?');
		this.#byName = database.prepare('SELECT * FROM custom_functions WHERE agent_id = ? AND name = ?');
		this.#insert = database.prepare(
			`INSERT INTO custom_functions (name, description, http_method, endpoint_url, headers, body_schema,
				response_variables, timeout_ms, max_retries, is_active, updated_at, id, agent_id, user_id, query_params,
				created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#update = database.prepare(
			`UPDATE custom_functions SET name = ?, description = ?, http_method = ?, endpoint_url = ?, headers = ?,
				body_schema = ?, response_variables = ?, timeout_ms = ?, max_retries = ?, is_active = ?, updated_at = ?
			WHERE id = ?`,
		);
	}

	/**
	 * Adds a function. To be called within a write.
	 * @throws {ServiceError} 400 when its name is not snake_case, 409 when the agent has one of that name (section 7)
	 */
	add(fresh: NewCustomFunction): CustomFunction {
		const createdAt = fresh.createdAt ?? this.#clock.now();
		const made: CustomFunction = {
			id: this.#ids.uuid('custom-function'),
			queryParams: [],
			...fresh,
			createdAt,
			updatedAt: createdAt,
		};
		this.#requireName(made);
		const { id, agentId, userId, queryParams } = made;
		this.#insert.run(...toColumns(made), id, agentId, userId, JSON.stringify(queryParams), createdAt);
		return made;
	}

	/**
	 * Changes what is given. To be called within a write.
	 * @throws {ServiceError} 404 when there is no such function, 400 and 409 as for {@link add} (section 7)
	 */
	change(id: string, changes: Partial<CustomFunctionSettings>): CustomFunction {
		const present = this.find(id);
		if (present === undefined) throw plainError(404, 'Custom function not found');
		if (Object.keys(changes).length === 0) return present;
		const changed = { ...present, ...changes, updatedAt: this.#clock.now() };
		this.#requireName(changed);
		this.#update.run(...toColumns(changed), id);
		return changed;
	}

	/** All functions, newest first. */
	list(): CustomFunction[] {
		return this.#all.all().map(fromRow);
	}

	/** The functions of an agent, newest first. */
	listOfAgent(agentId: string): CustomFunction[] {
		return this.#ofAgent.all(agentId).map(fromRow);
	}

	find(id: string): CustomFunction | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	/** Inactive functions keep their names, too. */
	#requireName({ id, agentId, name }: CustomFunction): void {
		if (!SNAKE_CASE.test(name)) throw plainError(400, 'Function name must be snake_case');
		const holder = this.#byName.get(agentId, name);
		if (holder !== undefined && holder.id !== id) {
			throw plainError(409, 'A function with this name already exists for this agent');
		}
	}
}

/** The columns that can change, in the order of both statements. */
function toColumns(made: CustomFunction) {
	return [
		made.name,
		made.description,
		made.httpMethod,
		made.endpointUrl,
		JSON.stringify(made.headers),
		JSON.stringify(made.bodySchema),
		JSON.stringify(made.responseVariables),
		made.timeoutMs,
		made.maxRetries,
		Number(made.isActive),
		made.updatedAt,
	];
}

function fromRow(row: Row): CustomFunction {
	return {
		id: row.id,
		agentId: row.agent_id,
		userId: row.user_id,
		name: row.name,
		description: row.description,
		httpMethod: row.http_method,
		endpointUrl: row.endpoint_url,
		headers: JSON.parse(row.headers) as Header[],
		queryParams: JSON.parse(row.query_params) as unknown[],
		bodySchema: JSON.parse(row.body_schema) as BodyField[],
		responseVariables: JSON.parse(row.response_variables) as ResponseVariable[],
		timeoutMs: row.timeout_ms,
		maxRetries: row.max_retries,
		isActive: row.is_active === 1,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}
