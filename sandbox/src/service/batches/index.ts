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
import { Batches, BATCH_TABLES, PAST_BATCH, PAST_RECIPIENT } from './store.ts';

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
	setUp: ({ batches, history }) => {
		history.bound('batches', PAST_BATCH, (seq) => batches.forget(seq));
		// Apart from their campaigns, each of which may have very many.
		history.bound('batch_recipients', PAST_RECIPIENT);
	},
	reset: ({ calling, campaigns }) => {
		calling.reset();
		campaigns.reset();
	},
	seed: seedBatches,
	functions: batchCalls,
	control: batchControl,
});
