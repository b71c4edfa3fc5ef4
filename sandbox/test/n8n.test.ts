import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { callFunction } from '../../test/support/call-service.ts';
import { startFakeN8n, workflowWith, type FakeN8n } from '../../test/support/fake-n8n.ts';
import { eventually } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { EVENTS } from '../src/service/webhooks/rules.ts';

const CHAT_APP = { parameters: { events: ['sms.received', 'chatapp.received'] } };

describe('n8n, as the sandbox connects it', () => {
	let sandbox: SandboxAccount;
	let n8n: FakeN8n;
	beforeAll(async () => {
		n8n = await startFakeN8n();
		sandbox = await sandboxAsNew();
	});
	afterAll(() => Promise.all([sandbox?.control('DELETE', '/n8n'), n8n?.close()]));
	beforeEach(async () => {
		await sandbox.control('POST', '/reset', { seed: 'empty' });
		n8n.workflows = [];
		n8n.executions = [];
		n8n.beforeTest = undefined;
		n8n.onWebhook = undefined;
		n8n.listening = undefined;
		n8n.webhookPath = 'webhook';
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

	it.each([
		['that n8n refuses', 'wrong', /does not accept the API key \(401\)/],
		['that can be none', 'key-cut-off…', /contains characters that no key has/],
	])('refuses a key %s, without repeating it, and keeps what it knew', async (_, key, words) => {
		const refused = sandbox.control('POST', '/n8n', { address: n8n.url, api_key: key });
		await expect(refused).rejects.toThrow(new RegExp(`409: .*${words.source}`));
		await expect(refused).rejects.not.toThrow(key);
		expect(await sandbox.control('GET', '/n8n')).toEqual({ address: n8n.url });
	});

	it('lists the workflows with triggers for the service, and says which gets the events', async () => {
		n8n.workflows = [
			{ ...workflowWith('w5', 'Being built'), active: false },
			{ ...workflowWith('w6', 'Archived'), active: false, isArchived: true },
			workflowWith('w1', 'Answer'),
			workflowWith('w2', 'Poll', { type: 'n8n-nodes-voice-agent.voiceAgentPollingTrigger' }),
			workflowWith('w3', 'Another', { type: 'n8n-nodes-base.webhook' }),
			workflowWith('w4', 'Off', { disabled: true }),
		];
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: webhookOf('w1') });
		expect(await sandbox.control('GET', '/n8n/workflows')).toMatchObject({
			workflows: [
				{
					name: 'Answer',
					is_published: true,
					url: `${n8n.url}/workflow/w1`,
					triggers: [{ kind: 'webhook', events: ['sms.received'], is_connected: true }],
				},
				{ name: 'Poll', triggers: [{ kind: 'polling', webhook_url: null, is_connected: false }] },
				{ name: 'Being built', is_published: false, triggers: [{ is_listening: false }] },
			],
		});
	});

	it('connects a workflow on both sides, and says which one gets no events any more', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer'), workflowWith('w2', 'Triage', CHAT_APP)];
		expect(await connect('w1')).toMatchObject({
			workflow: 'Answer',
			triggers: [{ name: 'Voice Agent Trigger', credential: 'The sandbox' }],
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

	describe('a workflow that is being built', () => {
		const test = () => sandbox.control('POST', '/n8n/workflows/w1/test');
		const build = (trigger?: object) => {
			n8n.workflows = [{ ...workflowWith('w1', 'Answer', trigger), active: false }];
		};
		const received = async () =>
			await eventually(() =>
				n8n.asked.find(({ method, path }) => method === 'POST' && /^\/webhook/.test(path)),
			);

		it('gets one event with real records at its Test URL, signed with the secret that its credential has', async () => {
			build();
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: webhookOf('other') });
			n8n.listening = 'w1';
			const { event_id: event, deliveries } = await test();
			expect(deliveries).toMatchObject([{ api_key_id: null, chatapp_account_id: null }]);
			const { path, headers, body } = await received();
			expect(path).toBe('/webhook-test/w1/webhook');
			const secret = n8n.credentials.cred?.signingSecret ?? '';
			expect(secret).toBe((await key())?.signing_secret);
			const signature = String(headers['x-service-signature']);
			expect(signature).toContain(createHmac('sha256', secret).update(body).digest('hex'));
			const { id, data } = JSON.parse(body) as { id: string; data: { id: string } };
			expect(id).toBe(event);
			const { messages } = await sandbox.control('GET', '/messages?limit=1');
			expect(messages[0]?.id).toBe(data.id);
			// Events go where they went before.
			expect((await key())?.webhook_url).toBe(webhookOf('other'));
			const next = await sandbox.control('POST', '/events/sms.received');
			expect(next.deliveries).toMatchObject([{ api_key_id: sandbox.apiKeyId }]);
		});

		it('gets a chat-app message with its token, though no account has a webhook URL', async () => {
			build({ parameters: { events: ['chatapp.received'] } });
			n8n.listening = 'w1';
			await test();
			const token = n8n.credentials.cred?.chatAppToken;
			expect(token).toMatch(/^[0-9a-f]{32}$/);
			expect((await received()).path).toBe(`/webhook-test/w1/webhook?token=${token}`);
			expect((await account())?.webhook_url).toBeNull();
		});

		it('tests any event: what happens meanwhile and later, and what follows, goes where it always goes', async () => {
			const production = webhookOf('other');
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: production });
			await sandbox.control('PATCH', '/calling', { call_seconds: 1 });
			const { agents } = await sandbox.control('GET', '/agents');
			await sandbox.control('POST', '/skills', {
				...{ agent_id: agents[0]?.id ?? '', name: 'Alert', config: { event: 'call.completed' } },
				delivery_channels: [{ channel: 'sms', channel_name: '+14155550155' }],
			});
			await callFunction(sandbox, 'batch-calls', {
				...{ action: 'create', name: 'Under way', caller_id: '+14155550100', send_now: true },
				...{ window_start_time: '00:00', window_end_time: '23:59', window_days: [0, 1, 2, 3, 4, 5, 6] },
				recipients: [{ phone_number: '+14155550142' }],
			});
			const tested: object[] = [];
			for (const event of EVENTS) {
				build({ parameters: { events: [event] } });
				n8n.listening = 'w1';
				tested.unshift({ event, event_id: (await test()).event_id });
				await eventually(() => n8n.listening === undefined || undefined);
			}
			await sandbox.waitForDelivery({
				event: 'call.completed',
				api_key_id: sandbox.apiKeyId,
				status: 'succeeded',
			});
			const { deliveries } = await sandbox.control('GET', '/deliveries');
			const fresh = deliveries.filter(({ api_key_id: id }) => id !== null);
			expect(fresh.map(({ event }) => event)).toEqual(expect.arrayContaining(['call.completed', 'sms.sent']));
			expect(deliveries.filter(({ api_key_id: id }) => id === null)).toMatchObject(tested);
			const atTestUrl = n8n.asked.filter(({ path }) => path.startsWith('/webhook-test/'));
			expect(atTestUrl.filter(({ method }) => method === 'POST')).toHaveLength(EVENTS.length);
		});

		it('gets nothing while the editor does not listen, but the secret that listening needs', async () => {
			build();
			const { total: before } = await sandbox.control('GET', '/messages');
			await expect(test()).rejects.toThrow(
				/409: .*not listening: press “Execute step” in “Voice Agent Trigger” in the editor first/,
			);
			expect(n8n.credentials.cred?.signingSecret).toMatch(/^whsec_[0-9a-f]{48}$/);
			expect((await sandbox.control('GET', '/messages')).total).toBe(before);
			build({ credentials: {} });
			await expect(test()).rejects.toThrow(/409: .*Choose a credential in “Voice Agent Trigger” and save/);
			build({ type: 'n8n-nodes-voice-agent.voiceAgentPollingTrigger' });
			await expect(test()).rejects.toThrow(/404: .*“Answer” has no trigger with a Test URL/);
		});
	});

	it('finds webhooks at another path only if it is told', async () => {
		n8n.webhookPath = 'hooks';
		n8n.workflows = [workflowWith('w1', 'Answer')];
		const known = { address: n8n.url, api_key: n8n.apiKey };
		await expect(sandbox.control('POST', '/n8n', known)).rejects.toThrow(/409: .*N8N_ENDPOINT_WEBHOOK/);
		await sandbox.control('POST', '/n8n', { ...known, webhook_path: 'hooks' });
		await connect('w1');
		expect((await key())?.webhook_url).toBe(`${n8n.url}/hooks/w1/webhook`);
	});

	describe('a workflow with several triggers', () => {
		const trigger = (name: string, events: string[], credential = 'cred') => ({
			...(workflowWith('w', 'W').nodes[0] as object),
			...{ name, webhookId: name, parameters: { events } },
			credentials: { voiceAgentApi: { id: credential, name: credential } },
		});
		const storeWith = (...nodes: object[]) =>
			void (n8n.workflows = [{ ...workflowWith('w1', 'Answer'), nodes }]);

		it('of one credential gets both kinds of events, each at its own URL', async () => {
			storeWith(trigger('sms', ['sms.received']), trigger('chat', ['chatapp.received']));
			expect(await connect('w1')).toMatchObject({ triggers: [{ name: 'sms' }, { name: 'chat' }] });
			expect((await key())?.webhook_url).toBe(webhookOf('sms'));
			expect((await account())?.webhook_url).toMatch(webhookOf('chat'));
			const { signingSecret, chatAppToken } = n8n.credentials.cred ?? {};
			expect([signingSecret, chatAppToken]).toEqual([(await key())?.signing_secret, expect.any(String)]);
		});

		it('of two credentials gets all events at both, since both keys get all numbers', async () => {
			const { id, key: another } = await sandbox.control('POST', '/api-keys', { name: 'Another' });
			n8n.credentials.other = { baseUrl: sandbox.url, apiKey: another };
			storeWith(trigger('sms', ['sms.received']), trigger('calls', ['call.completed'], 'other'));
			await connect('w1');
			const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
			const urlOf = (wanted: string) => keys.find((one) => one.id === wanted)?.webhook_url;
			expect([urlOf(sandbox.apiKeyId), urlOf(id)]).toEqual([webhookOf('sms'), webhookOf('calls')]);
			const { deliveries } = await sandbox.control('POST', '/events/sms.received');
			expect(deliveries.map((one) => one.api_key_id).sort()).toEqual([sandbox.apiKeyId, id].sort());
		});

		it('is refused if only one of two would get its events, unless one is named', async () => {
			storeWith(trigger('sms', ['sms.received']), trigger('calls', ['call.completed']));
			await expect(connect('w1')).rejects.toThrow(/409: .*sms.* and .*calls.* use one credential/);
			expect((await key())?.webhook_url).toBeNull();
			const named = (name: string) =>
				sandbox.control('POST', '/n8n/workflows/w1/connect', { triggers: [name] });
			await expect(named('else')).rejects.toThrow(/404: .*has no trigger “else”/);
			await named('calls');
			expect((await key())?.webhook_url).toBe(webhookOf('calls'));
		});
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
		n8n.onWebhook = undefined;
		expect(await connect('w1')).toMatchObject({ triggers: [{ api_key_id: sandbox.apiKeyId }] });
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
		const problem = { message: 'No such number', description: 'Choose another one.' };
		const resultData = { lastNodeExecuted: 'Send', error: problem };
		n8n.executions = [{ id: '7', status: 'error', data: { resultData, payload: { id: event } } }];
		const outcome = {
			status: 'error',
			last_node: 'Send',
			error: problem.message,
			advice: problem.description,
		};
		const show = async () => await sandbox.control('GET', `/n8n/deliveries/${delivery?.id ?? ''}`);
		expect(await show()).toEqual({ url: `${n8n.url}/workflow/w1/executions/7`, ...outcome });
		n8n.executions = [{ id: '8', data: {} }];
		expect(await follow()).toBe(`${n8n.url}/workflow/w1/executions`);
		expect(await show()).toMatchObject({ status: null, last_node: null, error: null });
		await sandbox.control('DELETE', '/n8n');
		expect(await follow()).toBe(`${n8n.url}/executions`);
		await expect(sandbox.control('GET', '/deliveries/none/execution')).rejects.toThrow(/404/);
	});

	it('leads from a function call to the only execution that began meanwhile, or to a list', async () => {
		const trigger = { type: 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger', parameters: { name: 'ask' } };
		n8n.workflows = [workflowWith('w1', 'Answer a question', trigger)];
		const { agents } = await sandbox.control('GET', '/agents');
		const agent = agents[0]?.id ?? '';
		await callFunction(sandbox, 'custom-functions', {
			...{ agent_id: agent, name: 'ask', description: 'x', http_method: 'POST' },
			endpoint_url: `${n8n.url}/webhook/w1/webhook`,
		});
		const begin = (id: string) => n8n.executions.push({ id, startedAt: new Date().toISOString() });
		begin('6');
		await sleep(5);
		n8n.onWebhook = async () => {
			begin('7');
			await sleep(20);
		};
		// The clocks of the two need not agree.
		await sandbox.advance('1d');
		const { id } = await sandbox.callFunction({ agent, name: 'ask' });
		const path = `/sandbox/v1/function-calls/${id}/execution`;
		const follow = async () =>
			(await fetch(sandbox.url + path, { redirect: 'manual' })).headers.get('location');
		await sleep(5);
		begin('8');
		expect(await follow()).toBe(`${n8n.url}/workflow/w1/executions/7`);
		n8n.executions.push({ ...n8n.executions.at(1), id: '9' });
		expect(await follow()).toBe(`${n8n.url}/workflow/w1/executions`);
		await expect(sandbox.control('GET', '/function-calls/none/execution')).rejects.toThrow(/404/);
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
		await sandbox.control('DELETE', '/snapshots/with-n8n');
	});

	it('publishes a workflow again that does not listen, and says which one does not', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer', { parameters: {} })];
		n8n.listens = false;
		const list = async () => (await sandbox.control('GET', '/n8n/workflows')).workflows;
		expect(await list()).toMatchObject([{ triggers: [{ is_listening: false, events: ['sms.received'] }] }]);
		await connect('w1');
		expect(n8n.asked.map(({ path }) => path)).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/w1\/deactivate$/),
				expect.stringMatching(/w1\/activate$/),
			]),
		);
		expect(await list()).toMatchObject([{ triggers: [{ is_connected: true, is_listening: true }] }]);
	});

	it('does not blame the credential for a fault', async () => {
		n8n.workflows = [workflowWith('w1', 'Answer')];
		await sandbox.addFault({ kind: 'status', status: 503, count: null });
		await expect(connect('w1')).rejects.toThrow('A fault breaks requests');
		await sandbox.clearFaults();
	});
});
