import type { Database, Statement } from '../database/database.ts';
import type { DeliveryChannel, TRIGGER_TYPES } from './schema.ts';
import type { ExecutionStatus } from './statuses.ts';

export const SKILL_TABLES = `
	CREATE TABLE skills (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		definition_id TEXT NOT NULL,
		agent_id TEXT NOT NULL,
		name TEXT NOT NULL,
		trigger_type TEXT NOT NULL,
		schedule TEXT,
		is_enabled INTEGER NOT NULL,
		config TEXT NOT NULL,
		delivery_channels TEXT NOT NULL,
		outcome TEXT NOT NULL
	) STRICT;
`;

/** What the interface lets change (section 4, PATCH /manage-skills/{id}). */
export interface SkillSettings {
	readonly isEnabled: boolean;
	readonly config: Readonly<Record<string, unknown>>;
	readonly triggerType: (typeof TRIGGER_TYPES)[number];
	readonly schedule: Readonly<Record<string, unknown>> | null;
	readonly deliveryChannels: readonly DeliveryChannel[];
}

/** A skill of an agent, as stored (section 2, agent skill). */
export interface Skill extends SkillSettings {
	readonly id: string;
	/** Of the kind of skill; no endpoint takes it. */
	readonly definitionId: string;
	readonly agentId: string;
	readonly name: string;
	/** How its real runs end; set by the control API, so that each status can be had. */
	readonly outcome: ExecutionStatus;
}

interface Row {
	id: string;
	definition_id: string;
	agent_id: string;
	name: string;
	trigger_type: Skill['triggerType'];
	schedule: string | null;
	is_enabled: number;
	config: string;
	delivery_channels: string;
	outcome: ExecutionStatus;
}

/** The skills of the account's agents. */
export class Skills {
	readonly #all: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;

	constructor(database: Database) {
		this.#all = database.prepare('SELECT * FROM skills ORDER BY seq DESC');
		this.#byId = database.prepare('SELECT * FROM skills WHERE id = ?');
		this.#insert = database.prepare(
			`INSERT INTO skills (trigger_type, schedule, is_enabled, config, delivery_channels, outcome, id, definition_id,
				agent_id, name)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#update = database.prepare(
			`UPDATE skills SET trigger_type = ?, schedule = ?, is_enabled = ?, config = ?, delivery_channels = ?, outcome = ?
			WHERE id = ?`,
		);
	}

	/** Adds a skill. To be called within a write. */
	add(skill: Skill): void {
		this.#insert.run(...toColumns(skill), skill.id, skill.definitionId, skill.agentId, skill.name);
	}

	/** All skills, newest first. */
	list(): Skill[] {
		return this.#all.all().map(fromRow);
	}

	find(id: string): Skill | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	/** Changes what is given. To be called within a write. Answers undefined for an unknown skill. */
	change(id: string, changes: Partial<SkillSettings & Pick<Skill, 'outcome'>>): Skill | undefined {
		const present = this.find(id);
		if (present === undefined) return undefined;
		const changed = { ...present, ...changes };
		this.#update.run(...toColumns(changed), id);
		return changed;
	}
}

/** The columns that can change, in the order of both statements. */
function toColumns(skill: Skill) {
	return [
		skill.triggerType,
		skill.schedule && JSON.stringify(skill.schedule),
		Number(skill.isEnabled),
		JSON.stringify(skill.config),
		JSON.stringify(skill.deliveryChannels),
		skill.outcome,
	];
}

function fromRow(row: Row): Skill {
	return {
		id: row.id,
		definitionId: row.definition_id,
		agentId: row.agent_id,
		name: row.name,
		triggerType: row.trigger_type,
		schedule: row.schedule === null ? null : (JSON.parse(row.schedule) as Record<string, unknown>),
		isEnabled: row.is_enabled === 1,
		config: JSON.parse(row.config) as Record<string, unknown>,
		deliveryChannels: JSON.parse(row.delivery_channels) as DeliveryChannel[],
		outcome: row.outcome,
	};
}
