import { isoTime } from '../clock/clock.ts';
import type { KnowledgeSource } from './knowledge.ts';
import type { KnowledgeSourceRecord } from './schema.ts';

/** A knowledge source as the interface shows it (section 2). */
export function toKnowledgeSourceRecord(source: KnowledgeSource): KnowledgeSourceRecord {
	return {
		id: source.id,
		title: source.title,
		url: source.url,
		sync_status: source.syncStatus,
		chunk_count: source.chunkCount,
		last_synced_at: isoTime(source.lastSyncedAt),
		created_at: isoTime(source.createdAt),
		updated_at: isoTime(source.updatedAt),
	};
}
