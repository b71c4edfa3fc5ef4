import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../../test/support/sandbox-command.ts';
import { CLI, NODE, startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

let sandbox: Sandbox;
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'cli-'));
	sandbox = await startSandbox({ seed: 'empty' });
});
afterAll(async () => {
	rmSync(folder, { recursive: true });
	await sandbox?.stop();
});

/** Runs a command that must fail, with words and not with a stack trace. */
async function refusal(...words: string[]): Promise<string> {
	const { code, stdout, stderr } = await run(...words);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).not.toMatch(/^\s+at |node:|file:\/\//m);
	return stderr.trim();
}
const serve = (...words: string[]) => refusal('serve', '--port', '0', ...words);
const ask = (...words: string[]) => refusal(...words, '--url', sandbox.url);
const write = (name: string, content: string | Buffer): string => {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
};

describe('serve', () => {
	it('says that the data folder is a file', async () => {
		const file = write('notes.txt', 'notes');
		expect(await serve('--data', file)).toBe(
			`${file} cannot be the data folder: it is a file. Name a folder with --data.`,
		);
	});

	it('refuses an empty name for the data folder', async () => {
		expect(await serve('--data', '')).toBe('--data must not be blank');
	});

	it.each(['another kind of file', 'a truncated database'])('says that %s is damaged', async (kind) => {
		const data = mkdtempSync(join(folder, 'data-'));
		const file = join(data, 'sandbox.sqlite');
		if (kind === 'another kind of file') writeFileSync(file, 'not a database'.repeat(1000));
		else {
			await using written = await startSandbox({ seed: 'empty', data });
			await written.stop();
			truncateSync(file, 8192);
		}
		expect(await serve('--data', data)).toBe(
			`The data in ${data} is damaged. Put back a copy of sandbox.sqlite, name another folder with ` +
				'--data, or delete it.',
		);
	});

	it('refuses accounts whose ports do not exist', async () => {
		expect(await refusal('serve', '--port', '65535', '--accounts', '2')).toBe(
			'2 accounts take the ports from 65535 on, and there is none beyond 65535.',
		);
	});
});

describe('commands', () => {
	it('suggests a command for a misspelt word, whether a sandbox runs or not', async () => {
		const suggestion = /^error: unknown command 'statsu'\n\(Did you mean status\?\)/;
		expect(await ask('statsu')).toMatch(suggestion);
		expect(await refusal('statsu', '--url', 'http://127.0.0.1:9')).toMatch(suggestion);
	});

	it('takes a path without its slash', async () => {
		const { stdout } = await run('call', 'GET', 'status', '--url', sandbox.url);
		expect(JSON.parse(stdout)).toMatchObject({ name: 'voice-agent-sandbox' });
	});

	it('says what is wrong with a data file', async () => {
		const post = (file: string) => ask('call', 'POST', '/events/sms.sent', '--data', file);
		expect(await post(join(folder, 'missing.json'))).toContain('There is no such file.');
		expect(await post(folder)).toContain('The file cannot be read.');
		expect(await post(write('broken.json', '{'))).toContain('It does not hold JSON: ');
		expect(await post(write('list.json', '[]'))).toContain('It does not hold a JSON object.');
	});
});

it('says which Node.js it needs', async () => {
	const olderNode =
		'data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.18.0" } })';
	await expect(promisify(execFile)(NODE, ['--import', olderNode, CLI, '--version'])).rejects.toMatchObject({
		code: 1,
		stderr: 'The sandbox needs Node.js 24 or newer. This is Node.js 20.18.0.\n',
	});
});
