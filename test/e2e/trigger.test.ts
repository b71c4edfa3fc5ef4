import { readFile } from 'node:fs/promises';
import { hostileRequests, SECRETS, UNLOGGABLE } from '../support/hostile-requests.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { node } from '../../playground/workflow.ts';
import { until } from '../support/eventually.ts';
import { eventBody, inParallel, post, shuffled, TriggerN8n } from './support/real-n8n.ts';
import { signedWith } from '../support/signature.ts';
import type { Listening } from './support/real-n8n.ts';
import { isOpen, notOnce, readSqliteRuns } from './support/stored-runs.ts';
import type { Run } from './support/stored-runs.ts';

let n8n: TriggerN8n;
let sandbox: Sandbox;
let credential: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await TriggerN8n.share('lean');
	credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

const send = async (url: string, id: string) => {
	const body = eventBody(id);
	return await post(url, body, signedWith(SECRETS.signingSecret, body), 300_000);
};

/** Waits until a workflow has so many runs and none is open. */
const settled = async ({ workflow }: Listening, count: number, timeoutMs = 120_000): Promise<Run[]> =>
	await until(
		() => readSqliteRuns(n8n.userFolder, workflow.id),
		(all) => all.length >= count && !all.some(isOpen),
		timeoutMs,
	);

const reached = (runs: Run[]) => runs.filter((run) => run.reached).map(({ event }) => event);

test('events that are sent three times each at once give one run with output each', async () => {
	const listening = await n8n.listen(credential);
	const ids = Array.from({ length: 10 }, (_, index) => `evt-${index}`);
	await inParallel(shuffled([...ids, ...ids, ...ids]), 16, async (id) => {
		expect((await send(listening.url, id)).status).toBe(200);
	});
	const runs = await settled(listening, 3 * ids.length);
	expect(notOnce(runs, ids)).toEqual({});
	expect(runs).toHaveLength(3 * ids.length);
}, 120_000);

describe('when the service is told after the workflow', () => {
	const failing = node('Failing', 'n8n-nodes-base.stopAndError', { errorMessage: 'It does not work' });

	test('it hears of a workflow that fails, so that it sends the event again', async () => {
		const listening = await n8n.listen(credential, { acknowledge: 'lastNode' }, [failing]);
		for (let i = 0; i < 2; i++) expect((await send(listening.url, 'evt-a')).status).toBe(500);
		const runs = await settled(listening, 2);
		expect(runs.map(({ status }) => status)).toEqual(['error', 'error']);
	}, 60_000);

	test('it hears that a duplicate is taken, where duplicates are not wanted', async () => {
		const parameters = { acknowledge: 'lastNode', options: { deduplicate: true } };
		const listening = await n8n.listen(credential, parameters);
		for (let i = 0; i < 2; i++) expect(await send(listening.url, 'evt-a')).toEqual({ status: 200, body: '' });
		expect(reached(await settled(listening, 2))).toEqual(['evt-a']);
	}, 60_000);
});

test('a stranger is met by the real n8n as by its engine, and leaves no failed execution', async () => {
	const sendable = hostileRequests.filter(({ httpStatus }) => httpStatus !== undefined);
	const listening = await n8n.listen(credential, { events: ['sms.received', 'chatapp.received'] });
	let started = 0;
	for (const { name, body, headers, query, outcome, httpStatus } of sendable) {
		// Fetch sends bytes as header values: the characters up to 255.
		const values = Object.entries(headers).filter(([, value]) => value !== undefined);
		const search = new URLSearchParams(
			Object.entries(query).flatMap(([key, value]) =>
				[value].flat().map((one): [string, string] => [key, String(one)]),
			),
		);
		const answer = await post(
			`${listening.url}?${search}`,
			body ?? '',
			Object.fromEntries(values.map(([key, value]) => [key, String(value)])),
		);
		expect({ name, status: answer.status }).toEqual({ name, status: httpStatus });
		if (httpStatus === 401) expect(answer.body).toBe('{"error":"Unauthorized"}');
		if (httpStatus === 200) {
			expect(answer.body).toMatch(outcome === 'started' ? /^{"received":true}$/ : /"ignored":".+"/);
		}
		if (outcome === 'started') started++;
	}
	const runs = await settled(listening, started);
	expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
	expect(runs).toHaveLength(started);

	const log = await readFile(n8n.logFile, 'utf8');
	expect(log).toMatch(/refused a request: the signature does not match the body/);
	for (const words of UNLOGGABLE) expect(log).not.toContain(words);
}, 120_000);

describe('in the life of a workflow', () => {
	let listening: Listening;

	/** Sends an event, and says whether it ran. */
	const runs = async (id: string): Promise<boolean> => {
		const before = readSqliteRuns(n8n.userFolder, listening.workflow.id);
		expect((await send(listening.url, id)).status).toBe(200);
		const after = await settled(listening, before.length + 1);
		return reached(after).length > reached(before).length;
	};
	const put = async (changes: object) => {
		const { workflow } = listening;
		listening.workflow = await n8n.call('PATCH', `/rest/workflows/${workflow.id}`, {
			...workflow,
			...changes,
		});
	};

	beforeAll(async () => {
		listening = await n8n.listen(credential);
		expect(await runs('evt-1')).toBe(true);
	}, 60_000);

	test('listening in the editor takes the test URL and leaves production alone', async () => {
		const { workflow, webhookId, url } = listening;
		await n8n.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: 'Trigger' },
		});
		expect(await runs('evt-2')).toBe(true);
		const testUrl = `${n8n.url}/webhook-test/${webhookId}/webhook`;
		const stranger = await post(testUrl, eventBody('evt-3'), {});
		expect(stranger.status).toBe(401);
		const before = readSqliteRuns(n8n.userFolder, workflow.id).length;
		// Tried out, an event runs although it was here before.
		expect((await send(testUrl, 'evt-1')).status).toBe(200);
		const tried = (await settled(listening, before + 1)).at(-1);
		expect(tried).toMatchObject({ event: 'evt-1', reached: true });
		expect((await send(url, 'evt-4')).status).toBe(200);
		await settled(listening, before + 2);
		expect(await runs('evt-1')).toBe(false);
	}, 90_000);

	test('renaming the node keeps what it remembers', async () => {
		const { nodes } = listening.workflow;
		await put({
			nodes: nodes.map((one) => (one.name === 'Trigger' ? { ...one, name: 'Renamed' } : one)),
			connections: { Renamed: listening.workflow.connections.Trigger },
		});
		await n8n.client.activateWorkflow(listening.workflow);
		expect(await runs('evt-1')).toBe(false);
		expect(await runs('evt-5')).toBe(true);
	}, 90_000);

	test('a copy of the workflow has a memory of its own', async () => {
		listening = await n8n.listen(credential);
		expect(await runs('evt-1')).toBe(true);
	}, 60_000);
});
