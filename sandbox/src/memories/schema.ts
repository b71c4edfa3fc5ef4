import { Type, type Static } from 'typebox';
import { Timestamp } from '../http/values.ts';

/** What update-memory can change (section 4). */
export const contents = {
	summary: Type.String(),
	key_topics: Type.Array(Type.Unknown()),
	preferences: Type.Record(Type.String(), Type.Unknown(), { description: 'Replaced as a whole' }),
	relationship_notes: Type.String(),
};

/** Section 2, memory record. */
export const Memory = Type.Object({ id: Type.String(), ...contents, last_updated: Timestamp });

/** What is remembered of a caller, as it is kept: with the number (E.164), which the interface does not show. */
export const KeptMemory = Type.Object({ ...Memory.properties, phone_number: Type.String() });
export type KeptMemory = Static<typeof KeptMemory>;
