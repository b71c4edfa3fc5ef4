import { Setting } from '../database/settings.ts';
import { definePart } from '../plugin.ts';
import { Campaigns } from './campaigns.ts';
import { batchCalls, batchControl } from './endpoints.ts';
import { DEFAULT_CALLING, type CallingSettings } from './calling.ts';
import { seedBatches } from './seed.ts';
import { Batches, BATCH_TABLES } from './store.ts';

declare module 'fastify' {
	interface FastifyInstance {
		batches: Batches;
		/** The behaviour of simulated calls; a change does not affect the length of calls in progress. */
		calling: Setting<CallingSettings>;
		campaigns: Campaigns;
	}
}

/** Sections 3 and 4: campaigns of outbound calls. */
export default definePart({
	name: 'batches',
	tag: 'Batch calls',
	dependencies: ['agents', 'billing', 'calls', 'numbers'],
	tables: BATCH_TABLES,
	provide: (app) => ({
		batches: new Batches(app, 'batches', 'Batch'),
		calling: new Setting(app.settings, 'calling', DEFAULT_CALLING),
		campaigns: new Campaigns(app),
	}),
	seed: seedBatches,
	functions: batchCalls,
	control: batchControl,
});
