import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { BatchDetail, Credits } from './support/account.ts';
import type { Happened } from './support/service.ts';
import { startSandbox, type Sandbox } from './support/start-sandbox.ts';

jest.setTimeout(60_000);

const ROOT = join(__dirname, '..', '..');
const NODE = join(ROOT, 'node_modules', '.bin', 'node');
const CLI = join(ROOT, 'sandbox', 'src', 'cli.ts');

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox();
});
afterAll(() => sandbox.stop());

/** Runs a command against the sandbox; what it prints. Fails when the command does. */
function ask(...words: string[]): Promise<string> {
	const options = words.indexOf('--');
	const [head, tail] = options < 0 ? [words, []] : [words.slice(0, options), words.slice(options)];
	return new Promise((resolve, reject) => {
		execFile(
			NODE,
			[CLI, ...head, '--url', sandbox.url, ...tail],
			{ timeout: 30_000 },
			(error, stdout, stderr) => (error === null ? resolve(stdout) : reject(new Error(stderr))),
		);
	});
}
const askJson = async <Answer>(...words: string[]) => JSON.parse(await ask(...words, '--json')) as Answer;

describe('commands of the rooms', () => {
	it('batches: list, draft, show', async () => {
		expect(await ask('batches', 'list')).toContain('Spring sale');
		const draft = await askJson<BatchDetail>(
			'batches',
			'draft',
			'Mine',
			'+14155550100',
			'+14155550111,+14155550112',
		);
		expect(draft).toMatchObject({ status: 'draft', total_recipients: 2 });
		expect(await ask('batches', 'show', draft.id)).toContain('+14155550112');
	});

	it('calling: show, change', async () => {
		expect(await ask('calling', 'show')).toContain('0.005 USD');
		const options = ['--call-seconds', '30', '--price-per-minute', '0.02', '--concurrent-calls', '7'];
		expect(await askJson('calling', 'change', ...options)).toMatchObject({
			call_seconds: 30,
			price_per_minute: 0.02,
			concurrent_calls: 7,
		});
		await expect(ask('calling', 'change', '--call-seconds', '-1')).rejects.toThrow('--call-seconds');
	});

	it('credits, adjust-credits, checkouts', async () => {
		const before = await askJson<Credits>('credits');
		expect(await ask('adjust-credits', '5.25')).toContain(String(before.balance + 5.25));
		await ask('adjust-credits', '--', '-5.25');
		expect((await askJson<Credits>('credits')).balance).toBeCloseTo(before.balance, 6);
		expect(await ask('credits')).toContain('Balance:');
		expect(await ask('checkouts')).toContain('There are none.');
	});

	it('call-completed, calls', async () => {
		expect(await ask('call-completed', '--seconds', '42')).toContain('42 s');
		expect(await ask('calls')).toContain('inbound');
	});

	it('chat-sessions: open, write, close, list; chat-session-completed', async () => {
		const { id } = await askJson<{ id: string }>('chat-sessions', 'open', '--visitor', 'Ada');
		expect(await ask('chat-sessions', 'write', id, 'Hello?')).toContain('visitor: Hello?');
		expect(await ask('chat-sessions', 'close', id)).toContain('has ended');
		expect(await ask('chat-sessions', 'list')).toContain('closed');
		await expect(ask('chat-sessions', 'close', id)).rejects.toThrow('The chat session has ended');
		expect(await ask('chat-session-completed')).toContain('Event evt_');
	});

	it('carrier: show, report-after, report', async () => {
		expect(await ask('carrier', 'report-after', 'never')).toContain('nothing by themselves');
		const { message } = await sandbox.control<Happened>('POST', '/events/sms.sent');
		const words = ['carrier', 'report', message.id, 'failed', '--code', '30007'];
		expect(await ask(...words)).toContain('is failed (30007');
		expect(await ask('carrier', 'report-after', '9')).toContain('9 s');
		expect(await ask('carrier', 'show')).toContain('9 s');
	});

	it('voices', async () => {
		expect(await ask('voices')).toContain('There are none.');
	});

	it('bad-deliveries: add, list, clear', async () => {
		expect(await ask('bad-deliveries', 'add', 'duplicate', '--count', '3')).toMatch(/duplicate +3/);
		expect(await ask('bad-deliveries', 'list')).toMatch(/duplicate +3/);
		expect(await ask('bad-deliveries', 'clear')).toMatch(/duplicate +0/);
	});
});
