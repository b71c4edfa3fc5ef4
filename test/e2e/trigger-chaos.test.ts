import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import { deliveries, happen, quiet, recover } from '../support/event-fates.ts';
import { findFaults, judge } from '../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import { countTaken, historyOf, isCutOff, tally } from '../support/trigger-history.ts';
import { until } from '../support/eventually.ts';
import { show, LIGHT_EXPRESSIONS, TriggerN8n, WITH_CODE } from '../support/real-n8n.ts';
import { isOpen, readSqliteRuns } from '../support/stored-runs.ts';

/** A thousand are tried by hand; this many show the same in a minute. */
const EVENTS = Number(process.env.CHAOS_EVENTS ?? 80);

let n8n: TriggerN8n;
let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ deliveryTries: 6, deliveryBaseDelayMs: 500 });
	n8n = await TriggerN8n.start({ ...LIGHT_EXPRESSIONS, ...WITH_CODE });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

test(`of ${EVENTS} events none vanishes and none runs twice, though n8n dies twice`, async () => {
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
	// A run whose start was not yet in n8n's event log when it died stays "running" for ever.
	let last = 0;
	const runs = () =>
		readSqliteRuns(n8n.userFolder, listening.workflow.id).map((run) =>
			isOpen(run) && Number(run.id) <= last ? { ...run, status: 'abandoned' } : run,
		);

	const events = Array.from({ length: EVENTS }, (_, index) => `evt-${index}`);
	// Two thirds are on their way when n8n dies, each time; what finds n8n booting becomes a dead letter.
	const third = Math.ceil(EVENTS / 3);
	for (const from of [0, third]) {
		const some = (await deliveries(sandbox, 'succeeded')) + third / 4;
		const happening = happen(sandbox, events.slice(from, from + third));
		await until(
			() => deliveries(sandbox, 'succeeded'),
			(count) => count >= some,
			120_000,
		);
		await n8n.kill();
		last = Math.max(...runs().map(({ id }) => Number(id)));
		await n8n.up();
		await happening;
	}
	await happen(sandbox, events.slice(2 * third));
	await quiet(sandbox, runs, 600_000);
	const history = async () => historyOf(events, await countTaken(sandbox), runs());
	const before = judge(await history());

	const dead = await recover(n8n, sandbox, credential);
	await quiet(sandbox, runs, 600_000);
	const after = await history();
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
	expect(judge(await history()).filter(({ runs: times }) => times !== 1)).toEqual([]);
}, 1_800_000);
