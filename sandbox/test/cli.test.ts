import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { run, runProcess } from '../../test/support/sandbox-command.ts';
import { eventually } from '../../test/support/eventually.ts';
import { CLI, NODE, startSandbox } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const ask = (...words: string[]) => run('--url', sandbox.url, ...words);

describe('serve', () => {
	it('names a taken port in one line and ends with 1', async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
		const { port } = taken.address() as AddressInfo;
		const { code, stderr, stdout } = await runProcess('serve', '--port', String(port));
		taken.close();
		expect(code).toBe(1);
		expect(stderr.trim()).toBe(`Port ${port} on 127.0.0.1 is taken. Choose another with --port.`);
		expect(stdout).toBe('');
	});

	it.each([
		['--port', '70000'],
		['--port', 'x'],
		['--seed', 'other'],
		['--delivery-tries', '0'],
		['--public-url', 'sandbox.example'],
		['--public-url', 'http://sandbox.example:99999'],
		['--host', ' '],
		['--accounts', '10'],
		['--url', 'http://127.0.0.1:4099'],
		['--nonsense', 'x'],
	])('refuses %s %s with a line and 1', async (name, value) => {
		const { code, stderr } = await run('serve', name, value);
		expect(code).toBe(1);
		expect(stderr).toContain(name);
	});

	it('refuses a data folder that an older sandbox has written, with what to do', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
		const database = new DatabaseSync(join(folder, 'sandbox.sqlite'));
		database.exec('CREATE TABLE schema_versions (room TEXT PRIMARY KEY, version INTEGER NOT NULL)');
		database.close();
		const { code, stderr } = await runProcess('serve', '--port', '0', '--data', folder);
		rmSync(folder, { recursive: true });
		expect([code, stderr.trim()]).toEqual([
			1,
			`The data folder ${folder} was written by an older sandbox. Name another with --data, or delete it.`,
		]);
	});

	it.each(['SIGINT', 'SIGTERM'] as const)('stops cleanly on %s', async (signal) => {
		const one = await startSandbox({ seed: 'empty' });
		await one.stop(signal);
		await expect(fetch(one.url)).rejects.toThrow();
	});
});

describe('serve --until-stdin-closes', () => {
	it('stops with the program that started it, even if that is killed', async () => {
		const starter = `
			const words = [${JSON.stringify(CLI)}, 'serve', '--port', '0', '--json', '--until-stdin-closes'];
			const stdio = ['pipe', 'pipe', 'inherit'];
			const child = require('node:child_process').spawn(process.execPath, words, { stdio });
			child.stdout.pipe(process.stdout);
		`;
		const program = spawn(NODE, ['-e', starter], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		const [line] = (await once(program.stdout, 'data')) as [Buffer];
		const { url } = JSON.parse(line.toString()) as { url: string };
		expect((await fetch(`${url}/sandbox/v1/status`)).status).toBe(200);
		program.kill('SIGKILL');
		await eventually(() =>
			fetch(`${url}/sandbox/v1/status`).then(
				() => undefined,
				() => true,
			),
		);
	});
});

describe('commands', () => {
	it.each([
		[['status'], /name: voice-agent-sandbox\n.*url: http/s],
		[['sms', 'receive', '--body', 'hello there'], /: hello there\n.*Event evt_/s],
		[['sms', 'send'], /Event evt_/],
		[['chatapp', 'receive'], /channel|body: Hello/],
		[['chatapp', 'receive', '--body', 'No picture'], /body: No picture\n(.*\n)*media: -\n/],
		[['messages', 'list', '--limit', '3'], /^id [^]*3 of \d+/],
		[['numbers', 'list'], /\+14155550100/],
		[['keys', 'list'], /svc_.{4}  /],
		[['keys', 'create', 'From the command line'], /key: svc_[0-9a-f]{40}/],
		[['chatapp-accounts', 'list'], /106540352242922/],
		[['deliveries', 'list'], /There are none/],
		[['dead-letters', 'list'], /There are none/],
		[['requests', 'list'], /peak_in_flight: 0/],
		[['faults', 'add', 'latency', '--latency-ms', '1'], /fault_/],
		[['faults', 'list'], /latency/],
		[['faults', 'clear'], /removed: 1/],
		[['faults', 'add', 'status', '--share', '0.1', '--matching', '{"limit":1}'], /fault_/],
		[['clock', 'advance', '2h'], /offset_seconds: 7200/],
		[['clock', 'show'], /offset_seconds: 7200/],
		[['carrier', 'change', '--report-after-seconds', 'none'], /report_after_seconds: -/],
		[['credits', 'add', '--', '-5.25'], /-5\.25/],
		[
			['calling', 'change', '--price-per-minute', '0.02', '--concurrent-calls', '7'],
			/price_per_minute: 0\.02/,
		],
		[['batches', 'draft', 'Mine', '+14155550100', '+14155550111,+14155550112'], /total_recipients: 2/],
		[['batches', 'list'], /Mine/],
		[['chats', 'complete'], /Event evt_/],
		[['reset'], /seed: demo/],
		[['call', 'GET', '/status'], /"name":"voice-agent-sandbox"/],
	])('print what they have done: %j', async (words, text) => {
		const { code, stdout, stderr } = await ask(...words);
		expect(stderr).toBe('');
		expect(stdout).toMatch(text);
		expect(code).toBe(0);
	});

	it('--json prints the answer as it came', async () => {
		const { stdout } = await ask('sms', 'receive', '--json');
		expect(JSON.parse(stdout)).toMatchObject({ message: { direction: 'inbound' }, deliveries: [] });
	});

	it('says so when no sandbox runs there', async () => {
		const { code, stderr } = await run('status', '--url', 'http://127.0.0.1:1');
		expect(code).toBe(1);
		expect(stderr).toMatch(/^No sandbox runs at http:\/\/127\.0\.0\.1:1\./);
		expect(stderr.trim().split('\n')).toHaveLength(1);
	});

	it('prints a refusal in one line', async () => {
		const { code, stderr } = await ask('deliveries', 'replay', 'del_unknown');
		expect(code).toBe(1);
		expect(stderr.trim()).toBe('Delivery not found');
	});

	it('takes fields from a file, and options before them', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'cli-'));
		const file = join(folder, 'call.json');
		writeFileSync(file, JSON.stringify({ summary: 'From a file', extracted_data: { size: 'large' } }));
		const { stdout } = await ask('calls', 'complete', '--data', file, '--duration-seconds', '2m', '--json');
		rmSync(folder, { recursive: true });
		expect(JSON.parse(stdout)).toMatchObject({
			call: { summary: 'From a file', extracted_data: { size: 'large' }, duration_seconds: 120 },
		});
	});

	it('attaches media to a chat message', async () => {
		const { stdout } = await ask('chatapp', 'receive', '--media', 'image,audio,document', '--json');
		const { message } = JSON.parse(stdout) as { message: { media: Array<{ kind: string }> } };
		expect(message.media.map(({ kind }) => kind)).toEqual(['image', 'audio', 'document']);
	});

	it('prints nothing that a terminal would interpret', async () => {
		await sandbox.control('POST', '/events/sms.received', {
			body: 'red \u001b[31malert\u0007\u009b2J \u202e',
		});
		const { stdout } = await ask('messages', 'list', '--limit', '1');
		expect(stdout).toContain('red [31malert2J');
		expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
	});

	it('shows the options of a command according to the schema of its call', async () => {
		const { stdout } = await ask('faults', 'add', '--help');
		expect(stdout).toMatch(/--latency-ms <number>/);
		expect(stdout).toMatch(/--endpoint <text>.*list-messages/);
	});

	it('names the option that is refused', async () => {
		const { code, stderr } = await ask('faults', 'add', 'latency', '--latency-ms', '-1');
		expect(code).toBe(1);
		expect(stderr).toMatch(/^--latency-ms must be at least 0/);
	});

	it('listen prints events, deliveries and requests as they happen', async () => {
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
			// A receiver's URL may hold what would turn the rest of a line around.
			webhook_url: `${sandbox.url}/no\u202ewhere`,
		});
		const child = spawn(NODE, [CLI, 'listen', '--url', sandbox.url], {
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		let shown = '';
		child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
		const happen = async () => {
			await sandbox.control('POST', '/events/sms.received', {});
			await fetch(`${sandbox.url}/functions/v1/list-models`, { method: 'POST' });
			return /event +sms\.received +evt_/.test(shown) &&
				/delivery +sms\.received +404 +\d+ ms +attempt 1 +del_/.test(shown) &&
				/request +POST \/functions\/v1\/list-models +401 +\d+ ms/.test(shown)
				? true
				: undefined;
		};
		try {
			await eventually(happen);
		} finally {
			const gone = once(child, 'exit');
			child.kill();
			await gone;
		}
		expect(shown).not.toContain('\u202e');
		expect(shown).toMatch(/-> http:\S+\/no.*where/);
	});

	it('has help for every command', async () => {
		const { stdout } = await run('--help');
		const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*$/gm)].map(([, name]) => name ?? '');
		expect(names).toEqual(expect.arrayContaining(['serve', 'listen', 'sms', 'deliveries', 'keys', 'clock']));
		for (const name of names)
			expect(await run(name, '--help')).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage:') });
	});
});
