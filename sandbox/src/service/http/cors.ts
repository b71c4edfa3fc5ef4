import fastifyCors from '@fastify/cors';
import type { App } from '../plugin.ts';

/**
 * Lets browser apps, for which session tokens exist (section 5), call the addresses of a scope. Answers their
 * preflight requests.
 */
export async function allowBrowsers(scope: App): Promise<void> {
	await scope.register(fastifyCors, {
		origin: '*',
		methods: ['GET', 'POST', 'PATCH'],
		strictPreflight: false,
	});
}
