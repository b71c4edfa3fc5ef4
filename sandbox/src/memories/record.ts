import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Timestamp } from '../http/values.ts';
import type { Memory } from './memories.ts';

/** What update-memory can change (section 4). */
export const contents = {
	summary: Type.String(),
	key_topics: Type.Array(Type.Unknown()),
	preferences: Type.Record(Type.String(), Type.Unknown(), { description: 'Replaced as a whole' }),
	relationship_notes: Type.String(),
};

/** Section 2, memory record. */
export const MemoryRecord = Type.Object({ id: Type.String(), ...contents, last_updated: Timestamp });
export type MemoryRecord = Static<typeof MemoryRecord>;

/** A memory as the interface shows it. */
export function toMemoryRecord(memory: Memory): MemoryRecord {
	return {
		id: memory.id,
		summary: memory.summary,
		key_topics: [...memory.keyTopics],
		preferences: { ...memory.preferences },
		relationship_notes: memory.relationshipNotes,
		last_updated: isoTime(memory.lastUpdated),
	};
}
