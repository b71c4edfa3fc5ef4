/**
 * The polling trigger with n8n's durable scheduler (2.36 and later), which
 * stores places and takes polls in other ways.
 */
import type { StoredWorkflow } from '../../sandbox/src/n8n/workflow.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { readStartedRuns } from './support/stored-runs.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { until } from '../support/eventually.ts';
import { publishPolling } from './support/polling-workflows.ts';
import { TriggerN8n } from './support/real-n8n.ts';

const SCHEDULER = { N8N_SCHEDULER_ENABLED: 'true', N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true' };
const DURABLE_CURSORS = {
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};
const POLL_TIMES = [0, 15, 30, 45].map((second) => `${second} * * * * *`);

/** Polls come at their times, so it takes minutes. */
const inFullRuns = process.env.TEST_FULL ? describe : describe.skip;

inFullRuns.each([
	['the place with the workflow', SCHEDULER],
	['durable poll cursors', { ...SCHEDULER, ...DURABLE_CURSORS }],
])('%s', (_, settings) => {
	let n8n: TriggerN8n;
	let sandbox: Sandbox;
	let workflow: StoredWorkflow;

	beforeAll(async () => {
		sandbox = await startSandbox();
		n8n = await TriggerN8n.start(settings);
		const id = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
		workflow = await publishPolling(n8n, id, {}, POLL_TIMES);
	}, prepareTimeoutMs);

	afterAll(async () => {
		await n8n?.remove();
		await sandbox?.stop();
	}, 60_000);

	const texts = () => readStartedRuns(n8n.userFolder, workflow.id, 'Trigger').flatMap((run) => run.texts);
	const message = async (body: string) => await sandbox.control('POST', '/events/sms.received', { body });
	/** Long enough for two polls that find nothing. */
	const twoPolls = async () => {
		const requests = async () =>
			(await sandbox.control('GET', '/requests?path=/functions/v1/list-messages')).requests.length;
		await sandbox.control('DELETE', '/requests');
		await until(requests, (count) => count >= 2, 120_000);
	};
	const arrive = async (expected: string[]) =>
		expect(await until(texts, (found) => found.length >= expected.length, 120_000)).toEqual(expected);

	test('a message after polls that found nothing arrives once', async () => {
		await twoPolls();
		await message('first');
		await arrive(['first']);
	}, 300_000);

	test('after a changed filter and a new publication, too', async () => {
		const [trigger, ...others] = workflow.nodes;
		if (!trigger) throw new Error('There is no trigger');
		const nodes = [{ ...trigger, parameters: { ...trigger.parameters, channel: 'sms' } }, ...others];
		const { versionId } = await n8n.call<StoredWorkflow>('PATCH', `/rest/workflows/${workflow.id}`, {
			nodes,
			connections: workflow.connections,
			versionId: workflow.versionId,
		});
		await n8n.client.activateWorkflow({ id: workflow.id, versionId });
		await twoPolls();
		await message('second');
		await arrive(['first', 'second']);
	}, 300_000);

	test('and what comes while n8n is down arrives when it is back', async () => {
		await twoPolls();
		await n8n.kill();
		await message('third');
		await n8n.up();
		await arrive(['first', 'second', 'third']);
	}, 300_000);
});
