/**
 * An assistant with two servers of the Model Context Protocol: with that of n8n it builds a workflow, and with that of the
 * sandbox it proves that the workflow does what is wanted. n8n's server cannot start a Voice Agent Trigger. A script stands
 * for the assistant.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';
import { paths, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';
import { TriggerN8n } from './support/real-n8n.ts';
import { NODE } from '../support/start-sandbox.ts';

/** A workflow in the language of n8n's server. */
const CODE = `
import { workflow, node, trigger } from '@n8n/workflow-sdk';

const message = trigger({
  type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
  version: 1,
  config: { name: 'Message', parameters: { events: ['chatapp.received'] } },
  output: [{ message: { id: 'm1', text: 'Are you open on Sunday?' } }],
});
const reply = node({
  type: 'n8n-nodes-voice-agent.voiceAgent',
  version: 1,
  config: {
    name: 'Reply',
    parameters: {
      resource: 'message',
      operation: 'reply',
      messageId: { __rl: true, mode: 'run', value: '' },
      message: 'We are open.',
    },
  },
  output: [{ success: true }],
});
export default workflow('opening-hours', 'Opening hours').add(message).to(reply);
`;
const SCENARIO = {
	title: 'A question about Sunday',
	story: 'Dana asks on the chat app.',
	expected: 'Tell Dana the hours on Sunday.',
	steps: [
		{
			note: 'Dana asks',
			call: 'POST /events/chatapp.received',
			body: { from_number: '14155550123', body: 'Are you open on Sunday?' },
		},
		{
			note: 'Dana is told the hours',
			expect: { message: { to: '14155550123', text: 'ten to four', count: 1 } },
		},
	],
};

let n8n: TriggerN8n;
let folder: { path: string; remove: () => Promise<void> };
let builder: Client;
let tester: Client;

beforeAll(async () => {
	[n8n, folder] = await Promise.all([TriggerN8n.share('lean'), temporaryFolder()]);
	await n8n.client.call('PATCH', '/rest/mcp/settings', { mcpAccessEnabled: true });
	const { apiKey } = await n8n.client.call<{ apiKey: string }>('POST', '/rest/mcp/api-key/rotate');
	// A real account, which no test reaches.
	await n8n.client.createCredential('Voice Agent', 'voiceAgentApi', {
		...{ baseUrl: 'http://127.0.0.1:9', apiKey: 'a'.repeat(40), chatAppToken: 'b'.repeat(32) },
	});
	builder = new Client({ name: 'assistant', version: '1' });
	const headers = { authorization: `Bearer ${apiKey}` };
	await builder.connect(
		new StreamableHTTPClientTransport(new URL(`${n8n.url}/mcp-server/http`), { requestInit: { headers } }),
	);
	tester = new Client({ name: 'assistant', version: '1' });
	await tester.connect(
		new StdioClientTransport({
			command: NODE,
			args: [join(paths.projectRoot, 'sandbox', 'src', 'cli.ts'), 'mcp'],
			env: {
				...(process.env as Record<string, string>),
				N8N_API_KEY: await n8n.client.createApiKey('assistant'),
			},
		}),
	);
}, prepareTimeoutMs);

afterAll(async () => {
	await Promise.all([builder?.close(), tester?.close()]);
	await n8n?.remove();
	await folder?.remove();
}, 60_000);

/** Uses a tool, and returns the text of its answer. */
async function use(client: Client, name: string, given: object): Promise<string> {
	const { content, isError } = await client.callTool({ name, arguments: { ...given } }, undefined, {
		timeout: 120_000,
	});
	const text = (content as Array<{ text: string }>).map((one) => one.text).join('\n');
	if (isError === true) throw new Error(`${name}: ${text}`);
	return text;
}

/** Writes a workflow as n8n has it to a file, and has the sandbox test it; returns the report. */
async function test(workflowId: string): Promise<string> {
	const { workflow } = JSON.parse(await use(builder, 'get_workflow_details', { workflowId })) as {
		workflow: WorkflowFile;
	};
	const file = join(folder.path, 'opening-hours.json');
	writeFileSync(file, JSON.stringify(workflow));
	writeFileSync(file.replace('.json', '.scenario.json'), JSON.stringify(SCENARIO));
	return await use(tester, 'test_workflows', { workflows: [file], n8n: n8n.url });
}

it('builds a workflow with the server of n8n, and proves it with that of the sandbox before it publishes it', async () => {
	expect(await use(builder, 'validate_workflow', { code: CODE })).toMatch(/"valid": true/);
	const created = await use(builder, 'create_workflow_from_code', { code: CODE, versionName: 'First' });
	const { workflowId } = JSON.parse(created) as { workflowId: string };
	const report = await test(workflowId);
	expect(report).toContain('✗ Dana is told the hours');
	expect(report).toContain('1 came: chatapp to 14155550123: "We are open."');

	const value = 'On Sunday from ten to four.';
	const operation = { type: 'setNodeParameter', nodeName: 'Reply', path: '/message', value };
	await use(builder, 'update_workflow', {
		workflowId,
		operations: [operation],
		versionName: 'With the hours',
	});
	expect(await test(workflowId)).toContain('1 of 1 run passed');
	expect(JSON.parse(await use(builder, 'publish_workflow', { workflowId }))).toMatchObject({ success: true });
}, 300_000);
