/** A workflow test sends credentials of the service to the sandbox, and refuses requests that could reach a real account. */
import { N8nApi } from '../src/n8n/api.ts';
import { checkAddresses, listForeignCredentials, replaceCredential } from '../src/tester/real-account.ts';
import type { WorkflowFile, WorkflowNode } from '../src/n8n/workflow.ts';

const SERVICE = 'https://production.example/functions/v1/send-chatapp-message';
const HEADER_AUTH = { authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' };
const KEY = { httpHeaderAuth: { id: 'h', name: 'Header' } };
const OURS = { authentication: 'predefinedCredentialType', nodeCredentialType: 'voiceAgentApi' };
const OUR_KEY = { voiceAgentApi: { id: 'real', name: 'Real' } };

const node = (type: string, parameters: object, more: Partial<WorkflowNode> = {}): WorkflowNode => ({
	...{ id: 'n', name: 'Call', typeVersion: 4, position: [0, 0] },
	type: `n8n-nodes-base.${type}`,
	parameters: parameters as Record<string, unknown>,
	...more,
});
const http = (parameters: object, credentials: WorkflowNode['credentials'] = {}) =>
	node('httpRequest', parameters, { credentials });
const code = (jsCode: string) => node('code', { jsCode });
const headers = (...names: string[]) => ({
	headerParameters: { parameters: names.map((name) => ({ name, value: 'x' })) },
});

const api = new N8nApi('http://n8n.example', 'key');
const check = (...nodes: WorkflowNode[]) => {
	const files: WorkflowFile[] = [{ name: 'Mine', nodes, connections: {} }];
	return () => checkAddresses(files, api);
};

it.each<[string, WorkflowNode, string]>([
	[
		'with a Header Auth credential',
		http({ ...HEADER_AUTH, url: SERVICE }, KEY),
		'url names https://production.example/functions/v1.',
	],
	[
		'with a key in a header',
		http({ url: `=${SERVICE}?x={{ 1 }}`, ...headers('Authorization') }),
		'url names',
	],
	['to the log-in', http({ url: 'https://production.example/auth/v1/token' }), 'url names'],
	['in parts', http({ url: '={{ $json.base + "/functions/v1/" + $json.name }}' }), 'url names /functions/v1'],
	['encoded', http({ url: 'https://x.example/?to=%2Ffunctions%2Fv1%2Flist-models' }), 'url names'],
	['by code', code(`return await this.helpers.httpRequest({ url: '${SERVICE}' })`), 'jsCode names'],
	['by GraphQL', node('graphql', { authentication: 'headerAuth', endpoint: SERVICE }), 'endpoint names'],
	['by a command', node('executeCommand', { command: `curl ${SERVICE}` }), 'command names'],
	[
		'to the next page of ours',
		http({ ...OURS, url: SERVICE, options: { pagination: { pagination: { nextURL: SERVICE } } } }, OUR_KEY),
		'options.pagination.pagination.nextURL names',
	],
	[
		'to an address that an item holds, with a credential for any service',
		http({ ...HEADER_AUTH, url: '={{ $json.url }}' }, KEY),
		'it sends a key to an address that is known only while it runs (url)',
	],
	[
		'to a host that an item holds, with a key in a header',
		http({ url: '=https://{{ $json.host }}/x', ...headers('apikey') }),
		'it sends a key to an address that is known only while it runs (url)',
	],
	[
		'to an address that an item holds, with headers that an item holds',
		http({ url: '={{ $json.url }}', specifyHeaders: 'json', jsonHeaders: '={{ $json.headers }}' }),
		'it sends a key to an address that is known only while it runs (url)',
	],
	[
		'by code, to an address that an item holds',
		code('const { httpRequest } = this.helpers; return await httpRequest({ url: $json.base })'),
		'its code (jsCode) sends a request to an address that is known only while it runs',
	],
	[
		'to another workflow of this n8n',
		http({ url: 'http://n8n.example/webhook/orders' }),
		'url names a webhook of this n8n',
	],
])('a request %s is refused with its place', (_, one, words) => {
	expect(check(one)).toThrow(words);
	expect(check(one)).toThrow(/^"Call" could reach your real account: .* --pin "Call=items\.json"$/);
	expect(check({ ...one, disabled: true })).not.toThrow();
});

it('a request to a host where another node finds the service is refused', () => {
	const ours = http({ ...OURS, url: SERVICE }, OUR_KEY);
	const other = http({ ...HEADER_AUTH, url: 'https://production.example/behind-a-proxy' }, KEY);
	expect(check(ours)).not.toThrow();
	expect(check(other)).not.toThrow();
	expect(check(ours, other)).toThrow('url names production.example, where the service is');
});

it('a request from a workflow that stands in a node is refused, too', () => {
	const called = { nodes: [http({ ...HEADER_AUTH, url: SERVICE }, KEY)], connections: {} };
	const caller = node('executeWorkflow', { source: 'parameter', workflowJson: JSON.stringify(called) });
	expect(check({ ...caller, name: 'Run' })).toThrow(/^"Call" could reach/);
});

it.each<[string, WorkflowNode]>([
	[
		'a request of another vendor with its key',
		http({ ...HEADER_AUTH, url: 'https://vendor.example/v1' }, KEY),
	],
	[
		'one with a part of its path from an item',
		http({ ...HEADER_AUTH, url: '=https://v.example/{{ $json.id }}' }, KEY),
	],
	['a download without a key', http({ url: '={{ $json.media[0].url }}', ...headers('Accept') })],
	[
		'code that asks another vendor',
		code("return await this.helpers.httpRequest({ url: 'https://v.example/x' })"),
	],
	['code that only names an address of the service', code(`return [{ json: { docs: '${SERVICE}' } }]`)],
	['a node of ours', { ...node('x', { message: SERVICE }), type: 'n8n-nodes-voice-agent.voiceAgent' }],
])('%s runs', (_, one) => {
	expect(check(one)).not.toThrow();
});

describe('credentials', () => {
	const BASIC = { httpBasicAuth: { id: 'b', name: 'Basic' } };

	it.each([
		['an HTTP request without authentication', http({ url: 'x' }, BASIC), []],
		['an HTTP request with another one', http(HEADER_AUTH, { ...BASIC, ...KEY }), ['httpHeaderAuth']],
		['a node of any vendor', node('slack', {}, { credentials: BASIC }), ['httpBasicAuth']],
		[
			'a node that authenticates in no way',
			node('webhook', { authentication: 'none' }, { credentials: BASIC }),
			[],
		],
	])('of %s count if a parameter selects them', (_, of, types) => {
		expect(listForeignCredentials(of).map(({ type }) => type)).toEqual(types);
	});

	it.each([
		[SERVICE, 'http://sandbox/functions/v1/send-chatapp-message'],
		[`=${SERVICE}?x={{ $json.x }}`, '=http://sandbox/functions/v1/send-chatapp-message?x={{ $json.x }}'],
	])('of ours go to the sandbox, also with an HTTP request to %s', (url, replaced) => {
		const replace = (of: WorkflowNode) =>
			replaceCredential(of, () => ({ id: 'new', name: 'New' }), 'http://sandbox');
		const call = replace(http({ ...OURS, url }, { ...BASIC, ...OUR_KEY }));
		expect(call.parameters.url).toBe(replaced);
		expect(call.credentials).toEqual({ voiceAgentApi: { id: 'new', name: 'New' } });
	});

	it.each([
		'={{ $json.base }}/functions/v1/list-models',
		'https://production.example/else',
		'={{ "https://x/functions/v1/" }}',
	])('of ours are refused where an HTTP request goes to %s', (url) => {
		const call = http({ ...OURS, url }, OUR_KEY);
		expect(() => replaceCredential(call, () => undefined, 'http://sandbox')).toThrow(
			/"Call" sends a credential of the service .* --pin "Call=items\.json"/,
		);
	});
});
