import { failEveryThird } from '../engine/support/failing-proxy.ts';
import type { FailingProxy } from '../engine/support/failing-proxy.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { StoredWorkflow } from '../../playground/n8n-client.ts';
import { handedOver } from './support/handed-over.ts';
import { prepareTimeoutMs } from './support/prepared.ts';
import { chainOf, node } from '../../playground/workflow.ts';
import { show, TriggerN8n, until } from './support/trigger-n8n.ts';

const TYPE = 'n8n-nodes-voice-agent.voiceAgentMessageTrigger';

/** In each of three bursts; more than one poll hands over may be asked for. */
const MESSAGES = Number(process.env.POLLED_MESSAGES ?? 150);

let n8n: TriggerN8n;
let sandbox: Sandbox;
let service: FailingProxy;
let credential: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	service = await failEveryThird(sandbox.url);
	n8n = await TriggerN8n.start();
	credential = await n8n.credential({ baseUrl: service.url, apiKey: sandbox.apiKey });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await service?.stop();
	await sandbox?.stop();
}, 60_000);

const sent: string[] = [];

const burst = async (): Promise<void> => {
	for (let i = 0; i < MESSAGES; i++) {
		const body = `message ${sent.length}`;
		await sandbox.control('POST', '/events/sms.received', { body });
		sent.push(body);
	}
};

test('each message starts the workflow once and in order, though n8n dies twice and every third request fails', async () => {
	const trigger = node(
		'Trigger',
		TYPE,
		{ pollTimes: { item: [{ mode: 'everyMinute' }] } },
		{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
	);
	const file = chainOf('Polling', [trigger, node('Reached', 'n8n-nodes-base.noOp')]);
	const workflow: StoredWorkflow = await n8n.client.createWorkflow(file);
	await n8n.client.activateWorkflow(workflow);
	const texts = () => handedOver(n8n.userFolder, workflow.id, 'Trigger').flatMap((run) => run.texts);
	const arrived = async (count: number) =>
		await until(
			() => texts().length,
			(found) => found >= count,
			180_000,
		);
	expect(texts()).toEqual([]);

	// Found by a poll at its time.
	await burst();
	await arrived(sent.length);
	await n8n.kill();
	// What comes while n8n is away is found as soon as it is back.
	await burst();
	await n8n.up();
	await arrived(sent.length);
	// It dies while messages come.
	const arriving = burst();
	await n8n.kill();
	await arriving;
	await n8n.up();
	await arrived(sent.length);

	expect(texts()).toEqual(sent);
	expect(service.count.failed).toBeGreaterThan(2);
	show(
		`${sent.length} messages in ${handedOver(n8n.userFolder, workflow.id, 'Trigger').length} executions, ${service.count.failed} of ${service.count.all} requests failed`,
	);
}, 900_000);
