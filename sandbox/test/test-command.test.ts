/** `voice-agent-sandbox test`, with a stand-in for n8n: how it ends when something goes wrong. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.ts';
import { startFakeN8n, type FakeN8n } from '../../test/support/fake-n8n.ts';
import { run } from '../../test/support/sandbox-command.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import type { Execution } from '../src/n8n/api.ts';
import { markAsCopy } from '../src/tester/deployment.ts';
import { TestEnvironment } from '../src/tester/environment.ts';

const WORKFLOW = {
	name: 'Answer',
	nodes: [
		{
			...{ id: 't', name: 'Trigger', typeVersion: 1, position: [0, 0], webhookId: 'original' },
			type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			parameters: { events: ['sms.received'] },
			credentials: { voiceAgentApi: { id: 'theirs', name: 'Theirs' } },
		},
	],
	connections: {},
};
const SMS = { note: 'An SMS comes', call: 'POST /events/sms.received' };
const ANSWER = { note: 'It is answered', expect: { message: {} }, within: '0.1s' };
const QUIET = { note: 'It is not answered', expect: { message: { count: 0 } }, within: '0.1s' };

let n8n: FakeN8n;
/** The status with which executions begin, and the time for which they wait. */
let begins: Execution['status'];
let waitTill: string | null;
let folder: string;
let running: ChildProcess | undefined;

/** Where the runs in this process are tested, instead of in a sandbox that each starts. */
let sandbox: SandboxAccount;

beforeAll(async () => {
	n8n = await startFakeN8n();
	sandbox = await sandboxAsNew();
	n8n.onWebhook = async () => {
		const id = String(n8n.executions.length + 1);
		n8n.executions.unshift({
			...{ id, status: begins, mode: 'webhook', startedAt: null, stoppedAt: null, waitTill },
		});
	};
});
afterAll(() => n8n?.close());
beforeEach(() => {
	[n8n.workflows, n8n.credentials, n8n.executions] = [[], {}, []];
	n8n.asked.length = 0;
	begins = 'success';
	waitTill = null;
	n8n.refuse = undefined;
	process.env.N8N_API_KEY = n8n.apiKey;
	folder = mkdtempSync(join(tmpdir(), 'test-command-'));
	writeFileSync(join(folder, 'answer.json'), JSON.stringify(WORKFLOW));
});
afterEach(() => {
	// It has its own process group, so it would outlive a test that failed.
	running?.kill('SIGKILL');
	rmSync(folder, { recursive: true, force: true });
});

const scenarioOf = (steps: object[]) => ({
	...{ title: 'Mine', story: 'An SMS comes.', expected: 'Answer it.' },
	steps,
});
const writeScenario = (steps: object[]) =>
	writeFileSync(join(folder, 'answer.scenario.json'), JSON.stringify(scenarioOf(steps)));

/** Runs the command on a file in this process. */
async function runTest(file: string, ...words: string[]) {
	const listeners = { SIGINT: process.listeners('SIGINT'), SIGTERM: process.listeners('SIGTERM') };
	const bench = jest.spyOn(TestEnvironment, 'start').mockImplementation(async (api, options) => {
		const data = mkdtempSync(join(folder, 'voice-agent-sandbox-'));
		const kept = Object.assign(sandbox, { accounts: [], stop: () => Promise.resolve() });
		return Reflect.construct(TestEnvironment, [api, options, data, kept]) as TestEnvironment;
	});
	const ran = await run('test', join(folder, file), '--n8n', n8n.url, ...words);
	bench.mockRestore();
	for (const signal of ['SIGINT', 'SIGTERM'] as const) {
		for (const added of process.listeners(signal)) {
			if (!listeners[signal].includes(added)) process.off(signal, added);
		}
	}
	const code = ran.code || Number(process.exitCode ?? 0);
	process.exitCode = undefined;
	return { ...ran, code, output: ran.stdout + ran.stderr };
}
function runSteps(steps: object[], ...words: string[]) {
	writeScenario(steps);
	return runTest('answer.json', ...words);
}

/** Starts the command as its users do, in a process group of its own. */
function start(steps: object[], ...words: string[]) {
	writeScenario(steps);
	const child = spawn(NODE, [CLI, 'test', join(folder, 'answer.json'), '--n8n', n8n.url, ...words], {
		detached: true,
		env: { ...process.env, TMPDIR: folder },
	});
	running = child;
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.setEncoding('utf8').on('data', (text: string) => (output += text));
	}
	const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
	return { child, ended, output: () => output };
}

const leftBehind = () => ({
	workflows: n8n.workflows.map((one) => (one as { id: string }).id),
	credentials: Object.keys(n8n.credentials),
	folders: readdirSync(folder).filter((name) => name.startsWith('voice-agent-sandbox-')),
});
const NOTHING = { workflows: [], credentials: [], folders: [] };

describe('an execution that waits for ten minutes', () => {
	const LATER = { ...SMS, note: 'An hour later', after: '1h' };
	const WAITS = { note: 'It waits', expect: { execution: { status: 'waiting' } } };
	beforeEach(() => {
		begins = 'waiting';
		waitTill = new Date(Date.now() + 600_000).toISOString();
	});

	it.each<[string, object[], string | undefined]>([
		[
			'fails if the scenario goes on later',
			[SMS, LATER, WAITS],
			`"An hour later" comes after the end of a wait: execution 1 waits until `,
		],
		['fails if it ends before', [SMS, QUIET], 'Execution 1 still waits, until '],
		['passes if its end expects just that', [SMS, WAITS], undefined],
	])('has a test that %s', async (_, steps, words) => {
		const { code, output } = await runSteps(steps);
		expect(output).toContain(
			words === undefined ? '! Execution 1 still waits, until' : `✗ ${words}${waitTill}`,
		);
		expect(code).toBe(words === undefined ? 0 : 1);
	});
});

it('names the agent of a function that the sandbox does not have, before it creates anything', async () => {
	const [trigger] = WORKFLOW.nodes;
	const type = 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger';
	const unknown = {
		...trigger,
		type,
		parameters: { agentId: { mode: 'id', value: 'theirs' }, name: 'find' },
	};
	writeFileSync(join(folder, 'answer.json'), JSON.stringify({ ...WORKFLOW, nodes: [unknown] }));
	const { code, output } = await runSteps([SMS, QUIET]);
	expect({ code, output }).toEqual({
		code: 2,
		output: expect.stringMatching(
			/"Trigger" gives its function to the agent theirs, which .*: Front desk \(/,
		),
	});
	expect(n8n.asked.filter(({ method }) => method === 'POST')).toEqual([]);
});

it('when Ctrl-C ends it, which a terminal also sends to its sandbox, it leaves nothing behind', async () => {
	const { child, ended } = start([SMS, { ...ANSWER, within: '1h' }]);
	await eventually(() => n8n.executions[0]);
	process.kill(-Number(child.pid), 'SIGINT');
	expect(await ended).toMatchObject({ code: 130, output: expect.not.stringContaining('Error') });
	expect(leftBehind()).toEqual(NOTHING);
});

it('keeps a failed run until SIGTERM, with a report and a dashboard that leads to n8n', async () => {
	const report = join(folder, 'report.xml');
	const { child, ended, output } = start([SMS, ANSWER], '--keep-on-failure', '--junit', report);
	const stays = /The sandbox stays until Ctrl-C: (\S+)\/dashboard\//;
	const [, url] = await eventually(() => stays.exec(output()) ?? undefined);
	expect(readFileSync(report, 'utf8')).toContain('<testsuites tests="1" failures="1" errors="0">');
	expect(await (await fetch(`${url}/sandbox/v1/n8n`)).json()).toEqual({ address: n8n.url });
	child.kill('SIGTERM');
	expect((await ended).code).toBe(143);
	expect(leftBehind()).toEqual({ ...NOTHING, workflows: ['w0'], credentials: ['c0'] });
});

it('removes the credentials also where n8n does not delete the workflow, and says why', async () => {
	n8n.refuse = (call) => (call === 'DELETE workflows' ? 500 : undefined);
	const { code, output } = await runSteps([SMS, QUIET]);
	expect(code).toBe(2);
	expect(output).toContain('This n8n answered 500 to DELETE /workflows/w0: Not now');
	expect(leftBehind()).toEqual({ ...NOTHING, workflows: ['w0'] });
});

it('passes, and removes what it has made, what a test that was killed has left, and nothing else', async () => {
	const { pid } = spawnSync(NODE, ['--version']);
	const [now, longAgo] = [new Date().toISOString(), '2020-01-01T00:00:00Z'];
	const ofThisMachine = markAsCopy('A').replace(String(process.pid), String(pid));
	for (const [id, name, createdAt] of [
		['left', ofThisMachine, now],
		['in-use', markAsCopy('A'), longAgo],
		['own', 'Answer (sandbox test)', longAgo],
		['elsewhere', 'A (sandbox test 000000-1)', now],
		['old', 'A (sandbox test 000000-1)', longAgo],
	] as const) {
		n8n.workflows.push({ id, name, createdAt });
	}
	n8n.credentials.left = { baseUrl: '', apiKey: '', name: ofThisMachine, createdAt: now };
	const { code, output } = await runSteps([SMS, QUIET]);
	expect({ code, output }).toEqual({ code: 0, output: expect.stringContaining('1 of 1 run passed') });
	expect(leftBehind()).toEqual({ ...NOTHING, workflows: ['in-use', 'own', 'elsewhere'] });
});

describe('before it runs anything', () => {
	const refusal = async (file: string, ...words: string[]) => {
		const { code, stdout, stderr } = await runTest(file, ...words);
		expect({ code, stdout, changed: n8n.asked.filter(({ method }) => method !== 'GET') }).toEqual({
			code: 2,
			stdout: '',
			changed: [],
		});
		return stderr;
	};
	beforeEach(() => {
		writeFileSync(join(folder, 'list.json'), '[]');
		writeScenario([SMS, QUIET]);
	});

	it.each([
		['list.json', /is not a workflow of n8n/],
		['answer.json --runs 0', /^--runs must be at least 1/],
		['answer.json --faults often', /^--faults takes a seed/],
		// Names may hold commas.
		['answer.json --pin Slack=a,b.json', /There is no file a,b\.json/],
		['answer.json --junit /nowhere/report.xml', /report\.xml cannot be written/],
	])('refuses %s', async (words, reason) => {
		const [file = '', ...options] = words.split(' ');
		expect(await refusal(file, ...options)).toMatch(reason);
	});

	it('says what to do without a key, and with one that n8n refuses', async () => {
		delete process.env.N8N_API_KEY;
		expect(await refusal('answer.json')).toMatch(/^Set the environment variable N8N_API_KEY/);
		process.env.N8N_API_KEY = 'nonsense';
		expect(await refusal('answer.json')).toMatch(/^This n8n does not accept the API key \(401\)/);
	});
});
