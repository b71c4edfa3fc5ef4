/** The Voice Agent node as a tool of n8n's MCP Server Trigger, which hands tools to language models elsewhere. */
import { randomUUID } from 'node:crypto';

import { node } from '../../playground/workflow.ts';
import { BUSINESS_NUMBER, People } from './support/send-and-wait.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { TriggerN8n } from './support/real-n8n.ts';
import { withSubNodes } from './support/fake-model.ts';

let people: People;
let n8n: TriggerN8n;
let url: string;

beforeAll(async () => {
	people = await People.start();
	n8n = await TriggerN8n.share('lean');
	const credential = await people.credential(n8n);
	const path = randomUUID();
	const tool = (name: string, parameters: object) =>
		node(
			name,
			'n8n-nodes-voice-agent.voiceAgentTool',
			{ descriptionType: 'manual', toolDescription: `${name}.`, ...parameters },
			{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
		);
	const server = node(
		'Server',
		'@n8n/n8n-nodes-langchain.mcpTrigger',
		{ path },
		{ typeVersion: 2, webhookId: path },
	);
	const tools = [
		tool('Models', { resource: 'model', operation: 'getAll' }),
		tool('Send', {
			resource: 'message',
			operation: 'send',
			phoneNumberId: BUSINESS_NUMBER,
			recipientWaId: "={{ $fromAI('recipient', '', 'string') }}",
			message: "={{ $fromAI('message', '', 'string') }}",
		}),
		tool('Call', {
			resource: 'batchCall',
			operation: 'create',
			callerId: "={{ $fromAI('callerId', '', 'string') }}",
			recipientsFrom: 'json',
			recipientsJson: "={{ $fromAI('recipients', '', 'string') }}",
		}),
	];
	let file = { name: 'MCP', nodes: [server], connections: {}, settings: {} } as Parameters<
		typeof withSubNodes
	>[0];
	for (const one of tools) file = withSubNodes(file, 'Server', { ai_tool: one });
	const workflow = await n8n.client.createWorkflow(file);
	await n8n.client.activateWorkflow(workflow);
	url = `${n8n.url}/mcp/${path}`;
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await people?.stop();
}, 60_000);

let session = '';
let id = 0;

/** Sends a message of the protocol, and returns the result. */
async function ask(method: string, params: object): Promise<Record<string, unknown>> {
	const response = await fetch(url, {
		method: 'POST',
		headers: {
			'content-type': 'application/json',
			accept: 'application/json, text/event-stream',
			...(session !== '' && { 'mcp-session-id': session }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params }),
	});
	session ||= response.headers.get('mcp-session-id') ?? '';
	const text = await response.text();
	const line = text.split('\n').find((one) => one.startsWith('data: '));
	const { result, error } = JSON.parse(line?.slice('data: '.length) ?? text) as Record<string, unknown>;
	if (error) throw new Error(JSON.stringify(error));
	return result as Record<string, unknown>;
}

/** Calls a tool, and returns what the model is told. */
async function callTool(name: string, args: object): Promise<string> {
	const { content } = await ask('tools/call', { name, arguments: args });
	return (content as Array<{ text: string }>).map(({ text }) => text).join();
}

test('reads, sends and previews as a tool of the MCP Server Trigger', async () => {
	await ask('initialize', {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	});
	const { tools } = (await ask('tools/list', {})) as { tools: Array<{ name: string }> };
	expect(tools.map(({ name }) => name).sort()).toEqual(['Call', 'Models', 'Send']);

	expect(JSON.parse(await callTool('Models', {}))).toContainEqual(
		expect.objectContaining({ id: expect.any(String) as string }),
	);

	const [person = ''] = await people.meet(1);
	expect(await callTool('Send', { recipient: `+${person}`, message: 'The lamp is ready.' })).toMatch(
		/"success":true/,
	);
	expect((await people.sentTo(person)).map(({ message }) => message)).toEqual(['The lamp is ready.']);

	const recipients = JSON.stringify([{ phone_number: '+14155550123' }]);
	expect(await callTool('Call', { callerId: '+14155550100', recipients })).toMatch(
		/"dial_cost_estimate_usd":0.005/,
	);
}, 120_000);
