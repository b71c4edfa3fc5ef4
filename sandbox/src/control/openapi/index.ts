import fastifySwagger from '@fastify/swagger';
import { packageJson } from '../../package-files.ts';
import callsPart from '../../service/calls/index.ts';
import chatSessionsPart from '../../service/chat-sessions/index.ts';
import chatappPart from '../../service/chatapp/index.ts';
import { definePart } from '../../service/plugin.ts';
import smsPart from '../../service/sms/index.ts';
import { describeWebhook } from './webhooks.ts';

/** The OpenAPI document of the service, collected from the schemas of the routes that the scopes add. */
export default definePart({
	// All parts that fire events, since `setUp` reads the kinds of events that have been added by then.
	dependencies: [callsPart, chatSessionsPart, chatappPart, smsPart],
	setUp: async (app) => {
		const webhooks = Object.fromEntries(
			Object.entries(app.eventKinds).map(([event, kind]) => [event, describeWebhook(event, kind)]),
		);
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
				webhooks,
			},
			transform: ({ schema, url, route }) => {
				const example = route.config?.example;
				const body = example && { ...(schema.body as object), examples: [example] };
				return { schema: { ...schema, ...(body && { body }) }, url };
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
