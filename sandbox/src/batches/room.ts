import type { Room } from '../room.ts';
import { batchControl } from './control.ts';
import { batchFunctions } from './functions.ts';
import { seedBatches } from './seed.ts';
import { BATCH_TABLES } from './store.ts';

/** Sections 3 and 4: campaigns of outbound calls. */
export const batchesRoom: Room = {
	name: 'batches',
	migrations: [BATCH_TABLES],
	seed: seedBatches,
	functions: batchFunctions,
	control: batchControl,
	start: ({ campaigns }) => campaigns.start(),
	stop: ({ campaigns }) => campaigns.stop(),
};
