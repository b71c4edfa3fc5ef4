import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { deliveries, happen, listenToSandbox, quiet, recoverAndRetry } from './support/outage.ts';
import { until } from '../support/eventually.ts';
import { TriggerN8n } from './support/real-n8n.ts';
import { isOpen, readSqliteRuns } from './support/stored-runs.ts';

const EVENTS = process.env.TEST_FULL ? 300 : 30;

let n8n: TriggerN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ deliveryTries: 6, deliveryBaseDelayMs: 500 });
	n8n = await TriggerN8n.share('lean');
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

test(`of ${EVENTS} events none vanishes and none runs twice, though n8n dies`, async () => {
	const { listening, credential } = await listenToSandbox(sandbox, n8n, n8n.url);
	const storedRuns = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

	const events = Array.from({ length: EVENTS }, (_, index) => `evt-${index}`);
	// Two thirds are on their way when n8n dies; what finds n8n booting becomes a dead letter.
	const happening = happen(sandbox, events.slice(0, (2 * EVENTS) / 3));
	await until(
		() => deliveries(sandbox, 'succeeded'),
		(count) => count >= EVENTS / 6,
		120_000,
	);
	await n8n.kill();
	const last = Math.max(...storedRuns().map(({ id }) => Number(id)));
	await n8n.up();
	await happening;
	await happen(sandbox, events.slice((2 * EVENTS) / 3));
	// A run whose start was not yet in n8n's event log when it died stays "running" for ever.
	const runs = () =>
		storedRuns().map((run) =>
			isOpen(run) && Number(run.id) <= last ? { ...run, status: 'abandoned' } : run,
		);
	await quiet(sandbox, runs, 600_000);
	expect(await recoverAndRetry(n8n, sandbox, credential, events, runs)).toEqual({
		faults: [],
		notRunOnce: [],
	});
}, 1_800_000);
