import { randomUUID } from 'node:crypto';
import { failEveryThird } from '../support/failing-proxy.ts';
import type { FailingProxy } from '../support/failing-proxy.ts';
import { MessageListService } from '../support/message-list-server.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import type { StoredWorkflow } from '../../sandbox/src/n8n/workflow.ts';
import { isOpen, readStartedRuns } from './support/stored-runs.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { post, TriggerN8n } from './support/real-n8n.ts';

const TYPE = 'n8n-nodes-voice-agent.voiceAgentPollingTrigger';

/** In each of three bursts. */
const MESSAGES = 60;

/** n8n refuses a rule that polls more often than each minute, but takes several rules. */
const EVERY_FIVE_SECONDS = Array.from({ length: 12 }, (_, index) => `${5 * index} * * * * *`);

let n8n: TriggerN8n;
let sandbox: Sandbox;
let service: FailingProxy;
let credential: string;
let slowService: MessageListService;

beforeAll(async () => {
	sandbox = await startSandbox();
	service = await failEveryThird(sandbox.url);
	slowService = await MessageListService.start();
	n8n = await TriggerN8n.share('lean');
	credential = await n8n.credential({ baseUrl: service.url, apiKey: sandbox.apiKey });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await service?.close();
	await sandbox?.stop();
	await slowService?.stop();
}, 60_000);

const sent: string[] = [];

/** Longer than the tests take, on a busy machine too: the sandbox's clock is moved instead. */
const PAUSE_SECONDS = 600;

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
		() => readStartedRuns(n8n.userFolder, id, 'Trigger'),
		(all) => all.flatMap(({ texts }) => texts).length >= count && !all.some(isOpen),
		timeoutMs,
	);
	return runs.flatMap(({ texts }) => texts);
}

/** A published workflow that begins with the trigger. */
async function polling(
	credentialId: string,
	parameters: Record<string, unknown> = {},
	pollTimes = EVERY_FIVE_SECONDS,
): Promise<StoredWorkflow> {
	const trigger = node(
		'Trigger',
		TYPE,
		{
			pollTimes: { item: pollTimes.map((cronExpression) => ({ mode: 'custom', cronExpression })) },
			...parameters,
		},
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

interface Conversation {
	contact: string;
	messages: Array<{ text: string }>;
}

describe('while messages come, requests fail and n8n dies', () => {
	let plain: StoredWorkflow;
	let pausing: StoredWorkflow;
	let failed: StoredWorkflow;

	const sendSms = async (body: string): Promise<string> => {
		await sandbox.control('POST', '/events/sms.sent', { body });
		const { messages } = await sandbox.control('GET', '/messages');
		return messages.find((message) => message.body === body)?.id ?? '';
	};
	const fail = async (id: string): Promise<unknown> =>
		await sandbox.control('POST', `/messages/${id}/status`, { status: 'undelivered' });

	beforeAll(async () => {
		await sandbox.control('PATCH', '/carrier', { report_after_seconds: null });
		const outgoing: string[] = [];
		for (const body of ['before', 'first', 'second', 'third']) outgoing.push(await sendSms(body));
		const [before = '', first = '', second = '', third = ''] = outgoing;
		await fail(before);
		const direct = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		plain = await polling(credential);
		pausing = await polling(direct, { options: { waitForPause: PAUSE_SECONDS } });
		failed = await polling(credential, { triggerOn: 'failedDeliveries' });

		// Found by a poll at its time.
		await burst();
		await textsOf(plain, sent.length, 120_000);
		// It dies while messages come.
		const arriving = burst();
		await fail(second);
		await n8n.kill();
		await arriving;
		// What comes while n8n is away is found as soon as it is back.
		await burst();
		await fail(first);
		await n8n.up();
		await textsOf(failed, 2, 120_000);
		await fail(third);
	}, 600_000);

	test('each message starts the workflow once, in order', async () => {
		expect(await textsOf(plain, sent.length, 120_000)).toEqual(sent);
		expect(service.count.failed).toBeGreaterThan(2);
	}, 180_000);

	test('each message that was not delivered starts the workflow once', async () => {
		const texts = await textsOf(failed, 3, 120_000);
		expect(texts.slice(0, 2).sort()).toEqual(['first', 'second']);
		expect(texts.slice(2)).toEqual(['third']);
	}, 180_000);

	test('people who write several messages start the workflow once each, when they pause', async () => {
		const runsOf = () => readStartedRuns(n8n.userFolder, pausing.id, 'Trigger');
		expect(runsOf()).toEqual([]);
		await sandbox.control('POST', '/clock', { advance_seconds: PAUSE_SECONDS + 2 });
		const runs = await until(
			runsOf,
			(all) => all.flatMap(({ items }) => items).length >= PEOPLE && !all.some(isOpen),
			60_000,
		);
		const conversations = runs.flatMap(({ items }) => items as unknown as Conversation[]);
		expect(new Set(conversations.map(({ contact }) => contact)).size).toBe(PEOPLE);
		expect(conversations).toHaveLength(PEOPLE);
		const texts = conversations.flatMap(({ messages }) => messages.map(({ text }) => text));
		expect(texts.sort()).toEqual([...sent].sort());
	}, 180_000);
});

test('two polls at the same time hand the messages over once', async () => {
	// The second poll ends at once and takes the evaluation of expressions of the first with it.
	const slow = await n8n.credential({ baseUrl: slowService.url, apiKey: `svc_${'0'.repeat(40)}` });
	const times = [...EVERY_FIVE_SECONDS, ...EVERY_FIVE_SECONDS];
	const overlapping = await polling(slow, {}, times);
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
