import { definePart } from '../plugin.ts';
import fastifyCors, { type FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { isForService } from '../plugin.ts';

/** Browsers may call the service, since session tokens are for browser apps (section 5); nothing else. */
export default definePart({
	name: 'cors',
	dependencies: ['requests'],
	// Before the faults: a page may read those answers too, and its preflight does not use one up.
	setUp: async (app) => {
		await app.register(
			fastifyCors,
			() => (request: FastifyRequest, done: (error: null, options: FastifyCorsOptions) => void) => {
				const open = { origin: '*', methods: ['GET', 'POST', 'PATCH'], strictPreflight: false };
				done(null, isForService(request) ? open : { origin: false });
			},
		);
	},
});
