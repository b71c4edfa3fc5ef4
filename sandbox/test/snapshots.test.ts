import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ask, run } from '../../test/support/sandbox-command.ts';
import { startReceiver, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { Delivery } from '../../test/support/service-records.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

const LISTS = [
	...['agents', 'api-keys', 'batches', 'calls', 'calling', 'carrier', 'chat-sessions', 'chatapp-accounts'],
	...[
		'checkouts',
		'credits',
		'custom-functions',
		'dead-letters',
		'deliveries',
		'knowledge-sources',
		'memories',
	],
	...['messages', 'numbers', 'scripted-replies', 'skill-executions', 'skills', 'voices'],
];

/** Section 2: links to media are freshly signed on every request, so that no two answers have the same. */
const MEDIA_SIGNATURE = /expires=\d+&signature=[0-9a-f]{64}/g;

/** The very bytes of every list, with every attempt of each delivery, by path. */
async function bytesOf(sandbox: Sandbox): Promise<Map<string, string>> {
	const read = async (path: string) => {
		const response = await fetch(`${sandbox.url}/sandbox/v1/${path}`);
		expect([path, response.status]).toEqual([path, 200]);
		return [path, (await response.text()).replace(MEDIA_SIGNATURE, '')] as const;
	};
	const lists = await Promise.all(LISTS.map(read));
	const { deliveries } = await sandbox.control<{ deliveries: Delivery[] }>('GET', '/deliveries');
	return new Map([...lists, ...(await Promise.all(deliveries.map(({ id }) => read(`deliveries/${id}`))))]);
}

/** The paths whose bytes are others. */
async function changesSince(saved: Map<string, string>, sandbox: Sandbox): Promise<string[]> {
	const now = await bytesOf(sandbox);
	return [...new Set([...saved.keys(), ...now.keys()])].filter((path) => saved.get(path) !== now.get(path));
}

/** Changes something in most of the lists. */
async function change(sandbox: Sandbox): Promise<void> {
	await sandbox.control('POST', '/api-keys', { name: 'Later' });
	await sandbox.receiveSms();
	await sandbox.completeCall();
	await sandbox.setWebhookUrl(null);
	await sandbox.control('POST', '/credits', { amount: 5 });
	await sandbox.control('POST', '/scripted-replies', { replier: 'person', body: 'Later' });
	await sandbox.control('PATCH', '/carrier', { report_after_seconds: 1 });
	await sandbox.advance('2d');
}

describe('a snapshot', () => {
	let receiver: Receiver;
	let folder: string;
	beforeAll(async () => {
		receiver = await startReceiver();
		folder = await mkdtemp(join(tmpdir(), 'snapshots-'));
	});
	afterAll(() => Promise.all([receiver?.close(), rm(folder, { recursive: true, force: true })]));

	it('restores every list byte for byte, and the time, after changes and after a reset', async () => {
		await using sandbox = await startSandbox({ webhookUrl: receiver.url, deterministic: true });
		await sandbox.advance('3h');
		await sandbox.receiveSms({ body: 'Before' });
		await sandbox.waitForDelivery({ event: 'sms.received' });
		await sandbox.control('POST', '/snapshots', { name: 'before' });
		const saved = await bytesOf(sandbox);
		const { offset_seconds: offset } = await sandbox.control<{ offset_seconds: number }>('GET', '/clock');

		for (const leave of [change, () => sandbox.reset('empty')]) {
			await leave(sandbox);
			expect(await changesSince(saved, sandbox)).toEqual(
				expect.arrayContaining(['api-keys', 'deliveries', 'messages']),
			);
			await sandbox.control('POST', '/snapshots/before/restore');
			expect(await changesSince(saved, sandbox)).toEqual([]);
			const clock = await sandbox.control<{ offset_seconds: number }>('GET', '/clock');
			// The clock goes on from the time of the snapshot, so it is behind by what has passed since.
			expect(offset - clock.offset_seconds).toBeGreaterThan(0);
			expect(offset - clock.offset_seconds).toBeLessThan(60);
			expect(await sandbox.control('GET', '/status')).toMatchObject({ deliveries: { succeeded: 1 } });
		}

		// Identifiers go on where they were, and do not collide with what is there.
		const { message } = await sandbox.receiveSms({ body: 'After' });
		expect((await callFunction(sandbox, 'get-message', { message_id: message.id })).status).toBe(200);
		expect((await sandbox.waitForDelivery({ body: { data: { body: 'After' } } })).status).toBe('succeeded');
	});

	it('delivers what was pending in it again when it falls due', async () => {
		receiver.answer = (_request, response) => response.writeHead(503).end();
		await using sandbox = await startSandbox({
			seed: 'empty',
			webhookUrl: receiver.url,
			deliveryBaseDelayMs: 3_600_000,
		});
		await sandbox.receiveSms({ body: 'Pending' });
		await eventually(async () => {
			const { status, attempt_count: count } = await sandbox.waitForDelivery({ status: 'pending' });
			return status === 'pending' && count === 1 ? true : undefined;
		});
		await sandbox.control('POST', '/snapshots', { name: 'pending' });
		receiver.answer = (_request, response) => response.writeHead(200).end();
		const deliverAndRestore = async () => {
			await sandbox.advance('2h');
			expect(await sandbox.waitForDelivery()).toMatchObject({ status: 'succeeded', attempt_count: 2 });
			await sandbox.control('POST', '/snapshots/pending/restore');
			expect(await sandbox.waitForDelivery({ status: 'pending' })).toMatchObject({ attempt_count: 1 });
		};
		await deliverAndRestore();
		await deliverAndRestore();
		const counted = await sandbox.control<{ deliveries: object }>('GET', '/status');
		expect(counted.deliveries).toEqual({ pending: 1, succeeded: 0, dead_lettered: 0 });
	});

	it('is kept with the data, replaced under its name, and listed', async () => {
		await using first = await startSandbox({ seed: 'empty', data: folder, deterministic: true });
		expect(await ask(first, 'snapshot', 'list')).toBe('There are none.\n');
		await ask(first, 'snapshot', 'save', 'empty');
		const saved = await bytesOf(first);
		await ask(first, 'snapshot', 'save', 'later');
		await first.receiveSms();
		await ask(first, 'snapshot', 'save', 'later');
		const later = await bytesOf(first);
		await first.stop();

		await using second = await startSandbox({ data: folder, deterministic: true });
		expect(await ask(second, 'snapshot', 'list')).toMatch(/^name +saved_at\nempty +\S+Z\nlater +\S+Z\n$/);
		await ask(second, 'snapshot', 'restore', 'empty');
		expect(await changesSince(saved, second)).toEqual([]);
		await second.receiveSms();
		await ask(second, 'snapshot', 'restore', 'later');
		expect(await changesSince(later, second)).toEqual([]);
		await second.receiveSms();
		await second.stop();

		// The number of a run does not go back with the rest: what this run draws is new.
		await using third = await startSandbox({ data: folder, deterministic: true });
		await third.receiveSms();
		expect(await third.control('GET', '/messages')).toMatchObject({ total: 3 });
	});

	it('that does not exist, or whose name is invalid, is refused', async () => {
		await using sandbox = await startSandbox({ seed: 'empty' });
		const restore = await run('snapshot', 'restore', 'nothing', '--url', sandbox.url);
		expect(restore).toMatchObject({ code: 1, stderr: 'Snapshot not found\n' });
		await expect(sandbox.control('POST', '/snapshots', { name: 'a "b"' })).rejects.toThrow(
			'name must be a word of letters, digits, _ and -',
		);
	});
});
