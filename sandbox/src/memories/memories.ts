import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';

export const MEMORY_TABLES = `
	CREATE TABLE memories (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		phone_number TEXT NOT NULL UNIQUE,
		summary TEXT NOT NULL,
		key_topics TEXT NOT NULL,
		preferences TEXT NOT NULL,
		relationship_notes TEXT NOT NULL,
		last_updated INTEGER NOT NULL
	) STRICT;
`;

/** What the interface lets change (section 4, update-memory). */
export interface MemoryContents {
	readonly summary: string;
	readonly keyTopics: readonly unknown[];
	readonly preferences: Readonly<Record<string, unknown>>;
	readonly relationshipNotes: string;
}

/** What is remembered of a caller, as stored (section 2, memory record); `lastUpdated` in milliseconds. */
export interface Memory extends MemoryContents {
	readonly id: string;
	/** Of the caller, E.164. The interface does not show it. */
	readonly phoneNumber: string;
	readonly lastUpdated: number;
}

interface Row {
	id: string;
	phone_number: string;
	summary: string;
	key_topics: string;
	preferences: string;
	relationship_notes: string;
	last_updated: number;
}

/** The memory records of callers. */
export class Memories {
	readonly #clock: Clock;
	readonly #all: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;
	readonly #delete: Statement<never>;

	constructor(database: Database, clock: Clock) {
		this.#clock = clock;
		this.#all = database.prepare('SELECT * FROM memories ORDER BY last_updated DESC, seq DESC');
		this.#byId = database.prepare('SELECT * FROM memories WHERE id = ?');
		this.#insert = database.prepare(
			`INSERT INTO memories (summary, key_topics, preferences, relationship_notes, last_updated, id, phone_number)
			VALUES (?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#update = database.prepare(
			`UPDATE memories SET summary = ?, key_topics = ?, preferences = ?, relationship_notes = ?, last_updated = ?
			WHERE id = ?`,
		);
		this.#delete = database.prepare('DELETE FROM memories WHERE id = ?');
	}

	/** Adds a record. To be called within a write. */
	add(memory: Memory): void {
		this.#insert.run(...toColumns(memory), memory.id, memory.phoneNumber);
	}

	/** All records, the last updated first. */
	list(): Memory[] {
		return this.#all.all().map(fromRow);
	}

	/** Changes what is given. To be called within a write. Answers undefined for an unknown record. */
	change(id: string, changes: Partial<MemoryContents>): Memory | undefined {
		const row = this.#byId.get(id);
		if (row === undefined) return undefined;
		const present = fromRow(row);
		if (Object.keys(changes).length === 0) return present;
		const changed = { ...present, ...changes, lastUpdated: this.#clock.now() };
		this.#update.run(...toColumns(changed), id);
		return changed;
	}

	/** Removes a record for good. To be called within a write. Answers false for an unknown record. */
	remove(id: string): boolean {
		return Number(this.#delete.run(id).changes) > 0;
	}
}

/** The columns that can change, in the order of both statements. */
function toColumns({ summary, keyTopics, preferences, relationshipNotes, lastUpdated }: Memory) {
	return [summary, JSON.stringify(keyTopics), JSON.stringify(preferences), relationshipNotes, lastUpdated];
}

function fromRow(row: Row): Memory {
	return {
		id: row.id,
		phoneNumber: row.phone_number,
		summary: row.summary,
		keyTopics: JSON.parse(row.key_topics) as unknown[],
		preferences: JSON.parse(row.preferences) as Record<string, unknown>,
		relationshipNotes: row.relationship_notes,
		lastUpdated: row.last_updated,
	};
}
