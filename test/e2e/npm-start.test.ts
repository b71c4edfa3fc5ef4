import { exec } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { N8nClient } from '../../playground/n8n-client.ts';
import { reservePort } from '../../playground/ports.ts';
import type { State } from '../../scripts/start/state.ts';
import { alive, npmStart } from '../support/npm-start.ts';
import type { NpmStart } from '../support/npm-start.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from '../support/prepared.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let n8nPort: number;
let sandboxPort: number;
let running: NpmStart | undefined;

const start = (...more: string[]): NpmStart => {
	const ports = ['--n8n-port', String(n8nPort), '--sandbox-port', String(sandboxPort)];
	running = npmStart([...ports, '--data', data, ...more]);
	return running;
};

const signIn = async (output: string): Promise<N8nClient> => {
	const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
	const client = new N8nClient(`http://127.0.0.1:${n8nPort}`);
	await client.signIn({ email: find(/log-in +(\S+)/), password: find(/password +(\S+)/) });
	return client;
};

beforeAll(async () => {
	await prepare();
	folder = await temporaryFolder();
	data = join(folder.path, 'data');
	n8nPort = await reservePort();
	sandboxPort = await reservePort();
}, prepareTimeoutMs);

afterEach(async () => {
	running?.ctrlC();
	await running?.exitCode;
	running = undefined;
}, 60_000);

afterAll(() => folder?.remove());

test('starts everything, answers an SMS, stops on Ctrl-C, finds its data again, and sets an example up beside it', async () => {
	const first = start();
	await first.printed(/Ctrl-C stops everything/);
	const workflowId = (await first.printed(/\/workflow\/(\w+)/))[1] ?? '';
	const [sendAnSms] = await first.printed(/npm run sandbox -- sms receive .*/);
	expect((await stat(join(data, 'state.json'))).mode & 0o777).toBe(0o600);

	const client = await signIn(first.output());
	await promisify(exec)(sendAnSms, { cwd: paths.projectRoot });
	expect((await client.finishedExecutions(workflowId, 1))[0]?.status).toBe('success');

	const started = first.descendants();
	expect(started.length).toBeGreaterThanOrEqual(3);
	first.ctrlC();
	await first.exitCode;
	expect(alive(started)).toEqual([]);

	const second = start('--example', 'triage-calls-and-sms');
	await second.printed(/Ctrl-C stops everything/);
	expect(second.output()).not.toMatch(/Building and packing|Installing n8n/);
	expect(second.output()).toContain(`/workflow/${workflowId}`);
	const again = await signIn(second.output());
	expect(await again.executions(workflowId)).toHaveLength(1);
	const fileName = 'Answer an SMS by chat app';
	expect(await again.workflowsNamed(fileName)).toHaveLength(1);

	// The example beside it has the credential, is published and gets the events now.
	const [, exampleId = ''] = await second.printed(/"Triage calls and SMS" .*\/workflow\/(\w+)/);
	const [makeACall] = await second.printed(/npm run sandbox -- calls complete.*/);
	await promisify(exec)(makeACall, { cwd: paths.projectRoot });
	expect((await again.finishedExecutions(exampleId, 1))[0]?.status).toBe('success');
	expect(await again.executions(workflowId)).toHaveLength(1);
	const example = await again.workflow(exampleId);
	const ours = example?.nodes.filter(({ type }) => type.startsWith('n8n-nodes-voice-agent.')) ?? [];
	expect(ours.map(({ credentials }) => credentials?.voiceAgentApi?.name)).toEqual(
		Array(5).fill('Voice Agent sandbox'),
	);
}, 240_000);

test('says how to go on when the password was changed in n8n', async () => {
	const stateFile = join(data, 'state.json');
	const stored = await readFile(stateFile, 'utf8');
	const state = JSON.parse(stored) as State;
	await writeFile(stateFile, JSON.stringify({ ...state, owner: { ...state.owner, password: 'Another-1' } }));
	const refused = start();
	expect(await refused.exitCode).toBe(1);
	expect(refused.output()).toMatch(/does not accept the log-in of \S+@\S+ .*--fresh/);
	expect(refused.output()).not.toContain('Another-1');
	await writeFile(stateFile, stored);
}, 180_000);

test('forgets all of it with --fresh, and ends as a whole, with a reason, when a program dies', async () => {
	const before = JSON.parse(await readFile(join(data, 'state.json'), 'utf8')) as State;
	const fresh = start('--fresh');
	await fresh.printed(/Ctrl-C stops everything/);
	const after = JSON.parse(await readFile(join(data, 'state.json'), 'utf8')) as State;
	expect(after.owner.password).not.toBe(before.owner.password);
	expect(after.apiKey).not.toBe(before.apiKey);
	expect(after.workflowId).not.toBe(before.workflowId);

	const started = fresh.descendants();
	const sandbox = started.find(({ command }) => command.includes('sandbox/src/cli.ts serve'));
	process.kill(sandbox?.pid ?? 0, 'SIGKILL');
	expect(await fresh.exitCode).toBe(1);
	expect(fresh.output()).toMatch(/The sandbox has ended by itself \(signal SIGKILL\)\. Log: .*sandbox\.log/);
	expect(alive(started)).toEqual([]);
}, 180_000);

test('names a taken port and the option that changes it, before anything else', async () => {
	const server = createServer().listen(n8nPort, '127.0.0.1');
	try {
		const refused = start();
		expect(await refused.exitCode).toBe(1);
		expect(refused.output()).toMatch(new RegExp(`Port ${n8nPort}, meant for n8n, is taken.*--n8n-port`));
		expect(refused.output()).not.toContain('Starting');
	} finally {
		server.close();
	}
}, 60_000);

test('says so when an option is unknown', async () => {
	const refused = start('--n8n-prot', '1');
	expect(await refused.exitCode).toBe(2);
	expect(refused.output()).toContain("Unknown option '--n8n-prot'");
}, 60_000);

test('says which tarball cannot be installed, and where the log is', async () => {
	const broken = join(folder.path, 'broken.tgz');
	await writeFile(broken, 'This is no tarball.');
	const refused = start('--tarball', broken);
	expect(await refused.exitCode).toBe(1);
	expect(refused.output()).toMatch(/broken\.tgz could not be installed into n8n/);
	expect(refused.output()).toMatch(/Log: .*install-nodes\.log/);
	expect(refused.output()).not.toMatch(/\n\s+at .*\.ts:\d+/);
}, 60_000);
