/** The triggers where several processes take events and run workflows: what only PostgreSQL and Redis tell them. */
import { setTimeout as delay } from 'node:timers/promises';
import { callFunction, firstAgent, functionNamed } from '../support/agent-functions.ts';
import {
	answersIn,
	BUSINESS_NUMBER,
	deliver,
	listenForReplies,
	People,
	peopleOf,
	question,
	startAsking,
} from '../support/send-and-wait.ts';
import type { QueueN8n } from '../support/queue-mode-n8n.ts';
import { deliveries, happen, listenToSandbox, quiet, recoverAndRetry } from '../support/outage.ts';
import { FunctionWorkflows } from '../support/function-workflows.ts';
import { SECRETS } from '../../support/hostile-requests.ts';
import { writeInBursts } from '../support/message-bursts.ts';
import { prepareTimeoutMs } from '../support/playground.ts';
import { randomOf } from '../../support/random.ts';
import { startSandbox } from '../../support/start-sandbox.ts';
import type { Sandbox } from '../../support/start-sandbox.ts';
import { node } from '../../../playground/workflow.ts';
import type { WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { until } from '../../support/eventually.ts';
import { eventBody, inParallel, post, shuffled } from '../support/real-n8n.ts';
import { signedWith } from '../../support/signature.ts';
import { modelAccess, modelNode, startModel, withSubNodes } from '../support/fake-model.ts';
import type { Listening } from '../support/real-n8n.ts';
import { isOpen, notOnce } from '../support/stored-runs.ts';
import type { Run } from '../support/stored-runs.ts';

const IS_FULL = Boolean(process.env.TEST_FULL);
/** The number of calls of a function that arrive at once. */
const CALLS = IS_FULL ? 100 : 15;
/** The number of calls that arrive at once while the processes that take them are paused repeatedly. */
const CALLS_WHILE_PAUSING = 8;
const EVENTS = IS_FULL ? 150 : 20;
const PEOPLE = IS_FULL ? 50 : 6;
const WRITERS = IS_FULL ? 60 : 4;
const CHAOS_EVENTS = IS_FULL ? 200 : 40;
/** So many happen at once, and the next when most of them are delivered: what takes too long counts as not delivered. */
const BATCH = 20;
const TIMEOUT_MS = 3_600_000;

/** @param start Gives the n8n. */
export function triggers(start: () => QueueN8n): void {
	let sandbox: Sandbox;
	let n8n: QueueN8n;
	let credential: string;

	beforeAll(async () => {
		n8n = start();
		sandbox = await startSandbox({ deliveryTries: 6, deliveryBaseDelayMs: 500 });
		credential = await n8n.main.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	}, prepareTimeoutMs);

	afterAll(async () => {
		await sandbox?.stop();
	}, 60_000);

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

	test.each<[string, number, (ids: string[]) => string[][]]>([
		['sent three times in random order to one process', 1, (ids) => [shuffled([...ids, ...ids, ...ids])]],
		['that all come again after three seconds, through both processes', 2, (ids) => [ids, ids]],
	])(
		'events %s run once each',
		async (_, processes, sendingsOf) => {
			const ids = Array.from({ length: EVENTS }, (__, index) => `evt-${index}`);
			const listening = await n8n.main.listen(credential);
			const urls = n8n.urls(listening.webhookId).slice(0, processes);
			let calls = 0;
			for (const sending of sendingsOf(ids)) {
				if (calls > 0) await delay(3_000);
				await inParallel(sending, 16, async (id) => {
					const body = eventBody(id);
					const url = urls[calls++ % urls.length] ?? '';
					const { status } = await post(url, body, signedWith(SECRETS.signingSecret, body), 300_000);
					expect(status).toBe(200);
				});
			}
			expect(notOnce(await settled(listening, calls), ids)).toEqual({});
		},
		TIMEOUT_MS,
	);

	test(`${PEOPLE} people answer three times each; each execution goes on with its own answer`, async () => {
		const people = await People.start();
		try {
			const theirs = await people.credential(n8n.main);
			const listening = await listenForReplies(n8n.main, theirs);
			const asking = await startAsking(n8n.main, [question(theirs)]);
			const all = await people.meet(PEOPLE);
			let calls = 0;
			const anyOf = (urls: string[]): string => urls[calls++ % urls.length] ?? '';
			const askUrls = n8n.webhooks().map((url) => asking.url.replace(n8n.main.url, url));
			await inParallel(all, 8, async (person) => {
				const { status } = await post(anyOf(askUrls), JSON.stringify({ person }), {}, 300_000);
				expect(status).toBe(200);
			});
			const answers = async () => answersIn(await n8n.data(asking.workflow.id));
			const isWaiting = ({ status }: { status: string }) => status === 'waiting';
			await until(answers, (now) => now.filter(isWaiting).length === all.length, 300_000);

			const events = new Map<string, string>();
			for (const person of all) events.set(person, await people.answer(person, `I am ${person}`));
			await inParallel(shuffled([...all, ...all, ...all]), 16, async (person) => {
				await deliver(anyOf(n8n.urls(listening.webhookId)), events.get(person) ?? '');
			});
			const taken = await settled(listening, 0);
			expect(taken.filter(({ reached }) => reached)).toEqual([]);
			const given = await until(answers, (now) => !now.some(isOpen), 60_000);
			expect(given.map(({ person }) => person).sort()).toEqual([...all].sort());
			for (const { person, ...answer } of given) {
				expect(answer).toEqual({ status: 'success', text: `I am ${String(person)}`, times: 1 });
			}
		} finally {
			await people.stop();
		}
	}, 3_600_000);

	test('a model reads a reply in the process that takes webhooks', async () => {
		const people = await People.start();
		const model = await startModel();
		try {
			const theirs = await people.credential(n8n.main);
			const listening = await listenForReplies(n8n.main, theirs);
			const openAi = await n8n.main.client.createCredential('Model', 'openAiApi', modelAccess(model));
			const ask = question(theirs, { responseType: 'approval' });
			const asking = await startAsking(n8n.main, [ask], (file) =>
				withSubNodes(file, 'Ask', { ai_languageModel: modelNode(openAi) }),
			);
			const [person = ''] = await people.meet();
			const data = async () => await n8n.data(asking.workflow.id);
			await post(asking.url, JSON.stringify({ person }), {}, 300_000);
			await until(data, ([run]) => run?.status === 'waiting', 120_000);
			model.script([{ text: '{"answer": "yes"}' }]);
			await deliver(n8n.urls(listening.webhookId)[0] ?? '', await people.answer(person, 'I would love that'));
			const [run] = await until(data, ([one]) => one?.status === 'success', 60_000);
			const [item] = run?.runData.Reached?.[0]?.data?.main?.[0] ?? [];
			expect(item?.json.data).toMatchObject({ approved: true, readBy: 'model' });
			expect(model.requests).toHaveLength(1);
		} finally {
			await model.stop();
			await people.stop();
		}
	}, 600_000);

	test(`each message of ${WRITERS} people who write quickly is in exactly one answer`, async () => {
		const answer = node(
			'Answer',
			'n8n-nodes-voice-agent.voiceAgent',
			{
				resource: 'message',
				operation: 'send',
				phoneNumberId: { __rl: true, mode: 'id', value: BUSINESS_NUMBER },
				recipientWaId: { __rl: true, mode: 'number', value: '={{ $json.contact }}' },
				message: "={{ $json.messages.map(({ id }) => id).join(' ') }}",
			},
			{ credentials: { voiceAgentApi: { id: credential, name: 'Service' } } },
		);
		const parameters = { events: ['chatapp.received'], options: { waitForPause: 5 } };
		const listening = await n8n.main.listen(credential, parameters, [answer]);
		const account = `/chatapp-accounts/${BUSINESS_NUMBER}` as const;
		const webhookUrl = `${n8n.url}/webhook/${listening.webhookId}/webhook?token=${SECRETS.chatAppToken}`;
		await sandbox.control('PATCH', account, { webhook_url: webhookUrl });
		const people = peopleOf(WRITERS, 20_000);
		const begun = Date.now();
		const bursts = writeInBursts(WRITERS, { random: randomOf(7), periodMs: 1_000 * WRITERS });
		const written = await Promise.all(
			bursts.map(async ({ time, person }, index) => {
				await delay(begun + time - Date.now());
				const sent = { from_number: people[person], body: `message ${index}` };
				return (await sandbox.control('POST', '/events/chatapp.received', sent)).message.id;
			}),
		);
		await settled(listening, written.length);
		const answers = await sandbox.requests({ path: '/functions/v1/send-chatapp-message', status: 200 });
		const answered = answers.flatMap(({ body }) => body.message.split(' '));
		expect(answered.sort()).toEqual(written.sort());
		await sandbox.control('PATCH', account, { webhook_url: null });
	}, 3_600_000);

	test(`of ${CHAOS_EVENTS} events none vanishes without a trace or runs twice if processes die`, async () => {
		// Long enough that a worker has some under way when it dies.
		const work = node(
			'Working',
			'n8n-nodes-base.wait',
			{ amount: 1, unit: 'seconds' },
			{ typeVersion: 1.1, webhookId: 'w' },
		);
		const { listening, credential: own } = await listenToSandbox(sandbox, n8n.main, n8n.url, [work]);
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
		const { faults, notRunOnce } = await recoverAndRetry(n8n.main, sandbox, own, events, runs);
		expect(faults).toEqual([]);
		// n8n may have emptied an execution, which then cannot be retried.
		const shown = new Set((await runs()).map(({ event }) => event));
		expect(notRunOnce.filter((event) => shown.has(event))).toEqual([]);
	}, 3_600_000);
}
