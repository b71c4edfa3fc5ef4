import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { eventually } from './support/service.ts';
import { startSandbox, type Sandbox } from './support/start-sandbox.ts';

jest.setTimeout(30_000);

const ROOT = join(__dirname, '..', '..');
const NODE = join(ROOT, 'node_modules', '.bin', 'node');
const CLI = join(ROOT, 'sandbox', 'src', 'cli.ts');

interface Ran {
	code: number;
	stdout: string;
	stderr: string;
}

function run(...words: string[]): Promise<Ran> {
	return new Promise((resolve) => {
		execFile(NODE, [CLI, ...words], { timeout: 30_000 }, (error, stdout, stderr) => {
			resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
		});
	});
}

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

const ask = (...words: string[]) => run(...words, '--url', sandbox.url);

describe('serve', () => {
	it('names a taken port in one line and ends with 1', async () => {
		const taken = createServer();
		await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
		const { port } = taken.address() as AddressInfo;
		const { code, stderr, stdout } = await run('serve', '--port', String(port));
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
		['--nonsense', 'x'],
	])('refuses %s %s with a line and 1', async (name, value) => {
		const { code, stderr } = await run('serve', name, value);
		expect(code).toBe(1);
		expect(stderr).toContain(name);
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
			const child = require('node:child_process').spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
			child.stdout.pipe(process.stdout);
		`;
		const program = spawn(NODE, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] });
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
		[['status'], /voice-agent-sandbox .* runs at/],
		[['sms-received', '--body', 'hello there'], /: hello there\n.*Event evt_/s],
		[['sms-sent'], /Event evt_/],
		[['chatapp-received'], /Message /],
		[['messages', '--limit', '3'], /3 of \d+/],
		[['numbers'], /\+14155550100/],
		[['keys', 'list'], /svc_.{4}…/],
		[['keys', 'create', 'From the command line'], /API key: svc_[0-9a-f]{40}/],
		[['chatapp-accounts', 'list'], /106540352242922/],
		[['deliveries'], /There are none/],
		[['dead-letters'], /There are none/],
		[['requests'], /at once/],
		[['faults', 'add', 'latency', '--latency-ms', '1'], /fault_/],
		[['faults', 'list'], /latency/],
		[['faults', 'clear'], /Removed: 1/],
		[['clock', 'advance', '2h'], /7200 s ahead/],
		[['clock', 'show'], /ahead of this machine/],
		[['reset'], /as new/],
	])('%j', async (words, text) => {
		const { code, stdout, stderr } = await ask(...words);
		expect(stderr).toBe('');
		expect(stdout).toMatch(text);
		expect(code).toBe(0);
	});

	it('--json prints the answer as it came', async () => {
		const { stdout } = await ask('sms-received', '--json');
		expect(JSON.parse(stdout)).toMatchObject({ message: { direction: 'inbound' }, deliveries: [] });
	});

	it('says so when no sandbox runs there', async () => {
		const { code, stderr } = await run('status', '--url', 'http://127.0.0.1:1');
		expect(code).toBe(1);
		expect(stderr).toMatch(/^No sandbox runs at http:\/\/127\.0\.0\.1:1\./);
		expect(stderr.trim().split('\n')).toHaveLength(1);
	});

	it('tells a refusal in one line', async () => {
		const { code, stderr } = await ask('replay', 'del_unknown');
		expect(code).toBe(1);
		expect(stderr.trim()).toBe('Delivery not found');
	});

	it('has help for every command', async () => {
		const { stdout } = await run('--help');
		const names = [...stdout.matchAll(/^ {2}([a-z-]+) .*$/gm)].map(([, name]) => name ?? '');
		expect(names).toEqual(expect.arrayContaining(['serve', 'sms-received', 'deliveries', 'keys', 'clock']));
		const helps = await Promise.all(names.slice(0, 4).map((name) => run(name, '--help')));
		for (const help of helps)
			expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Usage:') });
	});
});
