import fastifyCors from '@fastify/cors';
import { definePart, isForService } from '../plugin.ts';

/** Browsers may call the service, since session tokens are for browser apps (section 5); nothing else. */
export default definePart({
	name: 'cors',
	dependencies: ['requests'],
	// Before the faults: a page may read those answers too, and its preflight does not use one up.
	setUp: async (app) => {
		const open = { origin: '*', methods: ['GET', 'POST', 'PATCH'], strictPreflight: false };
		await app.register(fastifyCors, {
			delegator: (request, done) => done(null, isForService(request) ? open : { origin: false }),
		});
	},
});
