import { randomUUID } from 'node:crypto';
import { failEveryThird } from '../support/failing-proxy.ts';
import type { FailingProxy } from '../support/failing-proxy.ts';
import { MessageListService } from '../support/message-list-server.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import type { StoredWorkflow } from '../../playground/n8n-client.ts';
import { handedOver } from '../support/handed-over.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { post, show, TriggerN8n } from '../support/real-n8n.ts';
import { isOpen } from '../support/stored-runs.ts';

const TYPE = 'n8n-nodes-voice-agent.voiceAgentMessageTrigger';

/** In each of three bursts; more than one poll hands over may be asked for. */
const MESSAGES = Number(process.env.POLLED_MESSAGES ?? 150);

let n8n: TriggerN8n;
let sandbox: Sandbox;
let service: FailingProxy;
let credential: string;
let slowService: MessageListService;

beforeAll(async () => {
	sandbox = await startSandbox();
	service = await failEveryThird(sandbox.url);
	slowService = await MessageListService.start();
	n8n = await TriggerN8n.start();
	credential = await n8n.credential({ baseUrl: service.url, apiKey: sandbox.apiKey });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await service?.stop();
	await sandbox?.stop();
	await slowService?.stop();
}, 60_000);

const sent: string[] = [];

/** The people who write in the bursts, in turn. */
const PEOPLE = 25;

const burst = async (): Promise<void> => {
	for (let i = 0; i < MESSAGES; i++) {
		const body = `message ${sent.length}`;
		const from_number = `+1415555${2_000 + (sent.length % PEOPLE)}`;
		await sandbox.control('POST', '/events/sms.received', { body, from_number });
		sent.push(body);
	}
};

/**
 * Waits for so many messages, and for their executions to end: n8n replaces the items of one that it dies in.
 *
 * @returns the texts of all that came, in order
 */
async function textsOf({ id }: StoredWorkflow, count: number, timeoutMs: number): Promise<string[]> {
	const runs = await until(
		() => handedOver(n8n.userFolder, id, 'Trigger'),
		(all) => all.flatMap(({ texts }) => texts).length >= count && !all.some(isOpen),
		timeoutMs,
	);
	return runs.flatMap(({ texts }) => texts);
}

/** A published workflow that begins with the trigger. */
async function polling(
	credentialId: string,
	pollTimes: string[],
	parameters: Record<string, unknown> = {},
): Promise<StoredWorkflow> {
	const trigger = node(
		'Trigger',
		TYPE,
		{ pollTimes: { item: pollTimes.map((mode) => ({ mode })) }, ...parameters },
		{ credentials: { voiceAgentApi: { id: credentialId, name: 'Service' } } },
	);
	const file = chainOf('Polling', [trigger, node('Reached', 'n8n-nodes-base.noOp')]);
	const workflow = await n8n.client.createWorkflow(file);
	await n8n.client.activateWorkflow(workflow);
	return workflow;
}

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

test('people who write several messages start the workflow once each, though n8n dies meanwhile', async () => {
	interface Conversation {
		contact: string;
		messages: Array<{ text: string }>;
	}
	const direct = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	const pausing = await polling(direct, ['everyMinute'], { options: { waitForPause: 60 } });
	await burst();
	await n8n.kill();
	await burst();
	await sandbox.control('POST', '/clock', { advance_seconds: 62 });
	await n8n.up();
	const runs = await until(
		() => handedOver(n8n.userFolder, pausing.id, 'Trigger'),
		(all) => all.length > 0 && !all.some(isOpen),
		60_000,
	);
	const conversations = runs.flatMap(({ items }) => items as unknown as Conversation[]);
	expect(new Set(conversations.map(({ contact }) => contact)).size).toBe(PEOPLE);
	expect(conversations).toHaveLength(PEOPLE);
	const texts = conversations.flatMap(({ messages }) => messages.map(({ text }) => text));
	expect(texts.sort()).toEqual([...sent].sort());
	show(`${sent.length} messages of ${PEOPLE} people in ${conversations.length} items`);
	sent.length = 0;
}, 120_000);

test('each message starts the workflow once, in order, though n8n dies and requests fail', async () => {
	const workflow = await polling(credential, ['everyMinute']);
	// n8n starts a second poll at the same time, which ends at once and takes the first
	// one's evaluation of expressions with it.
	const slow = await n8n.credential({ baseUrl: slowService.url, apiKey: `svc_${'0'.repeat(40)}` });
	const overlapping = await polling(slow, ['everyMinute', 'everyMinute']);
	const slowTexts = slowService
		.add(250, (index) => ({ body: `slow ${index}` }))
		.map((_, index) => `slow ${index}`);
	slowService.manners = { latency: 300 };
	const arrived = async (count: number) => await textsOf(workflow, count, 180_000);
	expect(await arrived(0)).toEqual([]);

	// Found by a poll at its time.
	await burst();
	await arrived(sent.length);
	const slowRuns = await until(
		() => handedOver(n8n.userFolder, overlapping.id, 'Trigger'),
		(runs) => runs.length > 0,
		60_000,
	);
	expect(slowRuns.map((run) => run.texts)).toEqual([slowTexts]);
	await n8n.kill();
	// Messages that come while n8n is away are found as soon as it is back.
	await burst();
	await n8n.up();
	await arrived(sent.length);
	// It dies while messages come.
	const arriving = burst();
	await n8n.kill();
	await arriving;
	await n8n.up();
	expect(await arrived(sent.length)).toEqual(sent);
	expect(service.count.failed).toBeGreaterThan(2);
	show(
		`${sent.length} messages in ${handedOver(n8n.userFolder, workflow.id, 'Trigger').length} ` +
			`executions, ${service.count.failed} of ${service.count.all} requests failed`,
	);
}, 900_000);

test('each message that fails starts the workflow once, though n8n dies between the polls', async () => {
	await sandbox.control('PATCH', '/carrier', { report_after_seconds: null });
	const send = async (body: string): Promise<string> => {
		await sandbox.control('POST', '/events/sms.sent', { body });
		const { messages } = await sandbox.control('GET', '/messages');
		return messages.find((message) => message.body === body)?.id ?? '';
	};
	const fail = async (id: string): Promise<unknown> =>
		await sandbox.control('POST', `/messages/${id}/status`, { status: 'undelivered' });
	const [before, first, second, third] = [
		await send('before'),
		await send('first'),
		await send('second'),
		await send('third'),
	];
	await fail(before);
	const watching = await polling(credential, ['everyMinute'], { triggerOn: 'failedDeliveries' });
	const started = async (count: number) => await textsOf(watching, count, 120_000);

	await n8n.kill();
	await fail(second);
	await n8n.up();
	await started(1);
	await fail(first);
	await n8n.kill();
	await n8n.up();
	await started(2);
	await n8n.kill();
	await n8n.up();
	await fail(third);
	expect(await started(3)).toEqual(['second', 'first', 'third']);
}, 600_000);
