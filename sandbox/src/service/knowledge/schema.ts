import { Type, type Static } from 'typebox';
import { Timestamp } from '../http/values.ts';

/** Section 2, knowledge source (in agent). */
export const KnowledgeSource = Type.Object({
	id: Type.String(),
	title: Type.String(),
	url: Type.String(),
	sync_status: Type.String({ description: '`completed`; section 3 shows no other value' }),
	chunk_count: Type.Integer(),
	last_synced_at: Timestamp,
	created_at: Timestamp,
	updated_at: Timestamp,
});

/** A knowledge source as stored. */
export const KeptSource = Type.Object({ ...KnowledgeSource.properties, agent_id: Type.String() });
export type KeptSource = Static<typeof KeptSource>;
