import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announcement } from '../../scripts/start/announcement.ts';
import { setUpExternalDemo } from '../../scripts/start/set-up-demo.ts';
import { npmStart } from '../e2e/support/npm-start.ts';
import { startFakeN8n, workflowWith } from '../support/fake-n8n.ts';
import { startReceiver, type Receiver } from '../support/http-server.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import { provideCredential } from '../../scripts/start/n8n.ts';
import { N8nApi } from '../../sandbox/src/n8n/api.ts';
import type { StoredWorkflow } from '../../sandbox/src/n8n/workflow.ts';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import { reservePort } from '../../playground/ports.ts';

// n8n gives up a check after 250 ms, which cannot be brought about at will: this server refuses as it does.
const CUT_SHORT =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Error validating node parameters';
const INVALID =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Missing required credential: Service';

describe('activateWorkflow', () => {
	let server: Receiver;
	let refusals: string[];
	let tries: number;

	beforeAll(async () => {
		server = await startReceiver(({ path }, response) => {
			if (path.endsWith('/publication-status')) {
				return response.end(JSON.stringify({ data: { status: 'published', triggers: [] } }));
			}
			tries += 1;
			const message = refusals.shift();
			response.statusCode = message === undefined ? 200 : 400;
			return response.end(JSON.stringify(message === undefined ? { data: {} } : { message }));
		});
	});
	beforeEach(() => {
		tries = 0;
	});
	afterAll(() => server.close());

	const activate = () => new N8nEditorApi(server.url).activateWorkflow({ id: 'w', versionId: 'v' });

	it('tries again when n8n has cut its check short', async () => {
		refusals = [CUT_SHORT, CUT_SHORT];
		await activate();
		expect(tries).toBe(3);
	});

	it('fails when n8n cuts every check short', async () => {
		refusals = Array<string>(9).fill(CUT_SHORT);
		await expect(activate()).rejects.toThrow('Error validating node parameters');
		expect(tries).toBe(5);
	});

	it('fails at once when the workflow is not valid', async () => {
		refusals = [INVALID];
		await expect(activate()).rejects.toThrow('Missing required credential');
		expect(tries).toBe(1);
	});
});

describe('the credential of an earlier start', () => {
	let server: Receiver;
	let changed: number;
	beforeAll(async () => {
		server = await startReceiver(({ method }, response) => {
			response.statusCode = method === 'PATCH' ? changed : 200;
			response.end(JSON.stringify({ id: 'new', message: 'Not now' }));
		});
	});
	beforeEach(() => {
		server.received.length = 0;
	});
	afterAll(() => server.close());

	const provide = () => provideCredential(new N8nApi(server.url, 'key'), 'old', {});
	const calls = () => server.received.map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);

	it('is changed, and replaced only if it is gone: the workflows have it', async () => {
		changed = 200;
		expect(await provide()).toBe('old');
		changed = 404;
		expect(await provide()).toBe('new');
		expect(calls()).toEqual(['PATCH /credentials/old', 'PATCH /credentials/old', 'POST /credentials']);
	});

	it.each([403, 405, 500])('stays if n8n answers %i, which is told', async (status) => {
		changed = status;
		await expect(provide()).rejects.toThrow(`${status}`);
		expect(calls()).toEqual(['PATCH /credentials/old']);
	});
});

describe('another start', () => {
	it('leaves the events and the token where they were led, and makes nothing arrive', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'start-'));
		const n8n = await startFakeN8n();
		try {
			await using sandbox = await startSandbox({ seed: 'demo' });
			const count = async () => (await sandbox.control('GET', '/messages?direction=inbound&limit=1')).total;
			const start = async (example?: string) =>
				await setUpExternalDemo({
					example,
					sandbox: {
						...sandbox,
						ended: Promise.resolve(''),
						output: null,
						stop: () => Promise.resolve(),
					} as never,
					n8n: { url: n8n.url, apiKey: n8n.apiKey },
					sandboxUrl: sandbox.url,
					stateFile: join(folder, 'state.json'),
				});
			const before = await count();
			const first = await start();
			expect(first).toMatchObject({ active: true, receiver: undefined });
			expect(await count()).toBe(before + 1);

			n8n.workflows.push(workflowWith('mine', 'My workflow'));
			await sandbox.setWebhookUrl(`${n8n.url}/webhook/mine/webhook`);
			await sandbox.setChatAppWebhookUrl(`${n8n.url}/webhook/mine/webhook?token=mine-0123456789abcdef`);
			const secret = sandbox.signingSecret;
			const again = await start();
			expect(again).toMatchObject({ receiver: 'My workflow', credentialId: first.credentialId });
			// An example that receives no events leaves them there, too.
			const withExample = await start('answer-where-an-order-is-while-the-call-goes-on');
			expect(withExample).toMatchObject({ receiver: 'My workflow', example: { events: [] } });
			expect(await count()).toBe(before + 1);
			const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
			expect(keys.find(({ id }) => id === sandbox.apiKeyId)).toMatchObject({
				webhook_url: `${n8n.url}/webhook/mine/webhook`,
				signing_secret: secret,
			});
			expect(n8n.credentials[first.credentialId ?? '']).toMatchObject({
				signingSecret: secret,
				chatAppToken: 'mine-0123456789abcdef',
			});

			n8n.workflows = n8n.workflows.filter((workflow) => (workflow as { id: string }).id !== 'mine');
			const third = await start();
			expect(third).toMatchObject({ receiver: undefined });
			const announced = (demo: typeof third) => announcement(demo, n8n.url, sandbox.url, 4010, folder);
			expect(announced(third)).toContain(`Data and logs are in ${folder}.`);
			expect(announced(third)).not.toContain('chatapp receive');
			expect(announced(third)).toMatch(/dashboard[^]*press the button "Make it happen"[^]*sms receive/);
			await sandbox.advance('25h');
			const late = await start();
			expect(announced(late)).toMatch(/would refuse an answer [^]*chatapp receive [^]*sms receive/);
			// A person's own workflow would be refused, too.
			expect(announced({ ...late, receiver: 'Mine' })).toMatch(/go to "Mine"[^]*chatapp receive /);
			expect(
				(await sandbox.control('GET', '/api-keys')).api_keys.map((key) => key.webhook_url),
			).not.toContain(`${n8n.url}/webhook/mine/webhook`);
		} finally {
			await n8n.close();
			await rm(folder, { recursive: true });
		}
	});
});

it('npm start -- --n8n runs the demo in an n8n that is there already, and sets an example up beside it', async () => {
	const n8n = await startFakeN8n();
	const folder = await mkdtemp(join(tmpdir(), 'start-'));
	const sandboxPort = await reservePort();
	const options = ['--n8n', n8n.url, '--sandbox-port', String(sandboxPort), '--data', folder];
	const args = [...options, '--example', 'save-the-media-of-chat-app-messages'];
	const started = npmStart(args, 'start', { N8N_API_KEY: n8n.apiKey });
	try {
		await started.printed(/"Save the media of chat-app messages" [^]*Ctrl-C stops everything/);
		expect(started.output()).not.toMatch(/Installing n8n|password/);
		expect(started.output()).not.toContain(n8n.apiKey);
		const workflows = n8n.workflows as StoredWorkflow[];
		const example = workflows.find(({ name }) => name === 'Save the media of chat-app messages');
		expect(workflows).toHaveLength(2);
		expect(example).toMatchObject({ active: true });
		const trigger = example?.nodes.find(({ webhookId }) => webhookId);
		expect(trigger?.credentials?.voiceAgentApi?.name).toBe('Voice Agent sandbox');
		const accounts = await fetch(`http://127.0.0.1:${sandboxPort}/sandbox/v1/chatapp-accounts`);
		expect(await accounts.text()).toMatch(
			new RegExp(`"${n8n.url}/webhook/${trigger?.webhookId}/webhook\\?token=[0-9a-f]{32}"`),
		);
	} finally {
		started.ctrlC();
		await started.exitCode;
		await n8n.close();
		await rm(folder, { recursive: true });
	}
});
