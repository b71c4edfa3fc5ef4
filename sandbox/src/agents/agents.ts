import type { Database, Statement } from '../database/database.ts';
import type { AGENT_TYPES, VARIABLE_TYPES } from './schema.ts';

export const AGENT_TABLES = `
	CREATE TABLE agents (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		name TEXT NOT NULL,
		profile TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		updated_at INTEGER NOT NULL
	) STRICT;
`;

/** What an agent can be told about a conversation before it begins (section 2, dynamic variable). */
export interface DynamicVariable {
	readonly id: string;
	readonly name: string;
	readonly description: string;
	readonly varType: (typeof VARIABLE_TYPES)[number];
	/** Only for the type `enum`. */
	readonly enumOptions: readonly string[] | null;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** How an agent is set up (section 2, agent); `maxCallDuration` in seconds. */
export interface AgentProfile {
	readonly greeting: string;
	readonly systemPrompt: string;
	readonly voiceId: string;
	/** An id of list-models. */
	readonly llmModel: string;
	readonly language: string;
	readonly agentType: (typeof AGENT_TYPES)[number];
	readonly maxCallDuration: number;
	readonly endCallPhrases: readonly string[];
	readonly transferNumber: string;
	readonly organizationName: string;
	readonly ownerName: string;
	readonly agentRole: string;
	readonly isActive: boolean;
	readonly isDefault: boolean;
	readonly dynamicVariables: readonly DynamicVariable[];
}

/** An agent as stored; times in milliseconds. */
export interface Agent extends AgentProfile {
	readonly id: string;
	readonly name: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

interface Row {
	id: string;
	name: string;
	profile: string;
	created_at: number;
	updated_at: number;
}

/** The account's agents. The interface creates and edits none, so they are those of the seed. */
export class Agents {
	readonly #all: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #insert: Statement<never>;

	constructor(database: Database) {
		this.#all = database.prepare('SELECT * FROM agents ORDER BY created_at DESC, seq DESC');
		this.#byId = database.prepare('SELECT * FROM agents WHERE id = ?');
		this.#insert = database.prepare(
			'INSERT INTO agents (id, name, profile, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
		);
	}

	/** Adds an agent. To be called within a write. */
	add({ id, name, createdAt, updatedAt, ...profile }: Agent): void {
		this.#insert.run(id, name, JSON.stringify(profile), createdAt, updatedAt);
	}

	/** All agents, newest first. */
	list(): Agent[] {
		return this.#all.all().map(fromRow);
	}

	find(id: string): Agent | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	/** The name of an agent; null when there is none. */
	nameOf(id: string | null): string | null {
		return id === null ? null : (this.#byId.get(id)?.name ?? null);
	}
}

function fromRow(row: Row): Agent {
	return {
		...(JSON.parse(row.profile) as AgentProfile),
		id: row.id,
		name: row.name,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	};
}
