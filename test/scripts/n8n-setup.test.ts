import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { announcement } from '../../scripts/start/announcement.ts';
import { setUpExternalDemo } from '../../scripts/start/set-up-demo.ts';
import { startFakeN8n, workflowWith } from '../support/fake-n8n.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import { provideCredential } from '../../scripts/start/n8n.ts';
import { N8nApi } from '../../sandbox/src/n8n/api.ts';
import { N8nEditorApi } from '../../playground/editor-api.ts';

// n8n gives up a check after 250 ms, which cannot be brought about at will: this server refuses as it does.
const CUT_SHORT =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Error validating node parameters';
const INVALID =
	'Cannot publish workflow: 1 node have configuration issues:\n\nNode "Send":\n' +
	'  - Missing required credential: Service';

describe('activateWorkflow', () => {
	let server: Server;
	let refusals: string[];
	let tries: number;

	beforeAll(async () => {
		server = createServer(({ url }, response) => {
			if (url?.endsWith('/publication-status')) {
				response.end(JSON.stringify({ data: { status: 'published', triggers: [] } }));
				return;
			}
			tries += 1;
			const message = refusals.shift();
			response.statusCode = message === undefined ? 200 : 400;
			response.end(JSON.stringify(message === undefined ? { data: {} } : { message }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		tries = 0;
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));

	const activate = async () => {
		const { port } = server.address() as AddressInfo;
		await new N8nEditorApi(`http://127.0.0.1:${port}`).activateWorkflow({ id: 'w', versionId: 'v' });
	};

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
	let server: Server;
	let calls: string[];
	let changed: number;
	beforeAll(async () => {
		server = createServer(({ method, url }, response) => {
			calls.push(`${method} ${url?.replace('/api/v1', '')}`);
			response.statusCode = method === 'PATCH' ? changed : 200;
			response.end(JSON.stringify({ id: 'new', message: 'Not now' }));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	beforeEach(() => {
		calls = [];
	});
	afterAll(() => new Promise((resolve) => server.close(resolve)));

	const provide = async () => {
		const { port } = server.address() as AddressInfo;
		return await provideCredential(new N8nApi(`http://127.0.0.1:${port}`, 'key'), 'old', {});
	};

	it('is changed, and replaced only if it is gone: the workflows have it', async () => {
		changed = 200;
		expect(await provide()).toBe('old');
		changed = 404;
		expect(await provide()).toBe('new');
		expect(calls).toEqual(['PATCH /credentials/old', 'PATCH /credentials/old', 'POST /credentials']);
	});

	it.each([403, 405, 500])('stays if n8n answers %i, which is told', async (status) => {
		changed = status;
		await expect(provide()).rejects.toThrow(`${status}`);
		expect(calls).toEqual(['PATCH /credentials/old']);
	});
});

describe('another start', () => {
	it('leaves the events and the token where they were led, and makes nothing arrive', async () => {
		const folder = await mkdtemp(join(tmpdir(), 'start-'));
		const n8n = await startFakeN8n();
		try {
			await using sandbox = await startSandbox({ seed: 'demo' });
			const count = async () => (await sandbox.control('GET', '/messages?direction=inbound&limit=1')).total;
			const start = async () =>
				await setUpExternalDemo({
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
			expect(announced(third)).not.toContain('chatapp receive');
			expect(announced(third)).toMatch(/dashboard[^]*press the button "Make it happen"[^]*sms receive/);
			await sandbox.advance('25h');
			expect(announced(await start())).toMatch(/would refuse the answer [^]*chatapp receive [^]*sms receive/);
			expect(
				(await sandbox.control('GET', '/api-keys')).api_keys.map((key) => key.webhook_url),
			).not.toContain(`${n8n.url}/webhook/mine/webhook`);
		} finally {
			await n8n.close();
			await rm(folder, { recursive: true });
		}
	});
});
