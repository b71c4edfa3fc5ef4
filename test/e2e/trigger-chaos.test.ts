import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import { deliveries, happen, quiet, recover } from '../support/event-fates.ts';
import { findFaults, judge } from '../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import { countTaken, arrivalsOf, isCutOff, tally } from '../support/trigger-history.ts';
import { until } from '../support/eventually.ts';
import { show, TriggerN8n } from '../support/real-n8n.ts';
import { isOpen, readSqliteRuns } from '../support/stored-runs.ts';

/** A thousand are tried by hand; this many show the same in half a minute. */
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 30);

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
	// The secret exists once there is a URL, and the URL once the workflow listens: as for a person.
	const webhookOf = async (url: string) =>
		(
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
				webhook_url: url,
			})
		).signing_secret;
	const signingSecret = await webhookOf(`${n8n.url}/webhook/later`);
	const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, signingSecret });
	const options = { deduplicationWindow: 10 * EVENTS };
	const listening = await n8n.listen(credential, { events: ['sms.sent'], options });
	await webhookOf(listening.url);
	const storedRuns = () => readSqliteRuns(n8n.userFolder, listening.workflow.id);

	const events = Array.from({ length: EVENTS }, (_, index) => `evt-${index}`);
	// Two thirds are on their way when n8n dies; what finds n8n booting becomes a dead letter.
	const some = EVENTS / 6;
	const happening = happen(sandbox, events.slice(0, (2 * EVENTS) / 3));
	await until(
		() => deliveries(sandbox, 'succeeded'),
		(count) => count >= some,
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
	const arrivals = async () => arrivalsOf(events, await countTaken(sandbox), runs());
	const before = judge(await arrivals());

	const dead = await recover(n8n, sandbox, credential);
	await quiet(sandbox, runs, 600_000);
	const after = await arrivals();
	show(
		`${EVENTS} events; dead letters: ${dead}; before the recovery: ${tally(before)}; after it: ` +
			tally(judge(after)),
	);
	expect(findFaults(after)).toEqual([]);

	// An event whose run was cut off can be retried, and then it has run as well.
	const cutOff = new Map(
		runs()
			.filter(isCutOff)
			.map(({ event, id }) => [event, id]),
	);
	for (const { event } of judge(after).filter(({ runs: times }) => times === 0)) {
		await n8n.call('POST', `/rest/executions/${cutOff.get(event)}/retry`, { loadWorkflow: false });
	}
	await quiet(sandbox, runs, 60_000);
	expect(judge(await arrivals()).filter(({ runs: times }) => times !== 1)).toEqual([]);
}, 1_800_000);
