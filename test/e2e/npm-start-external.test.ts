import { exec } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { reservePort } from '../../playground/ports.ts';
import { npmStart } from './support/npm-start.ts';
import type { NpmStart } from './support/npm-start.ts';
import { paths, prepareTimeoutMs } from './support/playground.ts';
import { TriggerN8n } from './support/real-n8n.ts';

/** A person's own n8n, with the package installed and the public API on. */
let n8n: TriggerN8n;
let apiKey: string;
let sandboxPort: number;
let running: NpmStart | undefined;

beforeAll(async () => {
	// One of its own: a shared one may still be busy unpublishing the workflows of other test files.
	n8n = await TriggerN8n.start({ N8N_PUBLIC_API_DISABLED: 'false' });
	apiKey = await n8n.client.createApiKey('npm start');
	sandboxPort = await reservePort();
}, prepareTimeoutMs);

afterEach(async () => {
	running?.ctrlC();
	await running?.exitCode;
	running = undefined;
}, 60_000);

afterAll(() => n8n?.remove(), 60_000);

const start = (key: string, more: string[] = []): NpmStart => {
	const data = join(n8n.folder.path, 'start');
	const args = ['--n8n', n8n.url, '--sandbox-port', String(sandboxPort), '--data', data, ...more];
	running = npmStart(args, 'start', { N8N_API_KEY: key });
	return running;
};

test('runs the demo in an n8n that is there already, and sets an example up beside it', async () => {
	const started = start(apiKey, ['--example', 'save-the-media-of-chat-app-messages']);
	await started.printed(/Ctrl-C stops everything/);
	expect(started.output()).not.toMatch(/Installing n8n|password/);
	expect(started.output()).not.toContain(apiKey);
	const [, exampleId = ''] = await started.printed(
		/"Save the media of chat-app messages" .*\/workflow\/(\w+)/,
	);
	const trigger = (await n8n.client.workflow(exampleId))?.nodes.find(({ webhookId }) => webhookId);
	expect(trigger?.credentials?.voiceAgentApi?.name).toBe('Voice Agent sandbox');
	const accounts = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/v1/chatapp-accounts`);
	expect(await accounts.text()).toMatch(
		new RegExp(`"${n8n.url}/webhook/${trigger?.webhookId}/webhook\\?token=[0-9a-f]{32}"`),
	);

	const [writeByChatApp] = await started.printed(/npm run sandbox -- chatapp receive .*/);
	await promisify(exec)(writeByChatApp, { cwd: paths.projectRoot });
	expect((await n8n.client.finishedExecutions(exampleId, 1))[0]?.status).toBe('success');
}, 240_000);

test('says how to go on with a key that n8n does not know', async () => {
	const refused = start('nonsense');
	expect(await refused.exitCode).not.toBe(0);
	expect(refused.output()).toMatch(/n8n does not accept the API key \(401\)\. Create one in /);
}, 60_000);
