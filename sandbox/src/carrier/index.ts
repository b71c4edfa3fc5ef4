import { definePart } from '../plugin.ts';
import { Carrier, CARRIER_TABLES } from './carrier.ts';
import { changeCarrier, reportOnMessage, showCarrier } from './control.ts';

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
	provide: (app) => ({ carrier: new Carrier(app) }),
	seed: ({ carrier }) => carrier.setDelay(),
	control: [showCarrier, changeCarrier, reportOnMessage],
});
