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
	provide: (app) => ({ seeds: new Seeds(app) }),
	setUp: (app) => void app.addHook('onReady', async () => app.seeds.plantOnce()),
});
