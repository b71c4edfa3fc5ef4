import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { callFunction } from '../../test/support/call-service.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
let client: Client;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
	client = await connect(sandbox.url);
});
afterAll(() => client?.close());

/** Starts the command for the sandbox at an address, as an assistant does. */
async function connect(url: string): Promise<Client> {
	const started = new Client({ name: 'test', version: '1' });
	await started.connect(new StdioClientTransport({ command: NODE, args: [CLI, '--url', url, 'mcp'] }));
	return started;
}

async function use(name: string, given: object = {}, by = client) {
	const { content, isError } = await by.callTool({ name, arguments: { ...given } });
	const [{ text }] = content as [{ text: string }];
	return { text, isError: isError === true };
}

it('lists the control calls as tools, which say what only reads and what destroys', async () => {
	const { tools } = await client.listTools();
	expect(tools.length).toBeGreaterThanOrEqual(20);
	const hints = (hint: 'readOnlyHint' | 'destructiveHint') =>
		tools.flatMap(({ name, annotations }) => (annotations?.[hint] === true ? [name] : []));
	expect(hints('destructiveHint').sort()).toEqual(['reset', 'restore_snapshot']);
	expect(hints('readOnlyHint')).toEqual(
		tools.map(({ name }) => name).filter((name) => /^(list|show)_/.test(name)),
	);
	expect(tools.find(({ name }) => name === 'show_delivery')?.inputSchema.required).toEqual(['id']);
	expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['receive_sms', 'test_workflows']));
});

it('makes an SMS arrive and lists twenty messages, with long ones cut', async () => {
	await use('reset');
	const { text } = await use('receive_sms', { body: 'x'.repeat(1_500) });
	expect(JSON.parse(text)).toMatchObject({ message: { direction: 'inbound' } });
	const { messages } = JSON.parse((await use('list_messages')).text) as { messages: object[] };
	expect(messages).toHaveLength(20);
	await callFunction(sandbox, 'send-chatapp-message', {
		...{ phone_number_id: '106540352242922', recipient_wa_id: '14155550123' },
		message: 'y'.repeat(4_000),
	});
	const { text: newest } = await use('list_messages', { limit: 1 });
	expect(newest).toMatch(/y{2000}… \(4000 characters\)/);
});

it('passes on what the sandbox refuses, and says so if none runs', async () => {
	expect(await use('receive_sms', { to_number: 'me' })).toEqual({
		text: expect.stringContaining('to_number'),
		isError: true,
	});
	expect(await use('test_workflows', { workflows: ['/nowhere.json'] })).toMatchObject({ isError: true });
	const alone = await connect('http://127.0.0.1:9');
	const { text, isError } = await use('show_status', {}, alone);
	expect([isError, text]).toEqual([true, expect.stringMatching(/^No sandbox runs at http:\/\/127.0.0.1:9/)]);
	await alone.close();
});
