import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run, runProcess, type Ran } from '../../test/support/sandbox-command.ts';
import { CLI, NODE, startSandbox } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

let sandbox: SandboxAccount;
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'cli-'));
	sandbox = await sandboxAsNew('empty');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the words with which a command must fail, which are no stack trace. */
function readRefusal({ code, stdout, stderr }: Ran): string {
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).not.toMatch(/^\s+at |node:|file:\/\//m);
	return stderr.trim();
}
const refusal = async (...words: string[]) => readRefusal(await run(...words));
const serve = async (...words: string[]) => readRefusal(await runProcess('serve', '--port', '0', ...words));
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
		expect(await refusal('serve', '--data', '')).toBe('--data must not be blank');
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

	it.each([
		[
			'clock advance nonsense',
			'advance_seconds must be seconds or a span of time, like 90, 15m, 24h or 2d, not "nonsense".',
		],
		[
			'carrier change --report-after-seconds soon',
			'--report-after-seconds must be seconds or a span of time, like 90, 15m, 24h or 2d, not "soon".',
		],
		['messages list --limit few', '--limit must be a number, not "few".'],
		['functions call --send-anyway maybe', '--send-anyway must be yes or no, not "maybe".'],
		[
			'functions call --arguments order=17',
			`--arguments must be JSON in quotation marks, like '{"order": 17}', not "order=17".`,
		],
		[
			'keys change x --phone-numbers [1',
			'--phone-numbers must be values with commas between them, or a list as JSON, not "[1".',
		],
		['serve --port any', '--port must be a number, not "any".'],
		['call PUT /status', 'method must be one of GET, POST, PATCH, DELETE.'],
		[
			'functions call',
			'--agent, --name are required\n(voice-agent-sandbox functions call --help explains it)',
		],
		[
			'functions call --agent x',
			'--name is required\n(voice-agent-sandbox functions call --help explains it)',
		],
		[
			'functions call --agent Nobody --name x',
			expect.stringMatching(/^Agent not found\. There are: .*Text concierge/),
		],
		[
			'functions call --agent 5dc4592d-6588-544f-9158-1960cde5d1fd --name x',
			expect.stringMatching(/^Custom function not found\. Toronto bookings has .*book_appointment/),
		],
	])('say what to write instead: %s', async (words, text) => {
		expect(await ask(...words.split(' '))).toEqual(text);
	});

	it.each([
		[
			'clock advance',
			"error: missing required argument 'advance_seconds'",
			'clock advance',
			'[options] <advance_seconds>',
		],
		['call GET', "error: missing required argument 'path'", 'call', '[options] <method> <path>'],
		[
			'functions call --nme x',
			"error: unknown option '--nme'\n(Did you mean --name?)",
			'functions call',
			'[options]',
		],
	])('show how they are used: %s', async (words, error, command, usage) => {
		expect(await ask(...words.split(' '))).toBe(
			[
				error,
				`Usage: voice-agent-sandbox ${command} ${usage}`,
				`(voice-agent-sandbox ${command} --help explains it)`,
			].join('\n'),
		);
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
