import { definePart } from '../plugin.ts';
import { Address } from './address.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Where others reach the server. */
		address: Address;
	}
}

/** Where others reach the server. */
export default definePart({
	name: 'address',
	dependencies: [],
	provide: (app) => ({ address: new Address(app) }),
});
