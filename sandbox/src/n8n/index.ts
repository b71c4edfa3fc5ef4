import { Type } from 'typebox';
import addressPart from '../address/index.ts';
import authPart from '../auth/index.ts';
import chatappPart from '../chatapp/index.ts';
import { endpoint } from '../http/endpoint.ts';
import { Nullable } from '../http/values.ts';
import { definePart, type Routes } from '../plugin.ts';
import requestsPart from '../requests/index.ts';
import webhooksPart from '../webhooks/index.ts';
import { Connected, N8nConnection, N8nWorkflow } from './connection.ts';

declare module 'fastify' {
	interface FastifyInstance {
		n8n: N8nConnection;
	}
}

const Known = Type.Object({
	address: Nullable(Type.String({ description: 'None: the sandbox was told of no n8n' })),
});

const showN8n = endpoint('GET /n8n', {
	operationId: 'showN8n',
	command: 'n8n show',
	summary: 'Show the n8n that the sandbox was told of',
	answer: Known,
	handle: (_request, { n8n }) => ({ address: n8n.url }),
});

const useN8n = endpoint('POST /n8n', {
	operationId: 'useN8n',
	command: 'n8n use <address>',
	summary: 'Tell the sandbox of an n8n, until it stops',
	body: Type.Object({
		address: Type.String({ description: 'e.g. http://127.0.0.1:5678' }),
		api_key: Type.String({
			minLength: 1,
			description: 'Of n8n; it is kept in memory only. Others see options, so give it with --data',
		}),
	}),
	answer: Known,
	handle: async ({ body: { address, api_key: apiKey } }, { n8n }) => {
		await n8n.use(address, apiKey);
		return { address: n8n.url };
	},
});

const forgetN8n = endpoint('DELETE /n8n', {
	operationId: 'forgetN8n',
	command: 'n8n forget',
	summary: 'Forget n8n and its API key',
	answer: Known,
	handle: (_request, { n8n }) => {
		n8n.forget();
		return { address: n8n.url };
	},
});

const listWorkflows = endpoint('GET /n8n/workflows', {
	operationId: 'listN8nWorkflows',
	command: 'n8n workflows',
	summary: "List n8n's published workflows that have triggers for the service",
	answer: Type.Object({ workflows: Type.Array(N8nWorkflow) }),
	handle: async (_request, { n8n }) => ({ workflows: await n8n.workflows() }),
});

const connectWorkflow = endpoint('POST /n8n/workflows/:id/connect', {
	operationId: 'connectN8nWorkflow',
	command: 'n8n connect <id>',
	summary: 'Send the events to a workflow: sets the webhook URL here and the secrets in its credential',
	answer: Connected,
	handle: async ({ params }, { n8n }) => await n8n.connect(params.id),
});

/** Leads to the execution of a delivery; looked up when somebody follows the link. */
const showExecution: Routes = (app) => {
	app.get<{ Params: { id: string } }>(
		'/deliveries/:id/execution',
		{
			schema: {
				operationId: 'openExecution',
				summary: 'Go to the execution in n8n that a delivery started',
				params: Type.Object({ id: Type.String() }),
			},
		},
		async ({ params }, reply) => reply.redirect(await app.n8n.executionUrl(params.id)),
	);
};

/** An n8n on this machine or elsewhere: connecting its workflows, and finding their executions. */
export default definePart({
	dependencies: [addressPart, authPart, chatappPart, requestsPart, webhooksPart],
	provide: (app) => ({ n8n: new N8nConnection(app) }),
	control: [showN8n, useN8n, forgetN8n, listWorkflows, connectWorkflow, showExecution],
});
