import agentsPart from '../agents/index.ts';
import billingPart from '../billing/index.ts';
import callsPart from '../calls/index.ts';
import { Setting } from '../database/settings.ts';
import numbersPart from '../numbers/index.ts';
import { definePart } from '../plugin.ts';
import { Campaigns } from './campaigns.ts';
import { batchCalls, batchControl } from './endpoints.ts';
import { DEFAULT_CALLING, type CallingSettings } from './calling.ts';
import { seedBatches } from './seed.ts';
import { Batches, BATCH_TABLES } from './store.ts';

declare module 'fastify' {
	interface FastifyInstance {
		batches: Batches;
		/** The behavior of simulated calls; a change does not affect the length of calls in progress. */
		calling: Setting<CallingSettings>;
		campaigns: Campaigns;
	}
}

/** Sections 3 and 4: campaigns of outbound calls. */
export default definePart({
	tag: 'Batch calls',
	dependencies: [agentsPart, billingPart, callsPart, numbersPart],
	tables: BATCH_TABLES,
	provide: (app) => ({
		batches: new Batches(app, 'batches', 'Batch'),
		calling: new Setting(app.settings, 'calling', DEFAULT_CALLING),
		campaigns: new Campaigns(app),
	}),
	reset: ({ calling, campaigns }) => {
		calling.reset();
		campaigns.reset();
	},
	seed: seedBatches,
	functions: batchCalls,
	control: batchControl,
});
