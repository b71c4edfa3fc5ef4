import { Type, type Static } from 'typebox';
import addressPart from '../service/address/index.ts';
import authPart from '../service/auth/index.ts';
import callsPart from '../service/calls/index.ts';
import chatSessionsPart from '../service/chat-sessions/index.ts';
import chatappPart from '../service/chatapp/index.ts';
import clockPart from '../service/clock/index.ts';
import faultsPart from '../control/faults/index.ts';
import functionCallsPart from '../service/function-calls/index.ts';
import { endpoint } from '../service/http/endpoint.ts';
import { Nullable } from '../service/http/values.ts';
import { definePart, type Routes } from '../service/plugin.ts';
import requestsPart from '../control/requests/index.ts';
import smsPart from '../service/sms/index.ts';
import webhooksPart from '../service/webhooks/index.ts';
import { Published } from '../service/webhooks/log.ts';
import { Connected, DeliveryExecution, N8nConnection, N8nWorkflow } from './connection.ts';
import { readExecutionData } from './executions.ts';

declare module 'fastify' {
	interface FastifyInstance {
		n8n: N8nConnection;
	}
}

const KnownN8n = Type.Object({
	address: Nullable(Type.String({ description: 'None: the sandbox was told of no n8n' })),
});

const showN8n = endpoint('GET /n8n', {
	operationId: 'showN8n',
	command: 'n8n show',
	summary: 'Show the n8n that the sandbox was told of',
	answer: KnownN8n,
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
		webhook_path: Type.Optional(
			Type.String({
				minLength: 1,
				description: "n8n's N8N_ENDPOINT_WEBHOOK: what its webhook URLs begin with; webhook when absent",
			}),
		),
	}),
	answer: KnownN8n,
	handle: async ({ body: { address, api_key: apiKey, webhook_path: webhookPath } }, { n8n }) => {
		await n8n.use(address, apiKey, webhookPath);
		return { address: n8n.url };
	},
});

const forgetN8n = endpoint('DELETE /n8n', {
	operationId: 'forgetN8n',
	command: 'n8n forget',
	summary: 'Forget n8n and its API key',
	answer: KnownN8n,
	handle: (_request, { n8n }) => {
		n8n.forget();
		return { address: n8n.url };
	},
});

const listWorkflows = endpoint('GET /n8n/workflows', {
	operationId: 'listN8nWorkflows',
	command: 'n8n workflows',
	summary: "List n8n's workflows that have triggers for the service",
	answer: Type.Object({ workflows: Type.Array(N8nWorkflow) }),
	handle: async (_request, { n8n }) => ({ workflows: await n8n.workflows() }),
});

const connectWorkflow = endpoint('POST /n8n/workflows/:id/connect', {
	operationId: 'connectN8nWorkflow',
	command: 'n8n connect <id>',
	summary: 'Send the events to a workflow: sets the webhook URLs here and the secrets in its credentials',
	body: Type.Object({
		triggers: Type.Optional(
			Type.Array(Type.String(), { description: 'The names of those that are meant; all when absent' }),
		),
	}),
	answer: Connected,
	handle: async ({ params, body }, { n8n }) => await n8n.connect(params.id, body.triggers),
});

const testWorkflow = endpoint('POST /n8n/workflows/:id/test', {
	operationId: 'testN8nWorkflow',
	command: 'n8n test <id>',
	summary:
		'Send one event to the Test URL of a workflow whose editor listens; sets the secret in its credential',
	body: Type.Object({
		trigger: Type.Optional(
			Type.String({ description: 'The name of the one that is meant; the first when absent' }),
		),
	}),
	status: 201,
	answer: Published,
	handle: async ({ params, body }, { n8n }) => await n8n.test(params.id, body.trigger),
});

const showDelivery = endpoint('GET /n8n/deliveries/:id', {
	operationId: 'showDeliveryInN8n',
	command: 'n8n delivery <id>',
	summary: 'Show what a delivery started in n8n, and how that ended',
	answer: DeliveryExecution,
	handle: async ({ params: { id } }, { n8n }) => {
		const { url, execution } = await n8n.executionOfDelivery(id);
		const { lastNodeExecuted, error } = execution === undefined ? {} : readExecutionData(execution);
		return {
			...{ url, status: execution?.status ?? null },
			...{ last_node: lastNodeExecuted ?? null, error: error?.message ?? null },
			advice: error?.description ?? null,
		};
	},
});

/** Lead to the execution of a delivery and of a function call; looked up when somebody follows the link. */
const showExecutions: Routes = (app) => {
	const params = Type.Object({ id: Type.String() });
	app.get<{ Params: Static<typeof params> }>(
		'/deliveries/:id/execution',
		{
			schema: {
				operationId: 'openExecution',
				summary: 'Go to the execution in n8n that a delivery started',
				params,
			},
		},
		async ({ params: { id } }, reply) => reply.redirect((await app.n8n.executionOfDelivery(id)).url),
	);
	app.get<{ Params: Static<typeof params> }>(
		'/function-calls/:id/execution',
		{
			schema: {
				operationId: 'openFunctionExecution',
				summary: 'Go to the execution in n8n that a function call started',
				params,
			},
		},
		async ({ params: { id } }, reply) => reply.redirect((await app.n8n.executionOfFunctionCall(id)).url),
	);
};

/** An n8n on this machine or elsewhere: connecting its workflows, and finding their executions. */
export default definePart({
	dependencies: [
		addressPart,
		authPart,
		callsPart,
		chatSessionsPart,
		chatappPart,
		clockPart,
		faultsPart,
		functionCallsPart,
		requestsPart,
		smsPart,
		webhooksPart,
	],
	provide: (app) => ({ n8n: new N8nConnection(app) }),
	control: [
		showN8n,
		useN8n,
		forgetN8n,
		listWorkflows,
		connectWorkflow,
		testWorkflow,
		showDelivery,
		showExecutions,
	],
});
