import { definePart } from '../plugin.ts';
import { Campaigns } from './campaigns.ts';
import { batchCalls, batchControl } from './endpoints.ts';
import { Calling } from './calling.ts';
import { seedBatches } from './seed.ts';
import { Batches, BATCH_TABLES } from './store.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's campaigns. */
		batches: Batches;
		/** How simulated calls go. */
		calling: Calling;
		/** Plays campaigns out. */
		campaigns: Campaigns;
	}
}

/** Sections 3 and 4: campaigns of outbound calls. */
export default definePart({
	name: 'batches',
	tag: 'Batch calls',
	dependencies: ['agents', 'billing', 'calls', 'numbers'],
	migrations: [BATCH_TABLES],
	provide: (app) => ({
		batches: new Batches(app, 'batches', 'Batch'),
		calling: new Calling(app.settings),
		campaigns: new Campaigns(app),
	}),
	seed: seedBatches,
	functions: batchCalls,
	control: batchControl,
});
