import { definePart } from '../plugin.ts';
import { Campaigns } from './campaigns.ts';
import { batchControl } from './control.ts';
import { batchFunctions } from './functions.ts';
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
	dependencies: ['agents', 'billing', 'calls', 'numbers'],
	migrations: [BATCH_TABLES],
	setUp: (app) => {
		app.decorate('batches', new Batches(app));
		app.decorate('calling', new Calling(app.settings));
		app.decorate('campaigns', new Campaigns(app));
	},
	seed: seedBatches,
	functions: batchFunctions,
	control: batchControl,
});
