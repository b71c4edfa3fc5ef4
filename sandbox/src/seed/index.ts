import { definePart } from '../plugin.ts';
import { Seeds } from './seeds.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The first rows of every part. */
		seeds: Seeds;
	}
}

/** The first rows, and the way back to them. */
export default definePart({
	name: 'seed',
	dependencies: ['database'],
	setUp: (app) => {
		app.decorate('seeds', new Seeds(app.database, app.settings));
		app.addHook('onReady', async () => app.seeds.plantOnce(app.config.seed));
	},
});
