import { definePart } from '../plugin.ts';
import { Carrier, CARRIER_TABLES } from './carrier.ts';
import { carrierControl } from './control.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Reports what became of messages. */
		carrier: Carrier;
	}
}

/** Section 3, message status: what becomes of messages after they are sent. */
export default definePart({
	name: 'carrier',
	dependencies: ['messages'],
	migrations: [CARRIER_TABLES],
	setUp: (app) => {
		app.decorate('carrier', new Carrier(app.database, app.settings, app.clock, app.messages));
	},
	seed: ({ carrier }) => carrier.reset(),
	control: carrierControl,
	start: ({ carrier }) => carrier.start(),
	stop: ({ carrier }) => carrier.stop(),
});
