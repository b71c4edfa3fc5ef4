import fastifySwaggerUi from '@fastify/swagger-ui';
import { definePart } from '../plugin.ts';

/** Its own files and its own server, and nothing else. */
const CONTENT_SECURITY_POLICY =
	"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** A reference of the service to read and to try, made from its OpenAPI document. */
export default definePart({
	name: 'docs',
	dependencies: ['openapi'],
	pages: async (app) => {
		await app.register(fastifySwaggerUi, {
			routePrefix: '/docs',
			theme: { title: 'Voice-agent service (sandbox)' },
			uiConfig: { docExpansion: 'none', tryItOutEnabled: true, persistAuthorization: true },
			staticCSP: CONTENT_SECURITY_POLICY,
		});
	},
});
