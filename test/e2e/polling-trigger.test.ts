import { randomUUID } from 'node:crypto';
import { MessageListService } from '../support/message-list-server.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { isOpen, readStartedRuns } from './support/stored-runs.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { EVERY_FIVE_SECONDS, publishPolling } from './support/polling-workflows.ts';
import { post, TriggerN8n } from './support/real-n8n.ts';

let n8n: TriggerN8n;
let sandbox: Sandbox;
let slowService: MessageListService;

beforeAll(async () => {
	sandbox = await startSandbox();
	slowService = await MessageListService.start();
	n8n = await TriggerN8n.share('lean');
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
	await slowService?.stop();
}, 60_000);

test("n8n's HTTP Request node and the credential's test work with the credential", async () => {
	const access = { baseUrl: sandbox.url, apiKey: ` ${sandbox.apiKey} ` };
	const id = await n8n.credential(access);
	const path = randomUUID();
	const parameters = { path, httpMethod: 'POST', responseMode: 'lastNode' };
	const hook = node('Hook', 'n8n-nodes-base.webhook', parameters, { typeVersion: 2, webhookId: path });
	const request = node(
		'Request',
		'n8n-nodes-base.httpRequest',
		{
			method: 'POST',
			url: `${sandbox.url}/functions/v1/list-models`,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: 'voiceAgentApi',
			sendBody: true,
			specifyBody: 'json',
			jsonBody: '{}',
		},
		{ typeVersion: 4.2, credentials: { voiceAgentApi: { id, name: 'Service' } } },
	);
	const workflow = await n8n.client.createWorkflow(chainOf('Request', [hook, request]));
	await n8n.client.activateWorkflow(workflow);
	const { status, body } = await post(`${n8n.url}/webhook/${path}`, '{}', {});
	expect({ status, ...(JSON.parse(body) as object) }).toMatchObject({
		status: 200,
		models: expect.any(Array),
	});
	expect(await n8n.client.testCredential('voiceAgentApi', access)).toMatchObject({ status: 'OK' });
	const wrong = { ...access, apiKey: `svc_${'0'.repeat(40)}` };
	expect(await n8n.client.testCredential('voiceAgentApi', wrong)).toMatchObject({ status: 'Error' });
});

test('two polls at the same time hand the messages over once', async () => {
	// The second poll ends at once and takes the evaluation of expressions of the first with it.
	const slow = await n8n.credential({ baseUrl: slowService.url, apiKey: `svc_${'0'.repeat(40)}` });
	const times = [...EVERY_FIVE_SECONDS, ...EVERY_FIVE_SECONDS];
	const overlapping = await publishPolling(n8n, slow, {}, times);
	const texts = Array.from({ length: 250 }, (_, index) => `slow ${index}`);
	slowService.add(texts.length, (index) => ({ body: `slow ${index}` }));
	slowService.manners = { latency: 300 };
	const runs = await until(
		() => readStartedRuns(n8n.userFolder, overlapping.id, 'Trigger'),
		(all) => all.length > 0 && !all.some(isOpen),
		60_000,
	);
	expect(runs.map((run) => run.texts)).toEqual([texts]);
}, 180_000);
