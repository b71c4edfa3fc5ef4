import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { ExecutionResult, SkillDelivery } from './schema.ts';
import type { ExecutionStatus } from './statuses.ts';

export const EXECUTION_TABLES = `
	CREATE TABLE skill_executions (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		skill_id TEXT NOT NULL,
		status TEXT NOT NULL,
		result TEXT NOT NULL,
		deliveries TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;
`;

/** A real run of a skill, as stored; `createdAt` in milliseconds. */
export interface Execution {
	readonly id: string;
	readonly skillId: string;
	readonly status: ExecutionStatus;
	readonly result: ExecutionResult;
	readonly deliveries: SkillDelivery[];
	readonly createdAt: number;
}

interface Row {
	id: string;
	skill_id: string;
	status: ExecutionStatus;
	result: string;
	deliveries: string;
	created_at: number;
}

/** The real runs of skills. Dry runs leave no trace. */
export class SkillExecutions {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #latest: Statement<Row>;
	readonly #insert: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#latest = database.prepare('SELECT * FROM skill_executions ORDER BY seq DESC LIMIT ?');
		this.#insert = database.prepare(
			`INSERT INTO skill_executions (id, skill_id, status, result, deliveries, created_at)
			VALUES (?, ?, ?, ?, ?, ?)`,
		);
	}

	/** Stores a run. To be called within a write. */
	add(fresh: Omit<Execution, 'id' | 'createdAt'>): Execution {
		const run = { ...fresh, id: this.#ids.uuid('skill-execution'), createdAt: this.#clock.now() };
		this.#insert.run(
			run.id,
			run.skillId,
			run.status,
			JSON.stringify(run.result),
			JSON.stringify(run.deliveries),
			run.createdAt,
		);
		return run;
	}

	/** The latest runs, newest first. */
	list(limit: number): Execution[] {
		return this.#latest.all(limit).map((row) => ({
			id: row.id,
			skillId: row.skill_id,
			status: row.status,
			result: JSON.parse(row.result) as ExecutionResult,
			deliveries: JSON.parse(row.deliveries) as SkillDelivery[],
			createdAt: row.created_at,
		}));
	}
}
