import fastifyCors from '@fastify/cors';
import type { App } from '../plugin.ts';

/**
 * Lets browser apps call the addresses of a scope: session tokens are for
 * them (section 5). Answers their preflights.
 */
export async function allowBrowsers(scope: App): Promise<void> {
	await scope.register(fastifyCors, {
		origin: '*',
		methods: ['GET', 'POST', 'PATCH'],
		strictPreflight: false,
	});
}
