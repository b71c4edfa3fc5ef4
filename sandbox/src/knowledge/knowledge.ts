import type { Database, Statement } from '../database/database.ts';

export const KNOWLEDGE_TABLES = `
	CREATE TABLE knowledge_sources (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		agent_id TEXT NOT NULL,
		title TEXT NOT NULL,
		url TEXT NOT NULL,
		sync_status TEXT NOT NULL,
		last_synced_at INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		updated_at INTEGER NOT NULL
	) STRICT;
	CREATE TABLE knowledge_chunks (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		source_id TEXT NOT NULL REFERENCES knowledge_sources (id),
		text TEXT NOT NULL
	) STRICT;
	CREATE INDEX knowledge_chunks_by_source ON knowledge_chunks (source_id);
`;

/** A text that an agent answers from, as stored (section 2, knowledge source); times in milliseconds. */
export interface KnowledgeSource {
	readonly id: string;
	readonly agentId: string;
	readonly title: string;
	readonly url: string;
	readonly syncStatus: string;
	/** Into how many pieces it has been cut. */
	readonly chunkCount: number;
	readonly lastSyncedAt: number;
	readonly createdAt: number;
	readonly updatedAt: number;
}

const SELECT = `SELECT id, agent_id AS agentId, title, url, sync_status AS syncStatus,
	(SELECT count(*) FROM knowledge_chunks WHERE source_id = knowledge_sources.id) AS chunkCount,
	last_synced_at AS lastSyncedAt, created_at AS createdAt, updated_at AS updatedAt FROM knowledge_sources`;

/** The knowledge sources of agents, with their chunks. */
export class Knowledge {
	readonly #all: Statement<KnowledgeSource>;
	readonly #ofAgent: Statement<KnowledgeSource>;
	readonly #insertSource: Statement<never>;
	readonly #insertChunk: Statement<never>;
	readonly #deleteSource: Statement<never>;
	readonly #deleteChunks: Statement<never>;

	constructor(database: Database) {
		this.#all = database.prepare(`${SELECT} ORDER BY created_at DESC, seq DESC`);
		this.#ofAgent = database.prepare(`${SELECT} WHERE agent_id = ? ORDER BY created_at DESC, seq DESC`);
		this.#insertSource = database.prepare(
			`INSERT INTO knowledge_sources
				(id, agent_id, title, url, sync_status, last_synced_at, created_at, updated_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#insertChunk = database.prepare('INSERT INTO knowledge_chunks (source_id, text) VALUES (?, ?)');
		this.#deleteSource = database.prepare('DELETE FROM knowledge_sources WHERE id = ?');
		this.#deleteChunks = database.prepare('DELETE FROM knowledge_chunks WHERE source_id = ?');
	}

	/** Adds a source with its chunks. To be called within a write. */
	add(source: Omit<KnowledgeSource, 'chunkCount'>, chunks: readonly string[]): void {
		const { id, agentId, title, url, syncStatus, lastSyncedAt, createdAt, updatedAt } = source;
		this.#insertSource.run(id, agentId, title, url, syncStatus, lastSyncedAt, createdAt, updatedAt);
		for (const chunk of chunks) this.#insertChunk.run(id, chunk);
	}

	/** All sources, newest first. */
	list(): KnowledgeSource[] {
		return this.#all.all();
	}

	/** The sources of an agent, newest first. */
	listOfAgent(agentId: string): KnowledgeSource[] {
		return this.#ofAgent.all(agentId);
	}

	/**
	 * Deletes a source and its chunks for good. To be called within a write.
	 * @returns how many chunks it had; undefined when there is no such source
	 */
	remove(id: string): number | undefined {
		const chunks = Number(this.#deleteChunks.run(id).changes);
		return Number(this.#deleteSource.run(id).changes) === 0 ? undefined : chunks;
	}
}
