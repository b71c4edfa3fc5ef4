/**
 * The Voice Agent Function Trigger in a real n8n: publishing registers it, the agent
 * calls it and gets the workflow's answer.
 */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { parse } from 'flatted';

import { node } from '../../playground/workflow.ts';
import type { StoredWorkflow } from '../../sandbox/src/n8n/workflow.ts';
import { startSandbox } from '../support/start-sandbox.ts';
import type { Sandbox } from '../support/start-sandbox.ts';
import { callFunction, firstAgent, functionNamed, functionsOf } from './support/agent-functions.ts';
import { FunctionWorkflows } from './support/function-workflows.ts';
import { hostileCalls } from '../support/hostile-function-calls.ts';
import { prepareTimeoutMs } from './support/playground.ts';
import { until } from '../support/eventually.ts';
import { inParallel, post, TriggerN8n } from './support/real-n8n.ts';
import { isOpen, readSqliteData, readSqliteRuns } from './support/stored-runs.ts';

const FAILURE = { error: 'I could not look that up just now.' };

let n8n: TriggerN8n;
let sandbox: Sandbox;
let workflows: FunctionWorkflows;
let agentId: string;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await TriggerN8n.share('lean');
	const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey });
	agentId = await firstAgent(sandbox);
	workflows = new FunctionWorkflows(n8n, agentId, credential);
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

const find = async (name: string) => await functionNamed(sandbox, agentId, name);

const runsOf = async ({ id }: StoredWorkflow, count: number) =>
	await until(
		() => readSqliteRuns(n8n.userFolder, id),
		(runs) => runs.length >= count && !runs.some(isOpen),
		30_000,
	);

test('publishing registers the function, and the agent gets the output of the last node', async () => {
	const workflow = await workflows.publish('find_order');
	const registered = await find('find_order');
	expect(registered).toMatchObject({
		http_method: 'POST',
		is_active: true,
		timeout_ms: 20_000,
		max_retries: 0,
		body_schema: [{ name: 'order_number', type: 'integer', description: '', required: true }],
	});
	const { status, body } = await callFunction(registered, { order_number: '17', note: 'soon' });
	expect(status).toBe(200);
	expect(body).toEqual({
		parameters: { order_number: 17 },
		payload: { order_number: '17', note: 'soon' },
		query: {},
		receivedAt: expect.any(String) as string,
	});
	expect(await callFunction(registered, {})).toEqual({
		status: 200,
		body: { error: 'order_number is missing: ask the caller for it' },
	});
	const runs = await runsOf(workflow, 1);
	expect(runs.map(({ status: one }) => one)).toEqual(['success']);
	// n8n would take it for a form.
	const type = { name: 'content-type', value: 'application/x-www-form-urlencoded' };
	const asForm = { ...registered, headers: [...registered.headers, type] };
	expect((await callFunction(asForm, { order_number: 18 })).body).toMatchObject({
		parameters: { order_number: 18 },
	});
}, 60_000);

test('a workflow that fails is answered in words for the caller, and its execution is red', async () => {
	const failing = node('Failing', 'n8n-nodes-base.stopAndError', {
		errorMessage: 'A secret of the workflow',
	});
	const workflow = await workflows.publish('fail', [failing]);
	expect(await callFunction(await find('fail'), { order_number: 1 })).toEqual({ status: 200, body: FAILURE });
	expect((await runsOf(workflow, 1)).map(({ status }) => status)).toEqual(['error']);
}, 60_000);

test('a workflow that takes too long is answered in time, and goes on', async () => {
	const waiting = node(
		'Waiting',
		'n8n-nodes-base.wait',
		{ amount: 3, unit: 'seconds' },
		{ webhookId: randomUUID() },
	);
	const workflow = await workflows.publish('wait', [waiting], {
		options: { timeout: 2, messageOnFailure: 'One moment' },
	});
	const answer = await callFunction(await find('wait'), { order_number: 1 });
	expect(answer).toEqual({ status: 200, body: { error: 'One moment' } });
	expect(await runsOf(workflow, 1)).toMatchObject([{ status: 'success', reached: true }]);
	expect(await readFile(n8n.logFile, 'utf8')).not.toMatch(/ERR_HTTP_HEADERS_SENT|Error in handling webhook/);
}, 60_000);

test('a workflow that waits for something else is answered in time, and goes on with what it had', async () => {
	const waiting = node(
		'Waiting',
		'n8n-nodes-base.wait',
		{ resume: 'webhook', options: {} },
		{ webhookId: randomUUID() },
	);
	const workflow = await workflows.publish('wait_for_webhook', [waiting], { options: { timeout: 3 } });
	const answer = await callFunction(await find('wait_for_webhook'), { order_number: 1 });
	expect(answer).toEqual({ status: 200, body: FAILURE });
	const [{ id = '' } = {}] = await until(
		() => readSqliteRuns(n8n.userFolder, workflow.id),
		(runs) => runs.some(({ status }) => status === 'waiting'),
		30_000,
	);
	const { data } = await n8n.call<{ data: string }>('GET', `/rest/executions/${id}`);
	const { resumeToken } = parse(data) as { resumeToken: string };
	expect((await fetch(`${n8n.url}/webhook-waiting/${id}?signature=${resumeToken}`)).status).toBe(200);
	expect(await runsOf(workflow, 1)).toMatchObject([{ status: 'success', reached: true }]);
	const [only] = readSqliteData(n8n.userFolder, workflow.id);
	expect(JSON.stringify(only?.runData)).not.toContain('While the workflow waits here');
}, 60_000);

test('publishing again keeps one function, even under a new name; unpublishing switches it off', async () => {
	const workflow = await workflows.publish('first_name');
	const first = await find('first_name');
	const changed = await workflows.change(workflow, { name: 'second_name' });
	await n8n.client.activateWorkflow(changed);
	expect(await find('first_name')).toMatchObject({ id: first.id, is_active: false });
	expect(await find('second_name')).toMatchObject({ is_active: true, endpoint_url: first.endpoint_url });
	await workflows.unpublish(workflow);
	await until(
		async () => await find('second_name'),
		({ is_active: isActive }) => !isActive,
		20_000,
	);
	await n8n.client.activateWorkflow(changed);
	expect(await find('second_name')).toMatchObject({ is_active: true });
	const names = (await functionsOf(sandbox, agentId)).map(({ name }) => name);
	expect(names.filter((name) => name.endsWith('_name')).sort()).toEqual(['first_name', 'second_name']);
}, 60_000);

test('a change that is refused ends what was published, and says how to go back to it', async () => {
	const workflow = await workflows.publish('former_version');
	const changed = await workflows.change(workflow, { name: 'notInSnakeCase' });
	await expect(n8n.client.activateWorkflow(changed)).rejects.toThrow(
		/snake_case.* The function of the previous version is off now, .* Publish it again to go back to it/,
	);
	expect(await find('former_version')).toMatchObject({ is_active: false });
	await n8n.client.activateWorkflow(await workflows.change(changed, { name: 'former_version' }));
	expect(await find('former_version')).toMatchObject({ is_active: true });
}, 120_000);

test('strangers start nothing, and n8n stores and logs nothing of the secret', async () => {
	const workflow = await workflows.publish('guarded');
	const registered = await find('guarded');
	const secret = registered.headers[0]?.value ?? '';
	// Some of each kind; the engine refuses them all.
	const calls = hostileCalls(secret).filter((_, index) => index % 10 === 0);
	expect(calls.length).toBeGreaterThan(5);
	await inParallel(calls, 4, async ({ name, headers, body, query }) => {
		const search = new URLSearchParams(
			Object.entries(query).flatMap(([key, value]) =>
				[value].flat().map((one): [string, string] => [key, String(one)]),
			),
		);
		const answer = await post(`${registered.endpoint_url}?${search}`, body, headers);
		expect({ name, ...answer }).toEqual({ name, status: 401, body: '{"error":"Unauthorized"}' });
	});
	expect((await callFunction(registered, { order_number: 1 })).status).toBe(200);
	const [only, ...others] = readSqliteData(n8n.userFolder, workflow.id);
	expect(others).toEqual([]);
	expect(JSON.stringify(only)).not.toContain(secret);
	const log = await readFile(n8n.logFile, 'utf8');
	expect(log).toMatch(/refused a call: the secret does not match/);
	expect(log).not.toContain(secret);
}, 60_000);

test('a test has a function of its own, which is off afterwards, and calls of the published one go on', async () => {
	const workflow = await workflows.publish('tested');
	const before = await find('tested');
	await workflows.listen(await workflows.change(workflow, { description: 'A draft' }));
	const during = await find('tested_test');
	expect(during.endpoint_url).toContain('/webhook-test/');
	expect((await callFunction(before, { order_number: 4 })).body).toMatchObject({
		parameters: { order_number: 4 },
	});
	// Its last node passes on the call, which is no answer.
	expect((await callFunction(during, { order_number: 5 })).body).toMatchObject({
		error: expect.stringMatching(/^No node has made an answer/),
	});
	await until(
		async () => await find('tested_test'),
		({ is_active: isActive }) => !isActive,
		20_000,
	);
	expect(await find('tested')).toEqual(before);
}, 60_000);
