import fastifySwagger from '@fastify/swagger';
import callsPart from '../../service/calls/index.ts';
import chatSessionsPart from '../../service/chat-sessions/index.ts';
import messagesPart from '../../service/messages/index.ts';
import { packageJson } from '../../package-files.ts';
import { definePart } from '../../service/plugin.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import { REQUEST_EXAMPLES } from './request-examples.ts';
import { WEBHOOKS } from './webhooks.ts';

/** The OpenAPI document of the service, collected from the schemas of the routes that the scopes add. */
export default definePart({
	dependencies: [callsPart, chatSessionsPart, messagesPart, webhooksPart],
	setUp: async (app) => {
		await app.register(fastifySwagger, {
			openapi: {
				openapi: '3.1.0',
				info: {
					title: 'Voice-agent communications service (sandbox)',
					version: packageJson.version,
					license: { name: 'MIT', identifier: 'MIT' },
					description:
						'The endpoints of the service, as its interface describes them. Where the interface leaves ' +
						'a name or a shape open, the sandbox has chosen one: such places carry ' +
						'`x-not-shown-in-interface`.',
				},
				// Relative to the document itself, so that it is right behind a proxy, too.
				servers: [{ url: '/' }],
				components: { securitySchemes: SECURITY_SCHEMES },
				webhooks: WEBHOOKS as never,
			},
			transformObject: (document) => {
				if ('openapiObject' in document) addRequestExamples(document.openapiObject);
				return 'openapiObject' in document ? document.openapiObject : document.swaggerObject;
			},
		});
	},
	pages: (app) => void app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger()),
});

const SECURITY_SCHEMES = {
	bearer: { type: 'http', scheme: 'bearer', description: 'An API key or a session token' },
	anon_key: { type: 'apiKey', in: 'header', name: 'apikey', description: 'The anon key of the account' },
	control_token: {
		type: 'http',
		scheme: 'bearer',
		description: 'Printed at the start of a sandbox that others can reach; not needed on the same machine',
	},
} as const;

interface Operation {
	requestBody?: { content: Record<string, { example?: object }> };
}

/** Adds an example for each request of section 4 to the document. */
function addRequestExamples(document: { paths?: object }): void {
	const paths = document.paths as Record<string, Record<string, Operation>>;
	for (const [path, operations] of Object.entries(paths)) {
		for (const [method, operation] of Object.entries(operations)) {
			const content = operation.requestBody?.content['application/json'];
			const example = REQUEST_EXAMPLES[`${method} ${path}`];
			if (content && example) content.example = example;
		}
	}
}
