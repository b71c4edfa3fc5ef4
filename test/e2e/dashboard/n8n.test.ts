import { randomUUID } from 'node:crypto';
import { chainOf, node } from '../../../playground/workflow.ts';
import { TriggerN8n } from '../support/real-n8n.ts';
import { describeInBrowser } from '../support/describe-in-browser.ts';
import { visitDashboard } from '../support/dashboard.ts';
import { startFakeN8n, workflowWith } from '../../support/fake-n8n.ts';
import { status } from '../../support/http-server.ts';
import { callFunction } from '../../support/call-service.ts';
import { eventually } from '../../support/eventually.ts';

describeInBrowser('Connect n8n in the dashboard', () => {
	const visit = visitDashboard();
	const copied = () => visit.page.evaluate<string>('navigator.clipboard.readText()');

	const form = () => visit.page.getByRole('form', { name: 'The webhook' });
	const setWebhook = async (url: string) => {
		await form().getByLabel('Webhook URL').fill(url);
		await visit.button('Save', form()).click();
		await visit.button('Copy webhook URL').waitFor();
	};
	const verdict = async (words: RegExp) => {
		await visit.button('Send a test event').click();
		await visit.page.getByRole('main').getByRole('status').getByText(words).waitFor();
	};

	it('gives all that the credential needs: Base URL, a new key, the secret of its webhook', async () => {
		await visit.open('connect');
		await visit.button('Copy Base URL').click();
		expect(await copied()).toBe(visit.sandbox.url);
		await visit.page
			.getByText(/If n8n runs in a container: .* http:\/\/host\.docker\.internal:\d+/)
			.waitFor();
		await visit.button('Create a key').click();
		await visit.button('Copy API key').click();
		const key = await copied();
		expect(key).toMatch(/^svc_[0-9a-f]{40}$/);
		const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
		expect((await callFunction(visit.sandbox, 'list-models', {}, headers)).status).toBe(200);

		await form().getByLabel('Webhook URL').fill('127.0.0.1:5678/webhook');
		await visit.button('Save', form()).click();
		await visit.page.getByText('Webhook URL: an address that begins with http:// or https://').waitFor();
		const webhook = `${visit.receiver.url}/webhook/test/webhook`;
		await setWebhook(webhook);
		await visit.button('Copy webhook URL').click();
		expect(await copied()).toBe(webhook);
		await visit.button('Copy signing secret').click();
		const { api_keys: keys } = await visit.sandbox.control('GET', '/api-keys');
		expect(await copied()).toBe(keys.find(({ name }) => name === 'n8n')?.signing_secret);
		await verdict(/n8n took the event \(200\)/);
		const { body } = await eventually(() => visit.receiver.received[0]);
		expect(JSON.parse(body)).toMatchObject({ event: 'sms.received' });
	});

	it('says what an answer means, and what is wrong with an address', async () => {
		await visit.setWebhook();
		await visit.open('connect');
		for (const [code, words] of [
			[401, /refused the signature \(401\): the Signing Secret in its credential is not that of the API key/],
			[404, /no such webhook \(404\)\. Publish the workflow/],
		] as const) {
			visit.receiver.answer = status(code);
			await verdict(words);
		}
		const url = 'http://127.0.0.1:9/webhook';
		await setWebhook(url);
		await eventually(async () => {
			const { api_keys: keys } = await visit.sandbox.control('GET', '/api-keys');
			return keys.find((key) => key.webhook_url === url);
		});
		await verdict(/Nothing runs at 127\.0\.0\.1:9: start it/);
	});

	it('connects a published workflow with one click, and says which one gets no events any more', async () => {
		const n8n = await startFakeN8n();
		try {
			n8n.workflows = [
				workflowWith('w1', 'Answer an SMS'),
				workflowWith('w2', 'Triage', { parameters: { events: ['sms.received', 'chatapp.received'] } }),
			];
			n8n.credentials = { cred: { baseUrl: visit.sandbox.url, apiKey: visit.sandbox.apiKey ?? '' } };
			await visit.open('connect');
			await visit.page.getByText('Give the sandbox an API key of n8n').click();
			const form = visit.page.getByRole('form', { name: 'n8n', exact: true });
			await form.getByLabel('Address of n8n').fill(n8n.url);
			await form.getByLabel('API key of n8n').fill('wrong');
			await visit.button('Find my workflows').click();
			await form.getByText(/does not accept the API key \(401\)/).waitFor();
			await form.getByLabel('API key of n8n').fill(n8n.apiKey);
			await visit.button('Find my workflows').click();
			await visit.button('Connect Answer an SMS').click();
			await visit.page.getByText(/“Answer an SMS” gets the events now/).waitFor();
			await visit.page.getByText('gets the events', { exact: true }).waitFor();
			await visit.button('Connect Triage').click();
			await visit.page.getByText('“Answer an SMS” gets no events from now on.').waitFor();
			expect(await visit.page.content()).not.toContain(n8n.apiKey);
			n8n.workflows = [];
			await visit.button('Look again').click();
			await visit.page.getByText(/None yet\. Add a Voice Agent Trigger to a workflow/).waitFor();
		} finally {
			await visit.sandbox.control('DELETE', '/n8n');
			await n8n.close();
		}
	});

	it('says at a message that its workflow failed, also long afterwards', async () => {
		const n8n = await startFakeN8n();
		try {
			n8n.workflows = [workflowWith('w1', 'Answer')];
			n8n.credentials = { cred: { baseUrl: visit.sandbox.url, apiKey: visit.sandbox.apiKey ?? '' } };
			await visit.sandbox.control('POST', '/n8n', { address: n8n.url, api_key: n8n.apiKey });
			await visit.sandbox.control('POST', '/n8n/workflows/w1/connect');
			const sms = { from_number: '+14155550123', body: 'Are you open?' };
			const { event_id: event } = await visit.sandbox.control('POST', '/events/sms.received', sms);
			await visit.open('chat/14155550123');
			const message = visit.page.getByRole('listitem').filter({ hasText: 'Are you open?' });
			await message.getByText('n8n took the event (200)').waitFor();
			const resultData = {
				lastNodeExecuted: 'Reply',
				error: { message: 'No such number', description: 'Choose one.' },
			};
			n8n.executions = [{ id: '7', status: 'error', data: { resultData, payload: { id: event } } }];
			const failure = message
				.locator('.bad')
				.getByText('The workflow failed at “Reply”: No such number. Choose one.');
			await failure.waitFor();
			expect(await message.getByText('n8n took').count()).toBe(0);
			await visit.sandbox.advance('1h');
			await visit.page.reload();
			await failure.waitFor();
		} finally {
			await visit.sandbox.control('DELETE', '/n8n');
			await n8n.close();
		}
	});

	it('sends it to a real n8n whose editor listens, also the first time, when its credential has no secret', async () => {
		const n8n = await TriggerN8n.share('lean');
		const apiKey = await n8n.client.createApiKey('dashboard');
		const { url: baseUrl, apiKey: key } = visit.sandbox;
		const credentials = {
			voiceAgentApi: { id: await n8n.credential({ baseUrl, apiKey: key }), name: 'Service' },
		};
		const trigger = node(
			'SMS',
			'n8n-nodes-voice-agent.voiceAgentTrigger',
			{ events: ['sms.received'] },
			{ webhookId: randomUUID(), credentials },
		);
		const workflow = await n8n.client.createWorkflow(
			chainOf('Half done', [trigger, node('Reached', 'n8n-nodes-base.noOp')]),
		);
		try {
			await visit.sandbox.control('POST', '/n8n', { address: n8n.url, api_key: apiKey });
			await visit.open('connect');
			const send = visit.button('Send one event to the Test URL of Half done');
			await send.click();
			await visit.page
				.getByRole('main')
				.getByRole('alert')
				.getByText(/not listening/)
				.waitFor();
			await n8n.call('POST', `/rest/workflows/${workflow.id}/run`, {
				workflowData: workflow,
				triggerToStartFrom: { name: 'SMS' },
			});
			await send.click();
			await visit.page.getByText(/n8n took the event \(200\)/).waitFor();
			await visit.page.getByText('The workflow ran without an error.').waitFor();
			const [run] = await n8n.client.finishedExecutions(workflow.id, 1);
			const { messages } = await visit.sandbox.control('GET', '/messages?limit=1');
			const { data } = await n8n.call<{ data: string }>('GET', `/rest/executions/${run?.id}`);
			expect(run?.status).toBe('success');
			expect(data).toContain(messages[0]?.id);
		} finally {
			await visit.sandbox.control('DELETE', '/n8n');
			await n8n.remove();
		}
	});

	it('warns of a Test URL and of a chat-app URL without a token while it is typed, makes one, and says what a wrong one means', async () => {
		await visit.open('connect');
		await form().getByLabel('Webhook URL').fill('http://127.0.0.1:5678/webhook-test/a/webhook');
		await form()
			.getByText(/This is the Test URL/)
			.waitFor();
		await form().getByLabel('Webhook URL').fill('http://127.0.0.1:5678/webhook/a/webhook');
		await form()
			.getByText(/This is the Test URL/)
			.waitFor({ state: 'detached' });
		const chat = visit.page.getByRole('form', { name: 'The chat app' });
		await chat.getByLabel('Chat-app webhook URL').fill('http://127.0.0.1:5678/webhook/a/webhook');
		await chat.getByText(/Without \?token= n8n refuses/).waitFor();
		await visit.button('Make a token').click();
		await chat.getByText(/Without \?token= n8n refuses/).waitFor({ state: 'detached' });
		await visit.button('Copy Chat App Token').click();
		const url = `http://127.0.0.1:5678/webhook/a/webhook?token=${await copied()}`;
		expect(await chat.getByLabel('Chat-app webhook URL').inputValue()).toBe(url);
		visit.receiver.answer = status(401);
		await chat
			.getByLabel('Chat-app webhook URL')
			.fill(`${visit.receiver.url}/webhook/test/webhook?token=${await copied()}`);
		await visit.button('Save', chat).click();
		await visit.page.getByText('Chat-app webhook URL saved.').waitFor();
		await visit.button('Send a test message').click();
		await visit.page
			.getByRole('main')
			.getByText(/n8n refused the token \(401\)/)
			.waitFor();
	});

	it('says so when the key does not receive the event', async () => {
		await visit.setWebhook();
		await visit.sandbox.control('POST', '/api-keys', { name: 'Other', webhook_url: visit.receiver.url });
		await visit.open(`connect?key=${visit.sandbox.apiKeyId}`);
		await visit.button('Send a test event').click();
		await visit.page
			.getByRole('alert')
			.getByText(/“Sandbox key” does not receive this event/)
			.waitFor();
	});
});
