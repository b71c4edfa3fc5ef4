/**
 * Events per second in queue mode, from the first post to the last finished execution: with one and two workers, one and two
 * webhook processes, this trigger and n8n's Webhook node, in turn. A second worker that is not meant to work is stopped.
 */
import { randomUUID } from 'node:crypto';

import { SECRETS } from '../../test/engine/support/hostile-requests.ts';
import { node } from '../../playground/workflow.ts';
import { inParallel, post, until } from '../../test/e2e/support/trigger-n8n.ts';
import { QueueN8n, queueModeLacks } from '../../test/e2e/support/trigger-queue.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { median } from '../quantile.ts';
import { printTable } from '../table.ts';
import { Contest, type Contender } from '../trigger/contest.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const EVENTS = Number(process.env.BENCH_EVENTS ?? 100);
const WIDTH = 16;

/** What one trigger did with so many webhook processes and workers. */
interface Measured {
	trigger: Contender;
	workers: number;
	webhooks: number;
	/** Seconds until every event was answered, and until every execution had finished; one of each for a round. */
	taken: number[];
	finished: number[];
}

let count = 0;

async function send(n8n: QueueN8n, { trigger, webhooks }: Measured, events: number): Promise<number[]> {
	const before = await n8n.succeeded(trigger.workflowId);
	const path = new URL(trigger.url).pathname;
	const urls = n8n.webhooks().slice(0, webhooks);
	const ids = Array.from({ length: events }, () => ++count);
	const begun = performance.now();
	const seconds = () => (performance.now() - begun) / 1000;
	await inParallel(ids, WIDTH, async (id) => {
		const body = JSON.stringify({ id, event: 'sms.received', data: { body: 'Hello'.repeat(50) } });
		const { status } = await post(`${urls[id % urls.length]}${path}`, body, trigger.sign(body));
		if (status !== 200) throw new Error(`${trigger.name} answered ${status}`);
	});
	const taken = seconds();
	await until(
		() => n8n.succeeded(trigger.workflowId),
		(all) => all >= before + events,
		300_000,
	);
	return [taken, seconds()];
}

function report(all: Measured[]): void {
	const rate = (seconds: number[]) => EVENTS / median(seconds);
	const alone = ({ trigger }: Measured) =>
		all.find((one) => one.trigger === trigger && one.workers === 1 && one.webhooks === 1);
	const node = ({ workers, webhooks }: Measured) =>
		all.find(
			(one) => one.trigger.name === 'Webhook node' && one.workers === workers && one.webhooks === webhooks,
		);
	const ratio = (one: Measured, other?: Measured) => (other ? rate(one.finished) / rate(other.finished) : 0);
	printTable(
		`${ROUNDS} rounds of ${EVENTS} events, ${WIDTH} at once, in turn; medians`,
		all.map((one) => ({
			trigger: one.trigger.name,
			workers: one.workers,
			'webhook processes': one.webhooks,
			'of one and one': ratio(one, alone(one)),
			'of the Webhook node': ratio(one, node(one)),
			'finished a second': rate(one.finished),
			'taken a second': rate(one.taken),
		})),
	);
}

async function main(): Promise<void> {
	const lack = queueModeLacks();
	if (lack) throw new Error(`Queue mode cannot be measured: ${lack}.`);
	const sandbox = await startSandbox();
	const n8n = await QueueN8n.start(
		{ webhooks: 2, workers: 2 },
		// As n8n is without settings.
		{ N8N_CONCURRENCY_PRODUCTION_LIMIT: '10', QUEUE_WORKER_LOCK_DURATION: '60000' },
	);
	try {
		const contest = new Contest(n8n.main);
		const credential = await n8n.main.credential({
			baseUrl: sandbox.url,
			apiKey: sandbox.apiKey,
			...SECRETS,
		});
		const path = randomUUID();
		const webhookNode = node(
			'Trigger',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path, options: {} },
			{ webhookId: path, typeVersion: 2 },
		);
		const triggers = [
			await contest.enterOurs('Voice Agent Trigger', credential, {}),
			await contest.enter('Webhook node', webhookNode, path),
		];
		const all: Measured[] = [2, 1].flatMap((workers) =>
			[1, 2].flatMap((webhooks) =>
				triggers.map((trigger) => ({ trigger, workers, webhooks, taken: [], finished: [] })),
			),
		);
		const second = n8n.part('worker', 1);
		for (let round = 0; round < ROUNDS; round++) {
			if (round > 0) await n8n.restart(second);
			for (const workers of [2, 1]) {
				if (workers === 1) await n8n.stop(second);
				const those = all.filter((one) => one.workers === workers);
				// What has just started pays for loading.
				for (const one of those) await send(n8n, one, 10);
				for (const one of those) {
					const [taken = 0, finished = 0] = await send(n8n, one, EVENTS);
					one.taken.push(taken);
					one.finished.push(finished);
				}
			}
		}
		report(all.sort((one, other) => one.workers - other.workers));
	} finally {
		await n8n.remove();
		await sandbox.stop();
	}
}

void main();
