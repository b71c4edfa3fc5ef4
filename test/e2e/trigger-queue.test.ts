import { setTimeout as delay } from 'node:timers/promises';
import { SECRETS } from '../engine/support/hostile-requests.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { prepareTimeoutMs } from './support/prepared.ts';
import { fatesOf } from './support/trigger-chaos.ts';
import {
	eventBody,
	inParallel,
	node,
	post,
	show,
	shuffled,
	signedWith,
	until,
} from './support/trigger-n8n.ts';
import type { Listening } from './support/trigger-n8n.ts';
import { missingService, QueueN8n } from './support/trigger-queue.ts';
import { isOpen, notOnce } from './support/trigger-runs.ts';
import type { Run } from './support/trigger-runs.ts';

const EVENTS = Number(process.env.QUEUE_EVENTS ?? 60);
const COPIES = Number(process.env.QUEUE_COPIES ?? 60);

let sandbox: Sandbox;
let n8n: QueueN8n;
let credential: string;

const missing = missingService();
if (missing) show(`Queue mode is NOT tested: ${missing} does not answer. Set CI=true to have that fail.`);
const skipped = missing !== undefined && !process.env.CI;
const queueTest = skipped ? test.skip : test;

beforeAll(async () => {
	if (skipped) return;
	if (missing) throw new Error(`Queue mode needs ${missing}`);
	sandbox = await startSandbox();
	n8n = await QueueN8n.start();
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

const settled = async (those: QueueN8n, { workflow }: Listening, count: number): Promise<Run[]> =>
	await until(
		() => those.runs(workflow.id),
		(all) => all.length >= count && !all.some(isOpen),
		240_000,
	);

queueTest(
	`${EVENTS} events, each sent three times to two processes and run by two workers, run once each`,
	async () => {
		const listening = await n8n.main.listen(credential);
		const urls = n8n.urls(listening.webhookId);
		const ids = Array.from({ length: EVENTS }, (_, index) => `evt-${index}`);
		const calls = shuffled([...ids, ...ids, ...ids]).map((id, index) => ({
			id,
			url: urls[index % urls.length],
		}));
		await inParallel(calls, 16, async ({ id, url }) => {
			expect((await send(url, id)).status).toBe(200);
		});
		const doubled = notOnce(await settled(n8n, listening, 3 * EVENTS), ids);
		show(`Queue mode, ${EVENTS} events x 3: not exactly once: ${JSON.stringify(doubled)}`);
		expect(doubled).toEqual({});
	},
	600_000,
);

queueTest(
	`${COPIES} copies of one event at once to two processes run once`,
	async () => {
		const listening = await n8n.main.listen(credential);
		const urls = n8n.urls(listening.webhookId);
		await Promise.all(
			Array.from({ length: COPIES }, (_, index) => send(urls[index % urls.length], 'evt-same')),
		);
		const runs = await settled(n8n, listening, COPIES);
		const passed = runs.filter(({ reached }) => reached).length;
		show(`Queue mode, ${COPIES} copies at once: ${passed} ran`);
		expect(passed).toBe(1);
	},
	300_000,
);

queueTest(
	'no event vanishes when a worker and a webhook process die',
	async () => {
		const wait = node(
			'Working',
			'n8n-nodes-base.wait',
			{ amount: 2, unit: 'seconds' },
			{ typeVersion: 1.1, webhookId: 'w' },
		);
		const listening = await n8n.main.listen(credential, {}, [wait]);
		const ids = Array.from({ length: 24 }, (_, index) => `evt-${index}`);
		const [first, second] = n8n.urls(listening.webhookId);
		const taken = new Set<string>();
		// The service sends again what is not taken; so does this, to the process that is left.
		const deliver = inParallel(ids, 8, async (id) => {
			for (const url of [first, second, second]) {
				const answer = await send(url, id).catch(() => undefined);
				if (answer?.status === 200) {
					taken.add(id);
					return;
				}
			}
		});
		await until(
			() => taken.size,
			(size) => size >= 6,
			120_000,
		);
		await n8n.kill(n8n.part('worker', 0));
		await n8n.kill(n8n.part('webhook', 0));
		await deliver;
		expect(taken.size).toBe(ids.length);
		// Redis has to have noticed; then n8n looks for runs without a worker when its main process starts.
		await delay(20_000);
		await n8n.main.down();
		await n8n.main.up();
		const runs = await until(
			() => n8n.runs(listening.workflow.id),
			(all) => all.length >= ids.length && !all.some(isOpen),
			150_000,
		);
		const fates = fatesOf(ids, runs);
		show(
			`Queue mode, a worker and a webhook process killed: ${JSON.stringify(fates)}; statuses ${JSON.stringify(runs.map(({ status, reached }) => `${status}${reached ? '' : ' without output'}`).filter((text) => text !== 'success'))}`,
		);
		expect({ repeated: fates.repeated, lost: fates.lost }).toEqual({ repeated: [], lost: [] });

		const crashed = new Map(
			runs.filter(({ status }) => status === 'crashed').map(({ event, id }) => [event, id]),
		);
		for (const event of fates.crashed) {
			await n8n.main.call('POST', `/rest/executions/${crashed.get(event)}/retry`, { loadWorkflow: false });
		}
		const all = await settled(n8n, listening, runs.length + fates.crashed.length);
		expect(fatesOf(ids, all)).toMatchObject({ once: ids.length, crashed: [], repeated: [] });
	},
	420_000,
);
