/** How a sandbox starts and stops as a process, and how it says why it does not start. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { run, runProcess } from '../../test/support/sandbox-command.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { buildServer } from '../src/server.ts';

it('prints a log-in that works, and stops cleanly when it is interrupted', async () => {
	const child = spawn(NODE, [CLI, 'serve', '--port', '0', '--seed', 'empty'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const gone = once(child, 'exit');
	let shown = '';
	child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
	await eventually(() => (shown.includes('Ctrl-C') ? true : undefined));
	const [, url = ''] = /runs at (\S+)/.exec(shown) ?? [];
	const [, email, password] = /Log-in: +(\S+), password (\S+)/.exec(shown) ?? [];
	const [, anonKey = ''] = /Anon key: +(\S+)/.exec(shown) ?? [];
	const response = await fetch(`${url}/auth/v1/token?grant_type=password`, {
		method: 'POST',
		headers: { ...JSON_TYPE, apikey: anonKey },
		body: JSON.stringify({ email, password }),
	});
	expect(response.status).toBe(200);
	expect(shown).not.toContain('Account 2');
	child.kill('SIGINT');
	expect(await gone).toEqual([0, null]);
});

it('stops with the program that started it, even if that is killed', async () => {
	const starter = `
		const words = [${JSON.stringify(CLI)}, 'serve', '--port', '0', '--json', '--until-stdin-closes'];
		const stdio = ['pipe', 'pipe', 'inherit'];
		const child = require('node:child_process').spawn(process.execPath, words, { stdio });
		child.stdout.pipe(process.stdout);
	`;
	const program = spawn(NODE, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
	const [line] = (await once(program.stdout, 'data')) as [Buffer];
	const { url } = JSON.parse(line.toString()) as { url: string };
	const isThere = () =>
		fetch(`${url}/sandbox/v1/status`).then(
			({ ok }) => ok,
			() => false,
		);
	expect(await isThere()).toBe(true);
	program.kill('SIGKILL');
	await eventually(async () => ((await isThere()) ? undefined : true));
});

it('names a taken port in one line and ends with 1', async () => {
	const taken = createServer();
	await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
	const { port } = taken.address() as AddressInfo;
	expect(await runProcess('serve', '--port', String(port))).toEqual({
		code: 1,
		stdout: '',
		stderr: `Port ${port} on 127.0.0.1 is taken. Choose another with --port.\n`,
	});
	taken.close();
});

it('says which Node.js it needs', async () => {
	const olderNode =
		'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.18.0" } })';
	await expect(promisify(execFile)(NODE, ['--import', olderNode, CLI, '--version'])).rejects.toMatchObject({
		code: 1,
		stderr: 'The sandbox needs Node.js 24 or newer. This is Node.js 20.18.0.\n',
	});
});

it.each([
	[['--port', '70000'], '--port must be at most 65535'],
	[['--port', 'any'], '--port must be a number, not "any".'],
	[['--seed', 'other'], '--seed'],
	[['--delivery-tries', '0'], '--delivery-tries must be at least 1'],
	[['--public-url', 'sandbox.example'], '--public-url'],
	[['--public-url', 'http://sandbox.example:99999'], '--public-url is not an address.'],
	[['--host', ' '], '--host must not be blank'],
	[['--data', ''], '--data must not be blank'],
	[['--accounts', '10'], '--accounts must be at most 9'],
	[
		['--port', '65535', '--accounts', '2'],
		'2 accounts take the ports from 65535 on, and there is none beyond 65535.',
	],
	[['--n8n', 'http://127.0.0.1:1'], 'Set the environment variable N8N_API_KEY to an API key of the n8n at'],
	[['--url', 'http://127.0.0.1:4099'], '--url'],
	[['--nonsense', 'x'], '--nonsense'],
])('refuses %j', async (words, reason) => {
	expect(await run('serve', ...words)).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
});

describe('a data folder', () => {
	let data: string;
	beforeEach(() => {
		data = mkdtempSync(join(tmpdir(), 'sandbox-'));
	});
	afterEach(() => rmSync(data, { recursive: true }));
	const file = () => join(data, 'sandbox.sqlite');
	const refusal = async (folder = data) => {
		const { code, stdout, stderr } = await run('serve', '--port', '0', '--data', folder);
		expect([code, stdout]).toEqual([1, '']);
		return stderr.trim();
	};

	it('that is a file is refused', async () => {
		writeFileSync(file(), 'notes');
		expect(await refusal(file())).toBe(
			`${file()} cannot be the data folder: it is a file. Name a folder with --data.`,
		);
	});

	it('that another sandbox has open is refused', async () => {
		const { close } = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty', data });
		expect(await refusal()).toBe(`The data folder ${data} is in use by another sandbox.`);
		await close();
	});

	it('that an older sandbox has written is refused', async () => {
		const database = new DatabaseSync(file());
		database.exec('CREATE TABLE schema_versions (room TEXT PRIMARY KEY, version INTEGER NOT NULL)');
		database.close();
		expect(await refusal()).toBe(
			`The data folder ${data} was written by an older sandbox. Name another with --data, or delete it.`,
		);
	});

	it.each<[string, () => unknown]>([
		['with another kind of file', () => writeFileSync(file(), 'not a database'.repeat(1000))],
		[
			'with a truncated database',
			async () => {
				const { close } = await buildServer({ ...DEFAULT_CONFIG, seed: 'empty', data });
				await close();
				truncateSync(file(), 8192);
			},
		],
	])('%s is damaged', async (_, damage) => {
		await damage();
		expect(await refusal()).toBe(
			`The data in ${data} is damaged. Put back a copy of sandbox.sqlite, name another folder with ` +
				'--data, or delete it.',
		);
	});
});
