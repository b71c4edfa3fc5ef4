import { startReceiver, type Receiver } from './http-server.ts';

/** An n8n as its public API shows it; tests change its workflows and its credentials. */
export interface FakeN8n {
	readonly url: string;
	/** The API key that it accepts. */
	readonly apiKey: string;
	workflows: object[];
	executions: object[];
	/** The credentials by their IDs, with what they hold, which the public API does not tell. */
	credentials: Record<
		string,
		{
			baseUrl: string;
			apiKey: string;
			signingSecret?: string;
			chatAppToken?: string;
			name?: string;
			createdAt?: string;
		}
	>;
	/** Refuses some calls, e.g. `DELETE workflows`: returns a status. */
	refuse?: ((call: string) => number | undefined) | undefined;
	/** The part of its addresses that webhooks begin with. */
	webhookPath: string;
	/** False while n8n does not listen at the webhooks of published workflows, as if their publishing had failed. */
	listens: boolean;
	/** The ID of the workflow whose editor listens for one event; none at first. */
	listening?: string | undefined;
	/** Runs before a webhook answers. */
	onWebhook?: (() => Promise<void>) | undefined;
	/** Runs just before it tests a credential. */
	beforeTest?: (() => Promise<void>) | undefined;
	/** The requests that it got, other than webhooks. */
	readonly asked: Receiver['received'];
	close(): Promise<void>;
}

/** A published workflow with one trigger, whose webhook has the ID of the workflow. */
export const workflowWith = (id: string, name: string, trigger: object = {}) => ({
	...{ id, name, active: true, connections: {}, settings: {} },
	nodes: [
		{
			...{ id: 'node', name: 'Voice Agent Trigger', typeVersion: 1, position: [0, 0], webhookId: id },
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			parameters: { events: ['sms.received'] },
			credentials: { voiceAgentApi: { id: 'cred', name: 'The sandbox' } },
			...trigger,
		},
	],
});

/** Tells if one of the triggers of a workflow has this address. */
const hasWebhook = (workflow: object, path: string) =>
	'nodes' in workflow &&
	(workflow.nodes as Array<{ webhookId?: string }>).some(
		({ webhookId: id }) => id && path.includes(`/${id}/`),
	);

/** Starts one. It tests a credential by a request to the service, as n8n does. */
export async function startFakeN8n(): Promise<FakeN8n> {
	const receiver = await startReceiver();
	const n8n: FakeN8n = {
		...{ url: receiver.url, apiKey: 'key-of-n8n', workflows: [], executions: [], credentials: {} },
		webhookPath: 'webhook',
		listens: true,
		asked: receiver.received,
		close: () => receiver.close(),
	};
	const answerTo = async (method: string, path: string, body: string): Promise<[number, object]> => {
		const [, collection, id = ''] = /^\/api\/v1\/(\w+)\/?([^/?]*)/.exec(path) ?? [];
		const credential = n8n.credentials[id];
		const refused = n8n.refuse?.(`${method} ${collection}`);
		if (refused !== undefined) return [refused, { message: 'Not now' }];
		if (collection === 'workflows' && id === '' && method === 'GET') {
			return [200, { data: n8n.workflows, nextCursor: null }];
		}
		if (collection === 'workflows' && id === '') {
			const made = {
				settings: {},
				...(JSON.parse(body) as object),
				id: `w${n8n.workflows.length}`,
				active: false,
			};
			n8n.workflows.push(made);
			return [200, made];
		}
		if (collection === 'workflows') {
			const workflow = n8n.workflows.find((one) => (one as { id: string }).id === id);
			if (workflow === undefined) return [404, { message: 'Not Found' }];
			if (method === 'DELETE') n8n.workflows = n8n.workflows.filter((one) => one !== workflow);
			if (method === 'POST') Object.assign(workflow, { active: path.endsWith('/activate') });
			if (path.endsWith('/activate')) n8n.listens = true;
			return [200, workflow];
		}
		if (path.includes('/credentials/schema/')) return [200, {}];
		if (collection === 'credentials' && id === '' && method === 'GET') {
			const data = Object.entries(n8n.credentials).map(([own, { name, createdAt }]) => ({
				...{ id: own, name, createdAt },
			}));
			return [200, { data, nextCursor: null }];
		}
		if (collection === 'credentials' && id === '') {
			const made = `c${Object.keys(n8n.credentials).length}`;
			const { name, data } = JSON.parse(body) as { name: string; data: FakeN8n['credentials'][string] };
			n8n.credentials[made] = { ...data, name };
			return [200, { id: made }];
		}
		if (collection === 'executions' && id !== '') {
			const execution = n8n.executions.find((one) => (one as { id: string }).id === id);
			return [200, { data: {}, ...execution }];
		}
		if (collection === 'executions') {
			// Those that run are listed only if they are asked for.
			const areRunning = path.includes('status=running');
			const data = n8n.executions.filter(
				(one) => ((one as { status?: string }).status === 'running') === areRunning,
			);
			return [200, { data, nextCursor: null }];
		}
		if (credential === undefined) return [404, { message: 'Not Found' }];
		if (method === 'DELETE') {
			delete n8n.credentials[id];
			return [200, {}];
		}
		if (method === 'PATCH') {
			Object.assign(credential, (JSON.parse(body) as { data: object }).data);
			return [200, { id }];
		}
		const headers = { authorization: `Bearer ${credential.apiKey}`, 'content-type': 'application/json' };
		await n8n.beforeTest?.();
		const address = `${credential.baseUrl}/functions/v1/list-models`;
		const tested = await fetch(address, { method: 'POST', headers, body: '{}' }).catch(() => undefined);
		return [200, { status: tested?.ok ? 'OK' : 'Error', message: '' }];
	};
	receiver.answer = ({ method, path, headers, body }, response) => {
		if (method === 'GET' && path.startsWith(`/${n8n.webhookPath}/`)) {
			const isPublished = n8n.workflows.some((workflow) => hasWebhook(workflow, path));
			const more = n8n.listens && isPublished ? ' Did you mean to make a POST request?' : '';
			return void response
				.writeHead(404)
				.end(`{"message":"The requested webhook \\"GET x\\" is not registered.${more}"}`);
		}
		if (path.startsWith('/webhook-test/')) {
			const listens = n8n.listening !== undefined && path.startsWith(`/webhook-test/${n8n.listening}/`);
			if (!listens) return void response.writeHead(404).end('{"message":"The webhook is not registered."}');
			if (method === 'GET') {
				return void response.writeHead(404).end('{"message":"Did you mean to make a POST request?"}');
			}
			n8n.listening = undefined;
		}
		if (!path.startsWith('/api/v1/')) {
			return void Promise.resolve(n8n.onWebhook?.()).then(() => response.end('{"received":true}'));
		}
		const isKnown = headers['x-n8n-api-key'] === n8n.apiKey;
		const answering = isKnown
			? answerTo(method, path, body)
			: Promise.resolve<[number, object]>([401, { message: 'unauthorized' }]);
		void answering.then(([status, answer]) => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		});
	};
	return n8n;
}
