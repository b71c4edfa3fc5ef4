import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ask, run } from '../../test/support/sandbox-command.ts';
import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { DEFAULT_CONFIG } from '../src/service/config.ts';
import { buildServer } from '../src/server.ts';

const LISTS = [
	...['agents', 'api-keys', 'batches', 'calls', 'calling', 'carrier', 'chat-sessions', 'chatapp-accounts'],
	...[
		'checkouts',
		'contacts',
		'credits',
		'custom-functions',
		'dead-letters',
		'deliveries',
		'knowledge-sources',
	],
	...['memories', 'messages', 'numbers', 'scripted-replies', 'skill-executions', 'skills', 'voices'],
];

/** Section 2: links to media are freshly signed on every request, so that no two answers have the same. */
const MEDIA_LINK = /http:\/\/[\w.:]+\/media\/[^?]+\?expires=\d+&signature=[0-9a-f]{64}/g;

/** The very bytes of every list, with every attempt of each delivery, by path. */
async function bytesOf(sandbox: SandboxAccount): Promise<Map<string, string>> {
	const read = async (path: string) => {
		const response = await fetch(`${sandbox.url}/sandbox/v1/${path}`);
		expect([path, response.status]).toEqual([path, 200]);
		return [path, (await response.text()).replace(MEDIA_LINK, '')] as const;
	};
	const lists = await Promise.all(LISTS.map(read));
	const { deliveries } = await sandbox.control('GET', '/deliveries');
	return new Map([...lists, ...(await Promise.all(deliveries.map(({ id }) => read(`deliveries/${id}`))))]);
}

/** The paths whose bytes are others. */
async function changesSince(saved: Map<string, string>, sandbox: SandboxAccount): Promise<string[]> {
	const now = await bytesOf(sandbox);
	return [...new Set([...saved.keys(), ...now.keys()])].filter((path) => saved.get(path) !== now.get(path));
}

/** Changes something in most of the lists. */
async function change(sandbox: SandboxAccount): Promise<void> {
	await sandbox.control('POST', '/api-keys', { name: 'Later' });
	await sandbox.receiveSms();
	await sandbox.completeCall();
	await sandbox.setWebhookUrl(null);
	await sandbox.control('POST', '/credits', { amount: 5 });
	await sandbox.control('POST', '/scripted-replies', { replier: 'person', body: 'Later' });
	await sandbox.control('PATCH', '/carrier', { report_after_seconds: 1 });
}

/** The time at which the skill that reports every weekday does not run, `weeks` from now. */
function saturdayNoon(weeks: number): string {
	const day = new Date();
	day.setUTCHours(12, 0, 0, 0);
	day.setUTCDate(day.getUTCDate() + 6 - day.getUTCDay() + 7 * weeks);
	return day.toISOString();
}

/** Asks the control API of a sandbox in this process. */
type Ask = (method: 'GET' | 'POST', path: string, payload?: object) => Promise<unknown>;

/** A sandbox with the same identifiers and waits every time. */
let sandbox: Sandbox;
let receiver: Receiver;
let folder: string;
beforeAll(async () => {
	receiver = await startReceiver();
	folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
	sandbox = await startSandbox({ deterministic: true, deliveryBaseDelayMs: 3_600_000 });
});
afterAll(async () => {
	await Promise.all([withoutSnapshots(), sandbox?.stop(), receiver?.close()]);
	await rm(folder, { recursive: true, force: true });
});

/** The sandbox of the worker, which has no snapshots. */
async function withoutSnapshots(): Promise<SandboxAccount> {
	const shared = await sandboxAsNew('empty');
	const { snapshots } = await shared.control('GET', '/snapshots');
	for (const { name } of snapshots) await shared.deleteSnapshot(name);
	return shared;
}

describe('a snapshot', () => {
	it.each<[string, number, () => Promise<void>]>([
		[
			'of a time that has passed, after changes',
			-2,
			async () => {
				await change(sandbox);
				await sandbox.advance('2d');
			},
		],
		['of a time that is to come, after a reset', 2, () => sandbox.reset('empty')],
	])('restores every list byte for byte, and the time: %s', async (_, weeks, leave) => {
		await sandbox.reset();
		await sandbox.setWebhookUrl(receiver.url);
		await sandbox.control('POST', '/clock', { now: saturdayNoon(weeks) });
		await sandbox.receiveSms({ body: 'Before' });
		await sandbox.waitForDelivery({ event: 'sms.received', status: 'succeeded' });
		await sandbox.saveSnapshot('before');
		const saved = await bytesOf(sandbox);
		const { deliveries } = await sandbox.control('GET', '/status');
		const { offset_seconds: offset } = await sandbox.control('GET', '/clock');

		await leave();
		expect(await changesSince(saved, sandbox)).toEqual(
			expect.arrayContaining(['api-keys', 'deliveries', 'messages']),
		);
		await sandbox.restoreSnapshot('before');
		expect(await changesSince(saved, sandbox)).toEqual([]);
		const clock = await sandbox.control('GET', '/clock');
		// The clock goes on from the time of the snapshot, so it is behind by what has passed since.
		expect(offset - clock.offset_seconds).toBeGreaterThan(0);
		expect(offset - clock.offset_seconds).toBeLessThan(60);
		expect((await sandbox.control('GET', '/status')).deliveries).toEqual(deliveries);

		// Identifiers go on where they were, and do not collide with what is there.
		const { message } = await sandbox.receiveSms({ body: 'After' });
		expect((await callFunction(sandbox, 'get-message', { message_id: message.id })).status).toBe(200);
		expect((await sandbox.waitForDelivery({ body: { data: { body: 'After' } } })).status).toBe('succeeded');
	});

	it('delivers what was pending in it again when it falls due', async () => {
		receiver.answer = status(503);
		await sandbox.reset('empty');
		await sandbox.setWebhookUrl(receiver.url);
		await sandbox.receiveSms({ body: 'Pending' });
		await eventually(async () => {
			const { status: is, attempt_count: count } = await sandbox.waitForDelivery({ status: 'pending' });
			return is === 'pending' && count === 1 ? true : undefined;
		});
		await sandbox.saveSnapshot('pending');
		receiver.answer = status(200);
		for (let round = 1; round <= 2; round += 1) {
			await sandbox.advance('2h');
			expect(await sandbox.waitForDelivery()).toMatchObject({ status: 'succeeded', attempt_count: 2 });
			await sandbox.restoreSnapshot('pending');
			expect(await sandbox.waitForDelivery({ status: 'pending' })).toMatchObject({ attempt_count: 1 });
		}
		const counted = await sandbox.control('GET', '/status');
		expect(counted.deliveries).toEqual({ pending: 1, succeeded: 0, dead_lettered: 0 });
	});

	it('is kept with the data and replaced under its name; what the next run draws is new all the same', async () => {
		const data = join(folder, 'data');
		const run = async (work: (ask: Ask) => Promise<void>) => {
			const { app, close } = await buildServer({
				...DEFAULT_CONFIG,
				seed: 'empty',
				deterministic: true,
				data,
			});
			await work(async (method, path, payload) => {
				const answer = await app.inject({ method, url: `/sandbox/v1${path}`, payload });
				expect([path, answer.statusCode < 300]).toEqual([path, true]);
				return answer.json();
			});
			await close();
		};
		await run(async (ask) => {
			await ask('POST', '/snapshots', { name: 'later' });
			await ask('POST', '/events/sms.received', {});
			await ask('POST', '/snapshots', { name: 'later' });
		});
		await run(async (ask) => {
			expect(await ask('GET', '/snapshots')).toMatchObject({ snapshots: [{ name: 'later' }] });
			await ask('POST', '/events/sms.received', {});
			await ask('POST', '/snapshots/later/restore');
			expect(await ask('GET', '/messages')).toMatchObject({ total: 1 });
			await ask('POST', '/events/sms.received', {});
		});
		await run(async (ask) => {
			await ask('POST', '/events/sms.received', {});
			expect(await ask('GET', '/messages')).toMatchObject({ total: 3 });
		});
	});

	it('arms the faults again that were armed when it was saved', async () => {
		await sandbox.reset('empty');
		await sandbox.addFault({ kind: 'status', status: 503, endpoint: 'list-messages', count: 2 });
		await sandbox.addFault({ kind: 'reset', endpoint: 'get-message', count: null });
		await sandbox.control('POST', '/delivery-faults', { kind: 'duplicate', count: 2 });
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
		const armed = [await sandbox.control('GET', '/faults'), await sandbox.control('GET', '/delivery-faults')];
		await sandbox.saveSnapshot('faulty');

		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
		await sandbox.clearFaults();
		await sandbox.control('DELETE', '/delivery-faults');
		await sandbox.addFault({ kind: 'html' });
		await sandbox.restoreSnapshot('faulty');
		expect([
			await sandbox.control('GET', '/faults'),
			await sandbox.control('GET', '/delivery-faults'),
		]).toEqual(armed);
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(503);
		expect((await callFunction(sandbox, 'list-messages')).status).toBe(200);
		// An id is not given twice.
		await sandbox.addFault({ kind: 'html' });
		const ids = (await listFaults(sandbox)).map(({ id }) => id);
		expect(new Set(ids).size).toBe(2);
	});

	it('ends a scenario of which a step was in progress when it was saved', async () => {
		const { id } = await sandbox.control('POST', '/scenario-runs', {
			...{ title: 'Mine', story: 'Nothing comes.', expected: 'Nothing.' },
			steps: [{ note: 'A message', expect: { message: { text: 'Never' } }, within: '1s' }],
		});
		const statusOfRun = async () => (await sandbox.control('GET', `/scenario-runs/${id}`)).status;
		await eventually(async () => {
			const { steps } = await sandbox.control('GET', `/scenario-runs/${id}`);
			return steps[0]?.status === 'running' || undefined;
		});
		await sandbox.saveSnapshot('in-progress');
		await eventually(async () => (await statusOfRun()) === 'finished' || undefined);
		await sandbox.restoreSnapshot('in-progress');
		expect(await statusOfRun()).toBe('stopped');
	});

	it('whose name is invalid is refused', async () => {
		await expect(sandbox.saveSnapshot('a "b"')).rejects.toThrow(
			'name must be a word of letters, digits, _ and -',
		);
	});
});

describe('a snapshot as a file', () => {
	it('gives another sandbox that has just been started the same state, byte for byte', async () => {
		await sandbox.reset();
		await change(sandbox);
		await sandbox.addFault({ kind: 'status', status: 503, endpoint: 'get-message' });
		await sandbox.saveSnapshot('shared');
		const saved = await bytesOf(sandbox);
		const file = await sandbox.exportSnapshot('shared');

		await using second = await startSandbox({ seed: 'bare', deterministic: true });
		expect(await changesSince(saved, second)).not.toEqual([]);
		await second.importSnapshot(file);
		await second.restoreSnapshot('shared');
		expect(await changesSince(saved, second)).toEqual([]);
		expect(await listFaults(second)).toMatchObject([
			{ kind: 'status', endpoint: 'get-message', remaining: 1 },
		]);
		expect(await second.exportSnapshot('shared')).toEqual(file);
		await second.receiveSms({ body: 'It goes on' });
	});

	it('leaves another sandbox its own key, log-in and webhook URL to set', async () => {
		const first = await withoutSnapshots();
		await first.setWebhookUrl('http://127.0.0.1:9/');
		await first.control('POST', '/api-keys', { name: 'Second key' });
		const { refresh_token: token } = await logIn(first, { email: first.email, password: first.password });
		await first.saveSnapshot('shared');

		const second = sandbox;
		await second.reset('empty');
		await second.importSnapshot(await first.exportSnapshot('shared'));
		await second.restoreSnapshot('shared');
		expect((await callFunction(second, 'list-messages')).status).toBe(200);
		expect((await callFunction({ url: second.url, apiKey: first.apiKey }, 'list-messages')).status).toBe(401);
		expect(second.signingSecret).toBe(first.signingSecret);
		await second.setWebhookUrl('http://127.0.0.1:9/other');
		const { api_keys: keys } = await second.control('GET', '/api-keys');
		expect(keys).toMatchObject([
			{ name: 'Second key' },
			{ id: second.apiKeyId, prefix: second.apiKey.slice(0, 8), webhook_url: 'http://127.0.0.1:9/other' },
		]);
		const { email, password } = second;
		expect(await logIn(second, { email, password })).toHaveProperty('access_token');
		// The hash of a refresh token is bytes, which JSON does not have.
		expect(await logIn(second, { refresh_token: token })).toHaveProperty('access_token');
		await second.reset();
		expect((await callFunction(second, 'list-messages')).status).toBe(200);
	});

	it('may be larger than other requests', async () => {
		const sandbox = await withoutSnapshots();
		await sandbox.saveSnapshot('large');
		const file = await sandbox.exportSnapshot('large');
		file.tables.settings?.rows.push(['large', 'x'.repeat(11 * 1024 * 1024)]);
		await sandbox.importSnapshot(file);
		expect(await sandbox.exportSnapshot('large')).toEqual(file);
	});

	it('takes the place of a snapshot of the same name, which can be deleted', async () => {
		const sandbox = await withoutSnapshots();
		await sandbox.saveSnapshot('state');
		const file = await sandbox.exportSnapshot('state');
		await sandbox.receiveSms();
		await sandbox.saveSnapshot('state');
		await sandbox.importSnapshot({ ...file, name: 'other' });
		await sandbox.importSnapshot(file);
		await sandbox.restoreSnapshot('state');
		expect(await sandbox.control('GET', '/messages')).toMatchObject({ total: 0 });
		await sandbox.deleteSnapshot('state');
		expect(await sandbox.control('GET', '/snapshots')).toMatchObject({ snapshots: [{ name: 'other' }] });
		for (const call of ['restoreSnapshot', 'exportSnapshot', 'deleteSnapshot'] as const) {
			await expect(sandbox[call]('state')).rejects.toThrow(/404.*Snapshot not found/);
		}
		await sandbox.restoreSnapshot('other');
	});

	it('is written, read and deleted by commands', async () => {
		const sandbox = await withoutSnapshots();
		const path = join(folder, 'state.json');
		await ask(sandbox, 'snapshot', 'save', 'state');
		// Everybody may read the file that is there, but not what is written to it.
		await writeFile(path, 'An older file', { mode: 0o644 });
		expect(await ask(sandbox, 'snapshot', 'export', 'state', path)).toBe(`Written to ${path}.\n`);
		// It holds secrets.
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(await sandbox.exportSnapshot('state'));
		expect(await ask(sandbox, 'snapshot', 'delete', 'state')).toMatch(/^name: +state\n/);
		expect(await ask(sandbox, 'snapshot', 'list')).toBe('There are none.\n');
		expect(await ask(sandbox, 'snapshot', 'import', path)).toMatch(/^name: +state\n/);
		await ask(sandbox, 'snapshot', 'restore', 'state');
		const nowhere = join(folder, 'missing', 'state.json');
		expect(await run('snapshot', 'export', 'state', nowhere, '--url', sandbox.url)).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`${nowhere} cannot be written: `),
		});
		const other = join(folder, 'other.json');
		await writeFile(other, '{ "format": 1 }');
		expect(await run('snapshot', 'import', other, '--url', sandbox.url)).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^This is no snapshot file: .* are required\n$/),
		});
	});

	describe('that is not right', () => {
		type File = Awaited<ReturnType<Sandbox['exportSnapshot']>>;
		type Row = unknown[] | undefined;
		let file: File;
		let before: Map<string, string>;
		beforeAll(async () => {
			await sandbox.reset();
			await sandbox.setWebhookUrl(receiver.url);
			await sandbox.receiveSms();
			await sandbox.waitForDelivery();
			await sandbox.saveSnapshot('state');
			file = await sandbox.exportSnapshot('state');
			before = await bytesOf(sandbox);
		});

		/** The file with another first row in a table. */
		const withRow = (
			name: string,
			edit: (row: Row, columns: string[], rows: unknown[][]) => unknown,
		): File => {
			const changed = structuredClone(file);
			const { columns = [], rows = [] } = changed.tables[name] ?? {};
			edit(rows[0], columns, rows);
			return changed;
		};
		it.each<[string, () => unknown, RegExp]>([
			['is another kind of file', () => ({ title: 'A scenario' }), /400.*This is no snapshot file: .*format/],
			['has another format', () => ({ ...file, format: 2 }), /409.*by another version of the sandbox/],
			['has another layout', () => ({ ...file, layout: file.layout - 1 }), /409.*by another version/],
			[
				'has a fault of an unknown endpoint',
				() => ({ ...file, faults: [{ ...aFault, endpoint: 'nowhere' }] }),
				/400.*endpoint must be one of/,
			],
			[
				'lacks a column',
				() => withRow('events', (_, columns) => columns.pop()),
				/400.*damaged: table events must have the columns seq,/,
			],
			[
				'has a row that SQLite refuses',
				() => withRow('events', (row) => row?.pop()),
				/400.*damaged: table snapshot:state:events has 5 columns but 4 values were supplied/,
			],
			[
				'has a value that no table holds',
				() => withRow('events', (row) => row?.splice(0, 1, { base: 64 })),
				/400.*tables must hold texts, numbers, null and base64/,
			],
			[
				'has rows that belong to none',
				() => withRow('events', (_row, _columns, rows) => rows.splice(0)),
				/400.*damaged: a row of table deliveries belongs to one of table events that is not there/,
			],
		])('is refused: it %s', async (_, make, reason) => {
			await expect(sandbox.importSnapshot({ ...(make() as File) })).rejects.toThrow(reason);
		});

		it('has changed nothing, and the right one is taken', async () => {
			expect(await changesSince(before, sandbox)).toEqual([]);
			expect(await sandbox.exportSnapshot('state')).toEqual(file);
			await sandbox.importSnapshot({ ...file, faults: [aFault] });
			await sandbox.restoreSnapshot('state');
			expect(await listFaults(sandbox)).toEqual([aFault]);
		});
	});
});

const aFault = {
	id: 'fault_1',
	kind: 'status' as const,
	endpoint: 'list-messages',
	remaining: 1,
	share: 0.5,
	matching: { limit: 1 },
	latency_ms: 0,
	latency_max_ms: 5,
	status: 500,
	retry_after: null,
	body: null,
	requests_per_second: null,
};

async function listFaults(sandbox: SandboxAccount) {
	return (await sandbox.control('GET', '/faults')).faults;
}

/** Asks the token endpoint for a session. */
async function logIn(sandbox: SandboxAccount, credentials: object): Promise<{ refresh_token: string }> {
	const grant = 'refresh_token' in credentials ? 'refresh_token' : 'password';
	const response = await fetch(`${sandbox.url}/auth/v1/token?grant_type=${grant}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', apikey: sandbox.anonKey },
		body: JSON.stringify(credentials),
	});
	return (await response.json()) as { refresh_token: string };
}
