import { setTimeout as delay } from 'node:timers/promises';
import { quantile } from '../../bench/quantile.ts';
import { SECRETS } from '../support/hostile-requests.ts';
import { writeInBursts } from '../support/message-bursts.ts';
import { randomOf } from '../support/random.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import {
	answersIn,
	askAll,
	BUSINESS_NUMBER,
	listenForReplies,
	People,
	peopleOf,
	question,
	startAsking,
} from '../support/asking-people.ts';
import { callFunction, firstAgent, functionNamed } from '../support/agent-functions.ts';
import { FunctionWorkflows } from '../support/function-workflows.ts';
import { describeInQueueMode } from '../support/describe-in-queue-mode.ts';
import { prepareTimeoutMs } from '../support/prepared.ts';
import { readAnswers, startAnswering, writeQuickly } from './trigger-queue/quick-messages.ts';
import { deliveries, happen, quiet, recover } from '../support/event-fates.ts';
import { findFaults, judge } from '../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import { countTaken, arrivalsOf, isCutOff, tally } from '../support/trigger-history.ts';
import { node } from '../../playground/workflow.ts';
import type { WorkflowNode } from '../../sandbox/src/n8n/workflow.ts';
import { until } from '../support/eventually.ts';
import { eventBody, inParallel, LIGHT_EXPRESSIONS, post, show, shuffled } from '../support/real-n8n.ts';
import { signedWith } from '../support/signature.ts';
import type { Listening } from '../support/real-n8n.ts';
import { QueueN8n } from '../support/queue-mode-n8n.ts';
import { isOpen, notOnce } from '../support/stored-runs.ts';
import type { Run } from '../support/stored-runs.ts';

const IS_FULL = Boolean(process.env.TEST_FULL);
/** The number of calls of a function that arrive at once. */
const CALLS = IS_FULL ? 100 : 15;
/** The number of calls that arrive at once while the processes that take them are paused repeatedly. */
const CALLS_WHILE_PAUSING = 8;
/** Twenty rounds of 150 and 60 events are run by hand. */
const ROUNDS = Number(process.env.QUEUE_ROUNDS ?? (IS_FULL ? 3 : 1));
const INTERLEAVED = Number(process.env.QUEUE_EVENTS ?? (IS_FULL ? 150 : 20));
const REPEATED = Number(process.env.QUEUE_REPEATED ?? (IS_FULL ? 60 : 20));
/** Two hundred are asked by hand. */
const PEOPLE = Number(process.env.WAITING_PEOPLE ?? (IS_FULL ? 50 : 6));
/** Two hundred write by hand. */
const WRITERS = Number(process.env.WRITERS ?? (IS_FULL ? 60 : 4));
/** Another order of the events. */
const SEED = Number(process.env.QUEUE_SEED ?? 0);
/** A thousand are tried by hand; this many show the same in a minute. */
const CHAOS_EVENTS = Number(process.env.CHAOS_EVENTS ?? (IS_FULL ? 60 : 40));
/**
 * So many happen at once, and the next when most of them are delivered:
 * what takes too long counts as not delivered.
 */
const BATCH = 20;

/** How events are sent. */
interface Trial {
	sendings: string[][];
	/** The number of webhook processes that they are sent to. */
	processes: number;
	/** Happens between two sendings. */
	between?: () => Promise<void>;
}

describeInQueueMode('the trigger in queue mode', () => {
	let sandbox: Sandbox;
	let n8n: QueueN8n;
	let credential: string;

	beforeAll(async () => {
		sandbox = await startSandbox({ deliveryTries: 6, deliveryBaseDelayMs: 500 });
		n8n = await QueueN8n.start(
			{ webhooks: 2, workers: 2 },
			{ N8N_CONCURRENCY_PRODUCTION_LIMIT: '10', ...LIGHT_EXPRESSIONS },
		);
		credential = await n8n.main.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	}, prepareTimeoutMs);

	afterAll(async () => {
		await n8n?.remove();
		await sandbox?.stop();
	}, 120_000);

	const send = async (url: string | undefined, id: string) => {
		const body = eventBody(id);
		return await post(url ?? '', body, signedWith(SECRETS.signingSecret, body), 300_000);
	};

	const settled = async ({ workflow }: Listening, count: number): Promise<Run[]> =>
		await until(
			() => n8n.runs(workflow.id),
			(all) => all.length >= count && !all.some(isOpen),
			240_000,
		);

	test('an agent gets the answer of the worker that ran its call, and words when that fails', async () => {
		const agentId = await firstAgent(sandbox);
		const workflows = new FunctionWorkflows(n8n.main, agentId, credential);
		const publish = async (name: string, between: WorkflowNode[]) => {
			await workflows.publish(name, between, { options: { timeout: 60 } });
			return await functionNamed(sandbox, agentId, name);
		};
		const registered = await publish('in_queue_mode', []);
		const callAtOnce = async (count: number) => {
			const numbers = Array.from({ length: count }, (_, index) => index);
			await inParallel(numbers, count, async (number) => {
				const { body } = await callFunction(registered, { order_number: number });
				expect(body).toMatchObject({ parameters: { order_number: number } });
			});
		};
		await callAtOnce(CALLS);
		// Workers end jobs before the webhook processes have begun to listen for their ends.
		await n8n.whilePausing('webhook', async () => await callAtOnce(CALLS_WHILE_PAUSING));
		const failing = node('Failing', 'n8n-nodes-base.stopAndError', { errorMessage: 'It does not work' });
		expect(await callFunction(await publish('failing', [failing]), { order_number: 1 })).toEqual({
			status: 200,
			body: { error: 'I could not look that up just now.' },
		});
	}, 120_000);

	/**
	 * Sends the events in this order, 16 at a time to the webhook processes in turn.
	 * @returns the events that did not run exactly once, with how often they ran
	 */
	async function trial(
		name: string,
		ids: string[],
		{ sendings, processes, between }: Trial,
	): Promise<Record<string, number>> {
		const listening = await n8n.main.listen(credential);
		let calls = 0;
		for (const [index, sending] of sendings.entries()) {
			if (index > 0) await between?.();
			const urls = n8n.urls(listening.webhookId).slice(0, processes);
			await inParallel(sending, 16, async (id) => {
				expect((await send(urls[calls++ % urls.length], id)).status).toBe(200);
			});
		}
		const runs = await settled(listening, calls);
		const times = runs.filter(({ reached }) => reached).map(({ triggerMs }) => triggerMs);
		const notExactlyOnce = notOnce(runs, ids);
		show(
			`${name}: not exactly once: ${JSON.stringify(notExactlyOnce)}; in the trigger: median ` +
				`${quantile(times, 0.5)} ms, 90 % below ${quantile(times, 0.9)} ms, at most ` +
				`${Math.max(...times)} ms`,
		);
		return notExactlyOnce;
	}

	const idsOf = (count: number) => Array.from({ length: count }, (_, index) => `evt-${index}`);

	test(`${INTERLEAVED} events sent three times in random order to one process run once each`, async () => {
		const ids = idsOf(INTERLEAVED);
		for (let round = 1; round <= ROUNDS; round++) {
			const sendings = [shuffled([...ids, ...ids, ...ids], SEED + round)];
			const name = `${INTERLEAVED} x 3, one webhook process, round ${round}`;
			expect(await trial(name, ids, { sendings, processes: 1 })).toEqual({});
		}
	}, 3_600_000);

	test(`${REPEATED} events that all come again after three seconds run once each, through both processes`, async () => {
		const ids = idsOf(REPEATED);
		for (let round = 1; round <= ROUNDS; round++) {
			const trialOf = { sendings: [ids, ids], processes: 2, between: async () => await delay(3_000) };
			expect(await trial(`${REPEATED} repeated, round ${round}`, ids, trialOf)).toEqual({});
		}
	}, 3_600_000);

	test(`${PEOPLE} people answer three times each; each execution goes on with its own answer`, async () => {
		const people = await People.start();
		try {
			const theirs = await people.credential(n8n.main);
			const listening = await listenForReplies(n8n.main, theirs);
			const asking = await startAsking(n8n.main, [question(theirs)]);
			let calls = 0;
			const anyOf = (urls: string[]): string => urls[calls++ % urls.length] ?? '';
			const { wrong, started, took, inAll } = await askAll({
				people,
				all: peopleOf(PEOPLE),
				askUrl: () => anyOf(n8n.webhooks().map((url) => asking.url.replace(n8n.main.url, url))),
				replyUrl: () => anyOf(n8n.urls(listening.webhookId)),
				answers: async () => answersIn(await n8n.data(asking.workflow.id)),
				runs: async () => await n8n.runs(listening.workflow.id),
			});
			show(
				`Queue mode, ${PEOPLE} x 3 replies: ${Math.round(inAll / 1000)} s until all had gone on; ` +
					`from reply to the next node: median ${quantile(took, 0.5)} ms, at most ` +
					`${Math.max(...took)} ms`,
			);
			expect({ wrong, started }).toEqual({ wrong: [], started: [] });
		} finally {
			await people.stop();
		}
	}, 3_600_000);

	test(`each message of ${WRITERS} people who write quickly is in exactly one answer`, async () => {
		const listening = await startAnswering({ n8n: n8n.main, url: n8n.url }, sandbox);
		const bursts = { random: randomOf(7), periodMs: 1_000 * WRITERS };
		const written = await writeQuickly(sandbox, peopleOf(WRITERS, 20_000), writeInBursts(WRITERS, bursts));
		await settled(listening, written.length);
		const answers = await readAnswers(sandbox);
		const counts = new Map(written.map((id) => [id, 0]));
		for (const id of answers.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
		const notOnce = [...counts].filter(([, count]) => count !== 1);
		show(
			`Queue mode, ${written.length} quick messages of ${WRITERS} people: ${answers.length} answers, ` +
				`not in exactly one of them: ${notOnce.length}`,
		);
		expect(notOnce).toEqual([]);
		await sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS_NUMBER}`, { webhook_url: null });
	}, 3_600_000);

	test(`of ${CHAOS_EVENTS} events none vanishes without a trace or runs twice if processes die`, async () => {
		const webhookOf = async (url: string) =>
			(
				await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
					webhook_url: url,
				})
			).signing_secret;
		const signingSecret = await webhookOf(`${n8n.url}/webhook/later`);
		const own = await n8n.main.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, signingSecret });
		const options = { deduplicationWindow: 10 * CHAOS_EVENTS };
		// Long enough that a worker has some under way when it dies.
		const work = node(
			'Working',
			'n8n-nodes-base.wait',
			{ amount: 1, unit: 'seconds' },
			{ typeVersion: 1.1, webhookId: 'w' },
		);
		const listening = await n8n.main.listen(own, { events: ['sms.sent'], options }, [work]);
		await webhookOf(`${n8n.url}/webhook/${listening.webhookId}/webhook`);
		// If the webhook process outlives the worker, n8n shows the execution as failed, and removes its event.
		const runs = async () =>
			(await n8n.runs(listening.workflow.id)).map((run) =>
				run.status === 'error' ? { ...run, status: 'crashed' } : run,
			);

		const events = Array.from({ length: CHAOS_EVENTS }, (_, index) => `evt-${index}`);
		const batches = Array.from({ length: Math.ceil(CHAOS_EVENTS / BATCH) }, (_, index) =>
			events.slice(index * BATCH, (index + 1) * BATCH),
		);
		const dying = new Map([
			[Math.floor(batches.length / 4), n8n.part('worker', 0)],
			[Math.floor(batches.length / 2), n8n.part('webhook', 0)],
		]);
		const restarts: Array<Promise<void>> = [];
		for (const [index, batch] of batches.entries()) {
			const taken = await deliveries(sandbox, 'succeeded');
			await happen(sandbox, batch);
			const part = dying.get(index);
			if (part) {
				await until(
					() => deliveries(sandbox, 'succeeded'),
					(count) => count >= taken + BATCH / 4,
					120_000,
				);
				await n8n.kill(part);
				restarts.push(n8n.restart(part));
			}
			await until(
				() => deliveries(sandbox, 'pending'),
				(pending) => pending <= BATCH / 2,
				300_000,
			);
		}
		await Promise.all(restarts);
		await quiet(sandbox, runs, 900_000);
		const arrivals = async () => arrivalsOf(events, await countTaken(sandbox), await runs());
		const before = judge(await arrivals());

		const dead = await recover(n8n.main, sandbox, own);
		await quiet(sandbox, runs, 900_000);
		const after = await arrivals();
		show(
			`Queue mode, ${CHAOS_EVENTS} events; dead letters: ${dead}; before the recovery: ${tally(before)}; ` +
				`after it: ${tally(judge(after))}`,
		);
		expect(findFaults(after)).toEqual([]);

		// A run that was cut off and has its event can be retried, and then the event has run as well.
		const all = await runs();
		const cutOff = new Map(all.filter(isCutOff).map(({ event, id }) => [event, id]));
		const retried = judge(after)
			.filter(({ runs: times, event }) => times === 0 && cutOff.has(event))
			.map(({ event }) => event);
		for (const event of retried) {
			await n8n.main.call('POST', `/rest/executions/${cutOff.get(event)}/retry`, { loadWorkflow: false });
		}
		await settled(listening, all.length + retried.length);
		const last = await arrivals();
		expect(findFaults(last)).toEqual([]);
		// n8n may empty an execution only now, which then cannot be retried.
		const shown = new Set((await runs()).map(({ event }) => event));
		expect(judge(last).filter(({ runs: times, event }) => times !== 1 && shown.has(event))).toEqual([]);
	}, 3_600_000);
});
