import { startFakeN8n, workflowWith, type FakeN8n } from '../../test/support/fake-n8n.ts';
import { run } from '../../test/support/sandbox-command.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

const CHAT_APP = { parameters: { events: ['sms.received', 'chatapp.received'] } };

describe('n8n, as the sandbox connects it', () => {
	let sandbox: Sandbox;
	let n8n: FakeN8n;
	beforeAll(async () => {
		n8n = await startFakeN8n();
		sandbox = await startSandbox();
	});
	afterAll(() => Promise.all([sandbox?.stop(), n8n?.close()]));
	beforeEach(async () => {
		await sandbox.control('POST', '/reset');
		n8n.workflows = [];
		n8n.executions = [];
		n8n.beforeTest = undefined;
		n8n.credentials = { cred: { baseUrl: sandbox.url, apiKey: sandbox.apiKey ?? '' } };
		await sandbox.control('POST', '/n8n', { address: n8n.url, api_key: n8n.apiKey });
		n8n.asked.length = 0;
	});
	const webhookOf = (id: string) => `${n8n.url}/webhook/${id}/webhook`;
	const key = async () => {
		const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
		return keys.find(({ id }) => id === sandbox.apiKeyId);
	};
	const account = async () => {
		const answer = await sandbox.control('GET', '/chatapp-accounts');
		return answer.chatapp_accounts.find(({ connected }) => connected);
	};
	const connect = (id: string) => sandbox.control('POST', `/n8n/workflows/${id}/connect`);

	it('an address where nothing answers, and a key that n8n refuses, are refused in words', async () => {
		const nowhere = { address: 'http://127.0.0.1:9', api_key: 'x' };
		await expect(sandbox.control('POST', '/n8n', nowhere)).rejects.toThrow(
			/409: .*Nothing answers at http:\/\/127\.0\.0\.1:9\. Is n8n running there/,
		);
		await expect(sandbox.control('POST', '/n8n', { address: n8n.url, api_key: 'wrong' })).rejects.toThrow(
			/409: .*does not accept the API key \(401\)/,
		);
		await expect(sandbox.control('POST', '/n8n', { address: sandbox.url, api_key: 'x' })).rejects.toThrow(
			/409/,
		);
		// It answers lists with JSON that is not n8n's.
		await expect(
			sandbox.control('POST', '/n8n', { address: `${n8n.url}/other`, api_key: 'x' }),
		).rejects.toThrow(/409: .*did not answer as n8n's public API does \(200\)/);
		// The one that was known before stays.
		expect(await sandbox.control('GET', '/n8n')).toEqual({ address: n8n.url });
	});

	it('refuses a text that can be no API key without repeating it', async () => {
		for (const api_key of ['key-in\ntwo-lines', 'key-cut-off…', 'key with spaces']) {
			const refused = sandbox.control('POST', '/n8n', { address: n8n.url, api_key });
			await expect(refused).rejects.toThrow(/409: .*contains characters that no key has/);
			await expect(refused).rejects.not.toThrow(api_key.slice(0, 6));
		}
		expect(n8n.asked).toEqual([]);
	});

	it('lists the published workflows with triggers for the service, and says which gets the events', async () => {
		n8n.workflows = [
			workflowWith('w1', 'Answer'),
			workflowWith('w2', 'Poll', { type: 'n8n-nodes-voice-agent.voiceAgentMessageTrigger' }),
			workflowWith('w3', 'Another', { type: 'n8n-nodes-base.webhook' }),
			workflowWith('w4', 'Off', { disabled: true }),
		];
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: webhookOf('w1') });
		expect(await sandbox.control('GET', '/n8n/workflows')).toMatchObject({
			workflows: [
				{
					name: 'Answer',
					url: `${n8n.url}/workflow/w1`,
					triggers: [{ kind: 'webhook', events: ['sms.received'], is_connected: true }],
				},
				{ name: 'Poll', triggers: [{ kind: 'polling', webhook_url: null, is_connected: false }] },
			],
		});
		expect(n8n.asked[0]?.path).toContain('active=true');
	});

	it('connects a workflow on both sides, and says which one gets no events any more', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer'), workflowWith('w2', 'Triage', CHAT_APP)];
		expect(await connect('w1')).toMatchObject({
			workflow: 'Answer',
			credential: 'The sandbox',
			displaced: [],
		});
		expect((await key())?.webhook_url).toBe(webhookOf('w1'));
		expect(n8n.credentials.cred?.signingSecret).toBe((await key())?.signing_secret);
		expect(n8n.credentials.cred?.chatAppToken).toBeUndefined();
		expect((await account())?.webhook_url).toBeNull();

		expect(await connect('w2')).toMatchObject({ workflow: 'Triage', displaced: ['“Answer”'] });
		const token = n8n.credentials.cred?.chatAppToken;
		expect(token).toMatch(/^[0-9a-f]{32}$/);
		expect((await account())?.webhook_url).toBe(`${webhookOf('w2')}?token=${token}`);
		expect(await connect('w2')).toMatchObject({ displaced: [] });
		expect(n8n.credentials.cred).toMatchObject({ chatAppToken: token, apiKey: sandbox.apiKey });
	});

	it('leaves a credential alone that does not lead to this account', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer')];
		for (const other of [
			{ baseUrl: 'http://127.0.0.1:9', apiKey: sandbox.apiKey ?? '' },
			{ baseUrl: sandbox.url, apiKey: 'svc_of_somebody_else' },
		]) {
			n8n.credentials = { cred: { ...other } };
			await expect(connect('w1')).rejects.toThrow(/409: .*“The sandbox” does not lead to this sandbox/);
			expect(n8n.credentials.cred).toEqual(other);
		}
		n8n.credentials = {};
		await expect(connect('w1')).rejects.toThrow(/409: .*connect the workflow by hand/);
		expect((await key())?.webhook_url).toBeNull();
		n8n.workflows = [workflowWith('w1', 'Answer', { credentials: {} })];
		await expect(connect('w1')).rejects.toThrow(/409: .*Choose a credential in “Voice Agent Trigger”/);
		await expect(connect('w9')).rejects.toThrow(/404/);
	});

	it('changes nothing if it cannot tell which API key the credential has', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer')];
		const { id, key: another } = await sandbox.control('POST', '/api-keys', { name: 'Another' });
		n8n.beforeTest = async () => {
			const headers = { authorization: `Bearer ${another}` };
			await fetch(`${sandbox.url}/functions/v1/list-models`, { method: 'POST', headers });
		};
		await expect(connect('w1')).rejects.toThrow(/409: .*several API keys arrived .*Try again/);
		const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
		expect(keys.filter((one) => one.webhook_url !== null)).toEqual([]);
		expect(keys.map((one) => one.id)).toContain(id);
		expect(n8n.credentials.cred).not.toHaveProperty('signingSecret');
		n8n.beforeTest = undefined;
		expect(await connect('w1')).toMatchObject({ api_key_id: sandbox.apiKeyId });
	});

	it('a scenario for a workflow is refused in words when n8n is gone', async () => {
		const gone = await startFakeN8n();
		await sandbox.control('POST', '/n8n', { address: gone.url, api_key: gone.apiKey });
		await gone.close();
		await expect(sandbox.control('POST', '/scenarios/missed-call/play?workflow_id=w1')).rejects.toThrow(
			/409: .*Nothing answers at/,
		);
	});

	it('leads from a delivery to the execution that it started, or to a list if that is not certain', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer')];
		await connect('w1');
		const { event_id: event, deliveries } = await sandbox.control('POST', '/events/sms.received');
		const [delivery] = deliveries;
		const path = `/sandbox/v1/deliveries/${delivery?.id}/execution`;
		await eventually(async () => {
			const { status } = await sandbox.control('GET', `/deliveries/${delivery?.id}`);
			return status === 'succeeded' || undefined;
		});
		const follow = async () =>
			(await fetch(sandbox.url + path, { redirect: 'manual' })).headers.get('location');
		n8n.executions = [
			{ id: '8', data: {} },
			{ id: '7', data: { payload: { id: event } } },
		];
		expect(await follow()).toBe(`${n8n.url}/workflow/w1/executions/7`);
		n8n.executions = [{ id: '8', data: {} }];
		expect(await follow()).toBe(`${n8n.url}/workflow/w1/executions`);
		await sandbox.control('DELETE', '/n8n');
		expect(await follow()).toBe(`${n8n.url}/executions`);
		await expect(sandbox.control('GET', '/deliveries/none/execution')).rejects.toThrow(/404/);
	});

	it('neither an answer nor a snapshot file has the API key of n8n', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer')];
		const answers = [
			await sandbox.control('GET', '/n8n'),
			await sandbox.control('GET', '/n8n/workflows'),
			await connect('w1'),
			await sandbox.control('GET', '/requests'),
			await sandbox.control('POST', '/snapshots', { name: 'with-n8n' }),
			await sandbox.control('GET', '/snapshots/with-n8n/export'),
		];
		expect(JSON.stringify(answers)).not.toContain(n8n.apiKey);
	});

	it('serve takes the address as an option, and wants the key in the environment', async () => {
		const { stderr, code } = await run('serve', '--port', '0', '--n8n', n8n.url);
		expect(code).toBe(1);
		expect(stderr).toContain(
			`Set the environment variable N8N_API_KEY to an API key of the n8n at ${n8n.url}`,
		);
	});
});
