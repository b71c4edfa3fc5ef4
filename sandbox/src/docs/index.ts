import { readFileSync } from 'node:fs';
import fastifySwaggerUi from '@fastify/swagger-ui';
import openapiPart from '../openapi/index.ts';
import { definePart } from '../plugin.ts';

/** The sandbox's own logo, in place of the library's. */
const LOGO = new URL('../../dashboard/favicon.svg', import.meta.url);

/** Allows its own files and its own server, and nothing else. */
const CONTENT_SECURITY_POLICY =
	"default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"base-uri 'none'; frame-ancestors 'none'";

/** An interactive reference of the service, made from its OpenAPI document. */
export default definePart({
	dependencies: [openapiPart],
	pages: async (app) => {
		await app.register(fastifySwaggerUi, {
			routePrefix: '/docs',
			theme: { title: 'Voice-agent service (sandbox)' },
			uiConfig: { docExpansion: 'none', tryItOutEnabled: true, persistAuthorization: true },
			logo: { type: 'image/svg+xml', content: readFileSync(LOGO), href: '/dashboard/', target: '_self' },
			staticCSP: CONTENT_SECURITY_POLICY,
		});
	},
});
