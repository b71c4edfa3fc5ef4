import { exec } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import { reservePort } from '../../playground/ports.ts';
import type { State } from '../../scripts/start/state.ts';
import { alive, npmStart } from './support/npm-start.ts';
import type { NpmStart } from './support/npm-start.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';

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

const parseState = async () => JSON.parse(await readFile(join(data, 'state.json'), 'utf8')) as State;

const signIn = async (output: string): Promise<N8nEditorApi> => {
	const find = (pattern: RegExp) => pattern.exec(output)?.[1] ?? '';
	const client = new N8nEditorApi(`http://127.0.0.1:${n8nPort}`);
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

test('starts everything anew with --fresh, answers an SMS, refuses a wrong log-in, and stops on Ctrl-C', async () => {
	const before: State = {
		owner: { email: 'owner@playground.example', password: 'Former-1' },
		workflowId: 'gone',
	};
	const leftOver = join(data, 'n8n', 'left-over');
	await mkdir(join(data, 'n8n'), { recursive: true });
	await writeFile(leftOver, '');
	await writeFile(join(data, 'state.json'), JSON.stringify(before));
	const first = start('--fresh');
	await first.printed(/Ctrl-C stops everything/);
	expect(existsSync(leftOver)).toBe(false);
	const { owner, workflowId = '' } = await parseState();
	expect(owner.password).not.toBe(before.owner.password);
	expect(first.output()).toContain(`/workflow/${workflowId}`);
	expect((await stat(join(data, 'state.json'))).mode & 0o777).toBe(0o600);

	const [sendAnSms] = await first.printed(/npm run sandbox -- sms receive .*/);
	const client = await signIn(first.output());
	await promisify(exec)(sendAnSms, { cwd: paths.projectRoot });
	expect((await client.finishedExecutions(workflowId, 1))[0]?.status).toBe('success');
	// As when the password was changed in n8n.
	await expect(
		new N8nEditorApi(`http://127.0.0.1:${n8nPort}`).signIn({ ...owner, password: 'Another-1' }),
	).rejects.toThrow(/^(?!.*Another-1).*does not accept the log-in of \S+@\S+ .*--fresh/);

	const started = first.descendants();
	expect(started.length).toBeGreaterThanOrEqual(3);
	first.ctrlC();
	await first.exitCode;
	expect(alive(started)).toEqual([]);
}, 240_000);

test('finds its data again, sets an example up beside it, and ends as a whole, with a reason, when a program dies', async () => {
	const { workflowId = '' } = await parseState();
	const second = start('--example', 'triage-calls-and-sms');
	await second.printed(/Ctrl-C stops everything/);
	expect(second.output()).not.toMatch(/Building and packing|Installing n8n/);
	expect(second.output()).toContain(`/workflow/${workflowId}`);
	const client = await signIn(second.output());
	expect(await client.executions(workflowId)).toHaveLength(1);
	expect(await client.workflowsNamed('Answer an SMS by chat app')).toEqual([workflowId]);

	// The example beside it has the credential, is published and gets the events now.
	const [, exampleId = ''] = await second.printed(/"Triage calls and SMS" .*\/workflow\/(\w+)/);
	const [makeACall] = await second.printed(/npm run sandbox -- calls complete.*/);
	await promisify(exec)(makeACall, { cwd: paths.projectRoot });
	expect((await client.finishedExecutions(exampleId, 1))[0]?.status).toBe('success');
	expect(await client.executions(workflowId)).toHaveLength(1);
	const example = await client.workflow(exampleId);
	const ours = example?.nodes.filter(({ type }) => type.startsWith('n8n-nodes-voice-agent.')) ?? [];
	expect(ours.map(({ credentials }) => credentials?.voiceAgentApi?.name)).toEqual(
		Array(5).fill('Voice Agent sandbox'),
	);

	const started = second.descendants();
	const sandbox = started.find(({ command }) => command.includes('sandbox/src/cli.ts serve'));
	process.kill(sandbox?.pid ?? 0, 'SIGKILL');
	expect(await second.exitCode).toBe(1);
	expect(second.output()).toMatch(/The sandbox has ended by itself \(signal SIGKILL\)\. Log: .*sandbox\.log/);
	expect(alive(started)).toEqual([]);
}, 240_000);

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

test('says which tarball cannot be installed, and where the log is', async () => {
	const broken = join(folder.path, 'broken.tgz');
	await writeFile(broken, 'This is no tarball.');
	const refused = start('--tarball', broken);
	expect(await refused.exitCode).toBe(1);
	expect(refused.output()).toMatch(/broken\.tgz could not be installed into n8n/);
	expect(refused.output()).toMatch(/Log: .*install-nodes\.log/);
	expect(refused.output()).not.toMatch(/\n\s+at .*\.ts:\d+/);
}, 60_000);
