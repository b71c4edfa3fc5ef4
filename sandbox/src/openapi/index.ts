import fastifySwagger from '@fastify/swagger';
import { packageJson } from '../package.ts';
import { type App, definePart, kindOfUrl } from '../plugin.ts';

/** Collects the routes' schemas into an OpenAPI document; to be called before any route is added. */
async function describeRoutes(app: App): Promise<void> {
	await app.register(fastifySwagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Voice-agent communications service (sandbox)',
				version: packageJson.version,
				description:
					'What interface.md shows. Where it leaves a name or a shape open, the sandbox has chosen one: such places carry `x-not-shown-in-interface`.',
			},
			components: {
				securitySchemes: {
					bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a session token' },
				},
			},
		},
	});
	app.addHook('onRoute', (route) => {
		const kind = kindOfUrl(route.url);
		if (route.method === 'OPTIONS') return;
		if (kind === 'functions') route.schema = { security: [{ bearer: [] }], ...route.schema };
		if (kind === 'control') route.schema = { tags: ['Sandbox control'], ...route.schema };
	});
	app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** The OpenAPI document of the service. */
export default definePart({
	name: 'openapi',
	dependencies: [],
	setUp: describeRoutes,
});
