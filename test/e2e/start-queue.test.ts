import { exec } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { N8nEditorApi } from '../../playground/editor-api.ts';
import { reservePort } from '../../playground/ports.ts';
import { queueServices, removeDatabase } from '../../playground/queue-services.ts';
import { describeInQueueMode } from './support/queue-mode-n8n.ts';
import { alive, npmStart } from './support/npm-start.ts';
import type { NpmStart } from './support/npm-start.ts';
import { paths, prepare, prepareTimeoutMs, temporaryFolder } from './support/playground.ts';

const database = `voice_agent_e2e_${randomBytes(6).toString('hex')}`;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let data: string;
let port: number;
let sandboxPort: number;
let running: NpmStart | undefined;

const start = (more: string[] = [], env: Record<string, string> = {}): NpmStart => {
	const ports = ['--n8n-port', String(port), '--sandbox-port', String(sandboxPort)];
	running = npmStart([...ports, '--data', data, '--database', database, ...more], 'start:queue', env);
	return running;
};

beforeAll(async () => {
	await prepare();
	folder = await temporaryFolder();
	data = join(folder.path, 'data');
	port = await reservePort();
	sandboxPort = await reservePort();
}, prepareTimeoutMs);

afterEach(async () => {
	running?.ctrlC();
	await running?.exitCode;
	running = undefined;
}, 120_000);

afterAll(async () => {
	await folder?.remove();
}, 60_000);

/** It starts four n8n processes; the weekly run does. */
const inFullRuns = process.env.TEST_FULL ? test : test.skip;

describeInQueueMode('npm run start:queue', () => {
	afterAll(async () => {
		await removeDatabase(paths, queueServices(), database);
	}, 60_000);

	inFullRuns(
		'starts n8n in queue mode behind one address, answers an SMS, and stops all on Ctrl-C',
		async () => {
			const up = start(['--workers', '1']);
			await up.printed(/Ctrl-C stops everything/, 480_000);
			expect(up.output()).toMatch(/Starting worker 1 of 1[^]*Starting webhook process 2 of 2/);
			const [, workflowId = ''] = await up.printed(/\/workflow\/(\w+)/);
			const [sendAnSms] = await up.printed(/npm run sandbox -- sms receive .*/);
			const [, email = ''] = await up.printed(/log-in +(\S+)/);
			const [, password = ''] = await up.printed(/password +(\S+)/);
			expect((await stat(join(data, 'encryption-key'))).mode & 0o777).toBe(0o600);

			const client = new N8nEditorApi(`http://127.0.0.1:${port}`);
			await client.signIn({ email, password });
			await promisify(exec)(sendAnSms, { cwd: paths.projectRoot });
			expect((await client.finishedExecutions(workflowId, 1))[0]?.status).toBe('success');
			const { stdout } = await promisify(exec)(
				`npm run --silent sandbox -- messages list --limit 2 --url http://127.0.0.1:${sandboxPort}`,
				{ cwd: paths.projectRoot },
			);
			expect(stdout).toContain('Thank you for your SMS');

			const started = up.descendants();
			for (const command of ['n8n start', 'n8n worker', 'n8n webhook', 'sandbox/src/cli.ts serve']) {
				expect(started.filter((one) => one.command.includes(command)).length).toBeGreaterThan(0);
			}
			up.ctrlC();
			await up.exitCode;
			expect(alive(started)).toEqual([]);
		},
		720_000,
	);

	inFullRuns(
		'does not take a database of which it has no key',
		async () => {
			const refused = start(['--data', join(folder.path, 'other')]);
			expect(await refused.exitCode).toBe(1);
			expect(refused.output()).toMatch(/The database voice_agent_e2e_\w+ is there, but not the key to it/);
			expect(refused.output()).toContain('--fresh');
		},
		120_000,
	);
});

test('says which service is missing, and how to get it', async () => {
	const refused = start([], { PGHOST: '127.0.0.1', PGPORT: '1' });
	expect(await refused.exitCode).toBe(1);
	expect(refused.output()).toContain('PostgreSQL at 127.0.0.1:1 does not answer');
	expect(refused.output()).toContain('apt-get install postgresql redis-server');
	expect(refused.output()).not.toMatch(/\n\s+at .*\.ts:\d+/);
}, 120_000);
