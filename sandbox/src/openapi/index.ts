import fastifySwagger from '@fastify/swagger';
import { packageJson } from '../package.ts';
import { definePart, kindOfUrl } from '../plugin.ts';

/** The OpenAPI document of the service, collected from the schemas of the routes that are added after it. */
export default definePart({
	name: 'openapi',
	dependencies: [],
	setUp: async (app) => {
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
	},
});
