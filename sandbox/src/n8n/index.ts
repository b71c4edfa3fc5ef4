import { definePart } from '../plugin.ts';
import { N8nApi } from './n8n-api.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The n8n beside the sandbox; undefined if it was started without `--n8n`. */
		n8n: N8nApi | undefined;
	}
}

/** An n8n whose executions scenarios may expect. */
export default definePart({
	name: 'n8n',
	dependencies: [],
	provide: ({ config: { n8n: url, n8nApiKey } }) => ({
		n8n: url !== undefined && n8nApiKey !== null ? new N8nApi(url, n8nApiKey) : undefined,
	}),
});
