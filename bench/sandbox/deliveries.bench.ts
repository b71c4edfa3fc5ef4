/**
 * Deliveries per second to a receiver on this machine: signed, logged, persisted; in memory and
 * with a data folder. Beside a bare undici loop that posts the same body to the same receiver
 * over as many connections, and keeps nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { median } from '../quantile.ts';
import { printTable } from '../table.ts';
import { startChild } from './child.ts';
import { makeEvents } from './events.ts';
import { startCountingReceiver, type CountingReceiver } from './receiver.ts';

const ROUNDS = 9;
const COUNT = 4_000;
/** The bare loop sends more, since it is faster: all are measured for about as long. */
const BARE_COUNT = 3 * COUNT;

interface Round {
	readonly perSecond: number;
	/** The CPU time of the sending process for each delivery, in microseconds. */
	readonly cpuMicroseconds: number;
}

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const receiver = await startCountingReceiver();
	const policy = { seed: 'empty' as const, deliveryTimeoutMs: 600_000 };
	const inMemory = await startSandbox(policy);
	const onDisk = await startSandbox({ ...policy, data: folder });
	const rounds = { memory: [] as Round[], disk: [] as Round[], bare: [] as Round[], endToEnd: [] as Round[] };
	// One round to warm up.
	for (const sandbox of [inMemory, onDisk]) await drain(sandbox, receiver);
	// In turn, so that what else the machine does strikes all.
	for (let round = 0; round < ROUNDS; round += 1) {
		rounds.memory.push(await drain(inMemory, receiver));
		rounds.bare.push(await postBare(receiver));
		rounds.disk.push(await drain(onDisk, receiver));
		rounds.endToEnd.push(await makeAndDeliver(onDisk, receiver));
	}
	// The ratio of each round, and then their median, since the speed of a machine changes from round to round.
	const toBare = (all: Round[]) =>
		median(all.map(({ perSecond }, round) => perSecond / (rounds.bare[round]?.perSecond ?? NaN)));
	const row = (what: string, all: Round[]) => {
		return {
			what,
			'per second': median(all.map(({ perSecond }) => perSecond)),
			'best round': Math.max(...all.map(({ perSecond }) => perSecond)),
			'x bare loop': toBare(all),
			'CPU µs each': median(all.map(({ cpuMicroseconds }) => cpuMicroseconds)),
		};
	};
	printTable(`${COUNT} deliveries, median of ${ROUNDS} rounds`, [
		row('pending deliveries, in memory', rounds.memory),
		row('pending deliveries, data folder', rounds.disk),
		row('SMS made, stored, delivered at once, data folder', rounds.endToEnd),
		row('bare undici loop', rounds.bare),
	]);
	compareWithLastRelease('higher', {
		'sandbox deliveries: in memory to a bare loop': toBare(rounds.memory),
		'sandbox deliveries: data folder to a bare loop': toBare(rounds.disk),
	});
	await Promise.all([inMemory.stop(), onDisk.stop()]);
	receiver.close();
	rmSync(folder, { recursive: true });
}

/** Lets deliveries pile up behind a receiver that does not answer, then measures how fast they go out. */
async function drain(sandbox: Sandbox, receiver: CountingReceiver): Promise<Round> {
	await begin(sandbox, receiver);
	receiver.hold();
	await makeEvents(sandbox, COUNT);
	return measure(sandbox, async () => {
		const all = receiver.reached(receiver.count + COUNT);
		receiver.release();
		await all;
		await settled(sandbox);
	});
}

/** Makes the events while they are delivered. */
async function makeAndDeliver(sandbox: Sandbox, receiver: CountingReceiver): Promise<Round> {
	await begin(sandbox, receiver);
	return measure(sandbox, async () => {
		const all = receiver.reached(receiver.count + COUNT);
		await makeEvents(sandbox, COUNT);
		await all;
		await settled(sandbox);
	});
}

async function begin(sandbox: Sandbox, receiver: CountingReceiver): Promise<void> {
	await sandbox.control('POST', '/reset');
	await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: receiver.url });
}

/** Until the last attempt is logged. */
async function settled(sandbox: Sandbox): Promise<void> {
	const query = `?status=succeeded&limit=1&wait_for=${COUNT}&timeout_ms=60000`;
	const { reached } = await sandbox.control('GET', `/deliveries${query}`);
	if (!reached) throw new Error('Not every delivery was recorded.');
}

async function measure(sandbox: Sandbox, work: () => Promise<void>): Promise<Round> {
	const before = await cpuSeconds(sandbox);
	const begun = performance.now();
	await work();
	const seconds = (performance.now() - begun) / 1000;
	return {
		perSecond: COUNT / seconds,
		cpuMicroseconds: (((await cpuSeconds(sandbox)) - before) / COUNT) * 1e6,
	};
}

async function cpuSeconds(sandbox: Sandbox): Promise<number> {
	return (await sandbox.control('GET', '/status')).cpu_seconds;
}

async function postBare(receiver: CountingReceiver): Promise<Round> {
	const words = [receiver.url, String(BARE_COUNT), receiver.sample];
	const { said } = await startChild<{ seconds: number; cpuSeconds: number }>('reference-sender.ts', ...words);
	return { perSecond: BARE_COUNT / said.seconds, cpuMicroseconds: (said.cpuSeconds / BARE_COUNT) * 1e6 };
}

void main();
