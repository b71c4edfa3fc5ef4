import { queueServices } from '../../playground/queue-services.ts';
import { quantile } from '../../bench/quantile.ts';
import { SECRETS } from '../engine/support/hostile-requests.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { describeInQueueMode } from './support/describe-in-queue-mode.ts';
import { prepareTimeoutMs } from './support/prepared.ts';
import { eventBody, inParallel, post, show, shuffled, signedWith, until } from './support/trigger-n8n.ts';
import { PostgresProxy } from './support/trigger-postgres-proxy.ts';
import { QueueN8n } from './support/trigger-queue.ts';
import { isOpen, notOnce } from './support/trigger-runs.ts';

/** Twenty are run by hand. */
const ROUNDS = Number(process.env.QUEUE_ROUNDS ?? 1);
const INTERLEAVED = Number(process.env.QUEUE_EVENTS ?? 60);
const REPEATED = Number(process.env.QUEUE_REPEATED ?? 30);
/** Of one worker, between its reading the row of seen keys and its writing it; none with 0. */
const SLOWNESS = Number(process.env.QUEUE_SLOWNESS ?? 500);
/** Another order of the events. */
const SEED = Number(process.env.QUEUE_SEED ?? 0);

describeInQueueMode('the trigger in queue mode, with a worker that is slow to write', () => {
	let sandbox: Sandbox;
	let n8n: QueueN8n;
	let database: PostgresProxy;
	let credential: string;

	beforeAll(async () => {
		sandbox = await startSandbox();
		database = await PostgresProxy.start(queueServices().postgres);
		if (SLOWNESS > 0) database.interference = { kind: 'delayed', milliseconds: SLOWNESS };
		n8n = await QueueN8n.start(
			{ webhooks: 2, workers: 2 },
			{ N8N_CONCURRENCY_PRODUCTION_LIMIT: '10' },
			// The last of the workers.
			(command, index) => (command === 'worker' && index === 3 ? database.settings : {}),
		);
		credential = await n8n.main.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	}, prepareTimeoutMs);

	afterAll(async () => {
		await n8n?.remove();
		database?.stop();
		await sandbox?.stop();
	}, 120_000);

	/** Sends the events in this order, 16 at a time to both webhook processes, and shows which did not run exactly once. */
	async function trial(name: string, ids: string[], sendings: string[][]): Promise<void> {
		const listening = await n8n.main.listen(credential);
		const urls = n8n.urls(listening.webhookId);
		let calls = 0;
		for (const [index, sending] of sendings.entries()) {
			if (index > 0) await new Promise((resolve) => setTimeout(resolve, 3_000));
			await inParallel(sending, 16, async (id) => {
				const body = eventBody(id);
				const url = urls[calls++ % urls.length] ?? '';
				const { status } = await post(url, body, signedWith(SECRETS.signingSecret, body), 300_000);
				expect(status).toBe(200);
			});
		}
		const runs = await until(
			() => n8n.runs(listening.workflow.id),
			(all) => all.length >= calls && !all.some(isOpen),
			300_000,
		);
		const times = runs.filter(({ reached }) => reached).map(({ triggerMs }) => triggerMs);
		const notExactlyOnce = notOnce(runs, ids);
		show(
			`${name}: not exactly once: ${JSON.stringify(notExactlyOnce)}; in the trigger: median ${quantile(times, 0.5)} ms, 90 % below ${quantile(times, 0.9)} ms, at most ${Math.max(...times)} ms`,
		);
		expect(notExactlyOnce).toEqual({});
	}

	const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `evt-${index}`);

	test(`${INTERLEAVED} events sent three times in random order run once each`, async () => {
		const ids = idsOf(INTERLEAVED);
		for (let round = 1; round <= ROUNDS; round++) {
			const order = shuffled([...ids, ...ids, ...ids], SEED + round);
			await trial(`${INTERLEAVED} x 3, round ${round}`, ids, [order]);
		}
		if (SLOWNESS > 0) expect(database.count).toBeGreaterThan(0);
	}, 3_600_000);

	test(`${REPEATED} events that all come again after three seconds run once each`, async () => {
		const ids = idsOf(REPEATED);
		for (let round = 1; round <= ROUNDS; round++) {
			await trial(`${REPEATED} repeated, round ${round}`, ids, [ids, ids]);
		}
	}, 3_600_000);
});
