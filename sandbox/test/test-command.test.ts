/** `voice-agent-sandbox test`, with a stand-in for n8n: how it ends when something goes wrong. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../test/support/eventually.ts';
import { run } from '../../test/support/sandbox-command.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';

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
const ANSWER = { note: 'It is answered', expect: { message: {} } };
const QUIET = { note: 'It is not answered', expect: { message: { count: 0 } }, within: '0.1s' };

/** What is in the stand-in, by ID. */
let workflows: Map<string, object>;
let credentials: Map<string, object>;
let executions: Array<{ id: string; status: string; mode: string }>;
/** The status with which executions begin. */
let begins: string;
/** Refuses some calls of the public API: returns a status, or undefined. */
let refuse: (call: string) => number | undefined;
/** The workflow that was created last. */
let created: (typeof WORKFLOW & { settings: object }) | undefined;
let n8n: Receiver;
let folder: string;
let running: ChildProcess | undefined;

beforeAll(async () => {
	n8n = await startReceiver();
	n8n.answer = ({ method, path, body }, response) => {
		const send = (status: number, answer: object) =>
			void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
		const { pathname, searchParams } = new URL(path, n8n.url);
		if (!pathname.startsWith('/api/v1/')) {
			const isThere = created?.nodes.some(({ webhookId }) => pathname.includes(webhookId));
			if (method === 'GET')
				return send(404, {
					message: isThere ? 'Did you mean to make a POST request?' : 'It is not registered.',
				});
			executions.unshift({ id: String(executions.length + 1), status: begins, mode: 'webhook' });
			return send(200, {});
		}
		const [, collection = '', id = '', action] = pathname.slice('/api/v1'.length).split('/');
		const refused = refuse(`${method} ${collection}`);
		if (refused !== undefined) return send(refused, { message: 'Not now' });
		if (collection === 'executions') {
			if (id !== '') return send(200, { ...executions.find((one) => one.id === id), data: {} });
			const wanted = searchParams.get('status');
			const data = executions.filter(({ status }) =>
				wanted === null ? status !== 'running' : status === wanted,
			);
			return send(200, { data, nextCursor: null });
		}
		const stored = collection === 'workflows' ? workflows : credentials;
		if (method === 'GET' && id === '') return send(200, { data: [...stored.values()], nextCursor: null });
		if (id === 'schema' || action !== undefined) return send(200, {});
		if (method === 'POST') {
			const fresh = { ...(JSON.parse(body) as object), id: `${collection}-${stored.size + 1}` };
			stored.set(fresh.id, fresh);
			if (collection === 'workflows') created = fresh as unknown as NonNullable<typeof created>;
			return send(200, fresh);
		}
		return stored.delete(id) ? send(200, {}) : send(404, { message: 'Not Found' });
	};
});
afterAll(() => n8n?.close());
beforeEach(() => {
	[workflows, credentials, executions] = [new Map(), new Map(), []];
	n8n.received.length = 0;
	begins = 'success';
	refuse = () => undefined;
	folder = mkdtempSync(join(tmpdir(), 'test-command-'));
	writeFileSync(join(folder, 'answer.json'), JSON.stringify(WORKFLOW));
});
afterEach(() => {
	// It has its own process group, so it would outlive a test that failed.
	running?.kill('SIGKILL');
	rmSync(folder, { recursive: true, force: true });
});

/** Changes the workflow that is tested. */
function change(changes: object): void {
	writeFileSync(join(folder, 'answer.json'), JSON.stringify({ ...WORKFLOW, ...changes }));
}

const scenarioOf = (steps: object[]) => ({
	...{ title: 'Mine', story: 'An SMS comes.', expected: 'Answer it.' },
	steps,
});

/** Starts the command with a scenario of these steps, in a process group of its own. */
function start(steps: object[], ...words: string[]) {
	writeFileSync(join(folder, 'answer.scenario.json'), JSON.stringify(scenarioOf(steps)));
	const child = spawn(NODE, [CLI, 'test', join(folder, 'answer.json'), '--n8n', n8n.url, ...words], {
		detached: true,
		env: { ...process.env, N8N_API_KEY: 'key', TMPDIR: folder },
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
	workflows: [...workflows.keys()],
	credentials: [...credentials.keys()],
	folders: readdirSync(folder).filter((name) => name.startsWith('voice-agent-sandbox-')),
});
const NOTHING = { workflows: [], credentials: [], folders: [] };

it('passes, and leaves nothing behind', async () => {
	const { code, output } = await start([SMS, QUIET]).ended;
	expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('1 of 1 run passed') });
	expect(leftBehind()).toEqual(NOTHING);
});

it.each([
	['Ctrl-C, which a terminal also sends to its sandbox,', 'SIGINT', 130, true],
	['SIGINT', 'SIGINT', 130, false],
	['SIGTERM', 'SIGTERM', 143, false],
] as const)('when %s ends it, it leaves nothing behind', async (_what, signal, status, toAll) => {
	const { child, ended } = start([SMS, { ...ANSWER, within: '1h' }]);
	await eventually(() => executions[0]);
	process.kill(toAll ? -Number(child.pid) : Number(child.pid), signal);
	const { code, output } = await ended;
	expect({ code, output }).toMatchObject({ code: status, output: expect.not.stringContaining('Error') });
	expect(leftBehind()).toEqual(NOTHING);
});

it('removes the credentials also where n8n does not delete the workflow, and says why', async () => {
	refuse = (call) => (call === 'DELETE workflows' ? 500 : undefined);
	const { code, output } = await start([SMS, QUIET]).ended;
	expect(code).toBe(2);
	expect(output).toContain('This n8n answered 500 to DELETE /workflows/workflows-1: Not now');
	expect(leftBehind()).toEqual({ ...NOTHING, workflows: ['workflows-1'] });
});

it('writes the report before it keeps a failed run', async () => {
	const report = join(folder, 'report.xml');
	const { child, ended, output } = start([SMS, ANSWER], '--keep-on-failure', '--junit', report);
	await eventually(() => (output().includes('The sandbox stays until Ctrl-C') ? true : undefined));
	expect(readFileSync(report, 'utf8')).toContain('<testsuites tests="1" failures="1" errors="0">');
	child.kill('SIGINT');
	expect((await ended).code).toBe(130);
	expect(leftBehind()).toEqual({ ...NOTHING, workflows: ['workflows-1'], credentials: ['credentials-1'] });
});

it('says before it runs anything that the report cannot be written', async () => {
	const { code, output } = await start([SMS, QUIET], '--junit', join(folder, 'missing', 'report.xml')).ended;
	expect(code).toBe(2);
	expect(output).toMatch(/report\.xml cannot be written/);
	expect(n8n.received).toEqual([]);
});

describe('before it starts a sandbox', () => {
	/** Runs the command on this file in this process. */
	const refused = async (file: string, ...words: string[]) => {
		const { code, stdout, stderr } = await run('test', join(folder, file), '--n8n', n8n.url, ...words);
		expect({ code, stdout, changed: n8n.received.filter(({ method }) => method !== 'GET') }).toEqual({
			code: 2,
			stdout: '',
			changed: [],
		});
		return stderr;
	};
	beforeEach(() => {
		process.env.N8N_API_KEY = 'key';
		writeFileSync(join(folder, 'list.json'), '[]');
		writeFileSync(join(folder, 'answer.scenario.json'), JSON.stringify(scenarioOf([SMS, QUIET])));
	});
	afterEach(() => {
		delete process.env.N8N_API_KEY;
	});

	it.each([
		['--runs', '0', /^--runs must be at least 1/],
		['--port', '70000', /^--port must be at most 65535/],
		['--seed', 'none', /^--seed must be/],
		['--faults', 'often', /^--faults takes a seed/],
		['--pin', 'Slack=x.json', /There is no file x\.json/],
	])('refuses %s %s', async (option, value, words) => {
		expect(await refused('answer.json', option, value)).toMatch(words);
	});

	it.each([
		['nothing.json', /^There is no file /],
		['list.json', /is not a workflow of n8n/],
		['some.scenario.json', /is a scenario\. Name the workflow that it tests\./],
	])('refuses the file %s', async (file, words) => {
		expect(await refused(file)).toMatch(words);
	});

	it('says what to do without a key, and with one that n8n refuses', async () => {
		delete process.env.N8N_API_KEY;
		expect(await refused('answer.json')).toMatch(/^Set the environment variable N8N_API_KEY/);
		process.env.N8N_API_KEY = 'nonsense';
		refuse = () => 401;
		expect(await refused('answer.json')).toMatch(/^This n8n does not accept the API key \(401\)/);
	});
});

it('gives a trigger an address, also one that has none, and no error workflow to the copy', async () => {
	const [{ webhookId: _, ...trigger }] = WORKFLOW.nodes as [(typeof WORKFLOW.nodes)[number]];
	change({ nodes: [trigger], settings: { errorWorkflow: 'alarm', timezone: 'Europe/Berlin' } });
	const { code, output } = await start([SMS, QUIET]).ended;
	expect({ code, output }).toMatchObject({ code: 0 });
	expect(created?.settings).not.toHaveProperty('errorWorkflow');
	expect(created?.nodes[0]?.webhookId).toMatch(/^[0-9a-f-]{36}$/);
});

it('removes what a test that was killed has left behind, and nothing else', async () => {
	const { child, ended } = start([SMS, { ...ANSWER, within: '1h' }]);
	await eventually(() => executions[0]);
	child.kill('SIGKILL');
	await ended;
	expect(leftBehind().workflows).toHaveLength(1);
	expect(leftBehind().credentials).toHaveLength(1);
	const own = { id: 'own', name: 'Answer (sandbox test)', createdAt: '2020-01-01T00:00:00Z' };
	const elsewhere = { ...own, name: 'A (sandbox test 000000-1)', createdAt: new Date().toISOString() };
	workflows.set('own', own).set('elsewhere', { ...elsewhere, id: 'elsewhere' });
	workflows.set('old', { ...elsewhere, id: 'old', createdAt: own.createdAt });
	executions.length = 0;
	expect((await start([SMS, QUIET]).ended).code).toBe(0);
	expect(leftBehind()).toMatchObject({ workflows: ['own', 'elsewhere'], credentials: [] });
});

it('takes names with commas as they are', async () => {
	const pinned = join(folder, 'one, two.json');
	writeFileSync(pinned, 'No JSON');
	const { output } = await start([SMS, QUIET], '--pin', `Wait, then answer=${pinned}`).ended;
	expect(output).toContain(`${pinned} does not hold JSON`);
});
