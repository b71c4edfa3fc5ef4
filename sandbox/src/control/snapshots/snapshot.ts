import { Type, type Static } from 'typebox';
import { Timestamp } from '../../service/http/values.ts';

/** A saved state. */
export const Snapshot = Type.Object({
	name: Type.String({ pattern: '^[\\w-]{1,60}$', description: 'a word of letters, digits, _ and -' }),
	saved_at: {
		...Timestamp,
		description: "The sandbox's time when it was saved, and again when it is restored",
	},
});
export type Snapshot = Static<typeof Snapshot>;
