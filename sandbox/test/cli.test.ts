/** The commands for a running sandbox, which are derived from its OpenAPI document. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { ask, run } from '../../test/support/sandbox-command.ts';
import { CLI, NODE } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const NOWHERE = 'http://127.0.0.1:1';

let sandbox: SandboxAccount;
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'cli-'));
	sandbox = await sandboxAsNew();
});
afterAll(() => rmSync(folder, { recursive: true }));

const write = (name: string, content: string): string => {
	writeFileSync(join(folder, name), content);
	return join(folder, name);
};
/** The words with which a command must fail, which are no stack trace. */
async function refusal(words: readonly string[], url = sandbox.url): Promise<string> {
	const { code, stdout, stderr } = await run(...words, '--url', url);
	expect([code, stdout]).toEqual([1, '']);
	expect(stderr).not.toMatch(/^\s+at |node:|file:\/\//m);
	return stderr.trim();
}

describe('commands', () => {
	it.each([
		[['sms', 'receive', '--body', 'hello there'], /: hello there\n.*Event evt_/s],
		[['messages', 'list', '--limit', '3'], /^id [^]*3 of \d+/],
		[['deliveries', 'list'], /There are none/],
		[['faults', 'add', 'status', '--share', '0.1', '--matching', '{"limit":1}'], /fault_/],
		[['faults', 'clear'], /removed: 1/],
		[['clock', 'advance', '2h'], /offset_seconds: 7200/],
		[['carrier', 'change', '--report-after-seconds', 'none'], /report_after_seconds: -/],
		[['credits', 'add', '--', '-5.25'], /-5\.25/],
		[['account', 'show'], /@[^]*password: \S+[^]*anon_key: \S+/],
		[['call', 'GET', 'status'], /"name":"voice-agent-sandbox"/],
	])('print what they have done: %j', async (words, text) => {
		expect(await ask(sandbox, ...words)).toMatch(text);
	});

	it('take fields from a file, options before them, and lists', async () => {
		const file = write('call.json', '{"summary":"From a file","extracted_data":{"size":"large"}}');
		const words = ['--data', file, '--duration-seconds', '2m', '--json'];
		expect(JSON.parse(await ask(sandbox, 'calls', 'complete', ...words))).toMatchObject({
			call: { summary: 'From a file', extracted_data: { size: 'large' }, duration_seconds: 120 },
		});
		const chat = await ask(sandbox, 'chatapp', 'receive', '--media', 'image,audio,document', '--json');
		const { message } = JSON.parse(chat) as { message: { media: Array<{ kind: string }> } };
		expect(message.media.map(({ kind }) => kind)).toEqual(['image', 'audio', 'document']);
	});

	it('print nothing that a terminal would interpret', async () => {
		await sandbox.receiveSms({ body: 'red \u001b[31malert\u0007\u009b2J \u202e' });
		const stdout = await ask(sandbox, 'messages', 'list', '--limit', '1');
		expect(stdout).toContain('red [31malert2J');
		expect(stdout).not.toMatch(/[^\P{C}\n]/u);
	});

	it('show the options of a command according to the schema of its call', async () => {
		const stdout = await ask(sandbox, 'faults', 'add', '--help');
		expect(stdout).toMatch(/--latency-ms <number>/);
		expect(stdout).toMatch(/--endpoint <text>.*list-messages/);
	});

	it('have help, also when no sandbox runs', async () => {
		const { stdout } = await run('--help', '--url', NOWHERE);
		const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*) .*$/gm)].map(([, name]) => name);
		expect(names).toEqual(expect.arrayContaining(['serve', 'listen', 'sms', 'deliveries', 'keys', 'clock']));
		expect((await run('keys', '--help', '--url', NOWHERE)).stdout).toContain('Usage:');
		const { stdout: serve } = await run('serve', '--help');
		expect(serve.replace(/\s+/g, ' ')).toContain('everybody knows these keys');
	});

	it('create records of the service', async () => {
		const add = async (...words: string[]) =>
			JSON.parse(await ask(sandbox, ...words, '--json')) as { id: string };
		const { id } = await add('agents', 'add', 'Night desk', '--language', 'fr-CA');
		const number = ['numbers', 'add', '+13035550177', '--friendly-name', 'Denver', '--is-active', 'no'];
		await add(...number, '--agent-id', id);
		const skill = await add('skills', 'add', id, 'Night report', '--trigger-type', 'schedule');
		const source = await add('knowledge-sources', 'add', id, 'Prices', 'https://example.com/prices');
		const remember = ['memories', 'add', '+14155550177', 'Wants a quiet lamp', '--key-topics', 'lamps,noise'];
		const memory = await add(...remember);

		expect((await callFunction(sandbox, 'get-agent', { agent_id: id })).body).toMatchObject({
			...{ name: 'Night desk', language: 'fr-CA', llm_model: 'sandbox-swift-1', is_active: true },
			knowledge_sources: [{ id: source.id, title: 'Prices', chunk_count: 1 }],
		});
		expect((await sandbox.control('GET', '/numbers')).numbers[0]).toMatchObject({
			...{ phone_number: '+13035550177', friendly_name: 'Denver', is_active: false },
			...{ agent_id: id, text_agent_id: null },
		});
		const dryRun = { dry_run: true };
		expect((await callFunction(sandbox, `manage-skills/${skill.id}/execute`, dryRun)).status).toBe(200);
		const deleted = await callFunction(sandbox, 'delete-knowledge-source', { source_id: source.id });
		expect(deleted.body).toEqual({ success: true, chunks_deleted: 1 });
		const changes = { memory_id: memory.id, relationship_notes: 'New' };
		expect((await callFunction(sandbox, 'update-memory', changes)).body).toMatchObject({
			...{ summary: 'Wants a quiet lamp', key_topics: ['lamps', 'noise'], preferences: {} },
			relationship_notes: 'New',
		});
		for (const [words, reason] of [
			[number, '+13035550177 is a number of this account already'],
			[['numbers', 'add', '3035550178'], 'phone_number must be a number like'],
			[['numbers', 'add', '+13035550179', '--text-agent-id', 'x'], 'Agent not found'],
			[['agents', 'add', 'Day desk', '--llm-model', 'unknown'], '--llm-model'],
			[['skills', 'add', 'nonsense', 'A name'], 'Agent not found'],
			[['knowledge-sources', 'add', 'nonsense', 'A title', 'https://example.com'], 'Agent not found'],
			[remember, 'There is a memory of +14155550177 already'],
		] as const) {
			expect(await refusal(words)).toContain(reason);
		}
	});

	it('change how a skill ends', async () => {
		const id = (await sandbox.control('GET', '/skills')).skills[0]?.id ?? '';
		expect(await ask(sandbox, 'skills', 'change', id, 'pending')).toMatch(/pending/);
		const { body } = await callFunction<{ execution_id: string }>(sandbox, `manage-skills/${id}/execute`);
		expect(await ask(sandbox, 'skill-executions', 'list')).toContain(body.execution_id);
		expect(await refusal(['skills', 'change', id, 'perfect'])).toMatch(/completed, failed, pending/);
		expect(await refusal(['skills', 'change', 'nonsense', 'failed'])).toBe('Skill not found');
	});
});

describe('a command that is wrong', () => {
	it('is named if it is misspelt, whether a sandbox runs or not', async () => {
		const suggestion = /^error: unknown command 'statsu'\n\(Did you mean status\?\)/;
		expect(await refusal(['statsu'])).toMatch(suggestion);
		expect(await refusal(['statsu'], NOWHERE)).toMatch(suggestion);
	});

	it('says so when no sandbox runs there', async () => {
		expect(await refusal(['status'], NOWHERE)).toMatch(/^No sandbox runs at http:\/\/127\.0\.0\.1:1\..*$/);
	});

	it('says what is wrong with a data file', async () => {
		const post = (file: string) => refusal(['call', 'POST', '/events/sms.sent', '--data', file]);
		expect(await post(join(folder, 'missing.json'))).toContain('There is no such file.');
		expect(await post(folder)).toContain('The file cannot be read.');
		expect(await post(write('broken.json', '{'))).toContain('It does not hold JSON: ');
		expect(await post(write('list.json', '[]'))).toContain('It does not hold a JSON object.');
	});

	it.each([
		['deliveries replay del_unknown', 'Delivery not found'],
		['faults add latency --latency-ms -1', '--latency-ms must be at least 0'],
		[
			'clock advance nonsense',
			'advance_seconds must be seconds or a span of time, like 90, 15m, 24h or 2d, not "nonsense".',
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
		['call PUT /status', 'method must be one of GET, POST, PATCH, DELETE.'],
		[
			'functions call',
			'--agent, --name are required\n(voice-agent-sandbox functions call --help explains it)',
		],
		['functions call --agent Nobody --name x', /^Agent not found\. There are: .*Text concierge/],
		[
			'functions call --agent 5dc4592d-6588-544f-9158-1960cde5d1fd --name x',
			/^Custom function not found\. Toronto bookings has .*book_appointment/,
		],
		[
			'call GET',
			"error: missing required argument 'path'\nUsage: voice-agent-sandbox call [options] <method> <path>\n" +
				'(voice-agent-sandbox call --help explains it)',
		],
		['functions call --nme x', /^error: unknown option '--nme'\n\(Did you mean --name\?\)\nUsage: /],
	])('says what to write instead: %s', async (words, text) => {
		expect(await refusal(words.split(' '))).toEqual(
			text instanceof RegExp ? expect.stringMatching(text) : text,
		);
	});
});

it('listen prints events, deliveries and requests as they happen', async () => {
	// A receiver's URL may hold what would turn the rest of a line around.
	await sandbox.setWebhookUrl(`${sandbox.url}/no\u202ewhere`);
	await sandbox.control('POST', '/delivery-faults', { kind: 'wrong_signature', count: 100 });
	const child = spawn(NODE, [CLI, 'listen', '--url', sandbox.url], { stdio: ['ignore', 'pipe', 'inherit'] });
	const gone = once(child, 'exit');
	let shown = '';
	child.stdout.on('data', (chunk: Buffer) => (shown += chunk.toString()));
	const expected = [
		/event +sms\.received +evt_/,
		/delivery +sms\.received +404 +\d+ ms +attempt 1 +del_.* -> http:\S+\/no.*where +\(fault of the sandbox: wrong_signature\)/,
		/request +POST \/functions\/v1\/list-models +401 +\d+ ms/,
	];
	try {
		await eventually(async () => {
			await sandbox.receiveSms();
			await fetch(`${sandbox.url}/functions/v1/list-models`, { method: 'POST' });
			return expected.every((text) => text.test(shown)) || undefined;
		});
	} finally {
		child.kill();
		await gone;
	}
	expect(shown).not.toContain('\u202e');
});
