import { readFile } from 'node:fs/promises';
import { hostileRequests, SECRETS, UNLOGGABLE } from '../engine/support/hostile-requests.ts';
import { startSandbox } from '../../sandbox/test/support/start-sandbox.ts';
import type { Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { prepareTimeoutMs } from './support/prepared.ts';
import { post, LIGHT_EXPRESSIONS, TriggerN8n, until } from './support/trigger-n8n.ts';
import type { Listening } from './support/trigger-n8n.ts';
import { isOpen, readSqliteRuns } from './support/trigger-runs.ts';

let n8n: TriggerN8n;
let sandbox: Sandbox;
let listening: Listening;

beforeAll(async () => {
	sandbox = await startSandbox();
	n8n = await TriggerN8n.start(LIGHT_EXPRESSIONS);
	const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
	listening = await n8n.listen(credential, { events: ['sms.received', 'chatapp.received'] });
}, prepareTimeoutMs);

afterAll(async () => {
	await n8n?.remove();
	await sandbox?.stop();
}, 60_000);

test('a stranger is met by the real n8n as by its engine, and leaves no failed execution', async () => {
	const sendable = hostileRequests.filter(({ httpStatus }) => httpStatus !== undefined);
	expect(sendable.length).toBeGreaterThanOrEqual(60);
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
	const runs = await until(
		() => readSqliteRuns(n8n.userFolder, listening.workflow.id),
		(all) => all.length >= started && !all.some(isOpen),
		60_000,
	);
	expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
	expect(runs).toHaveLength(started);

	const log = await readFile(n8n.logFile, 'utf8');
	expect(log).toMatch(/refused a request: the signature does not match the body/);
	for (const words of UNLOGGABLE) expect(log).not.toContain(words);
}, 120_000);
