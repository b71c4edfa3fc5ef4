/**
 * Measures the memory that the sandbox takes after 200,000 deliveries,
 * in a temporary file and in a data folder.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { printTable } from '../table.ts';
import { makeEvents } from './events.ts';
import { startCountingReceiver } from './receiver.ts';

const STEP = 20_000;
const STEPS = 10;
const MEGABYTE = 2 ** 20;

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const receiver = await startCountingReceiver();
	const sandboxes = {
		'temporary file': await startSandbox({ seed: 'empty' }),
		'data folder': await startSandbox({ seed: 'empty', data: folder }),
	};
	const growth: Record<string, number> = {};
	const rows: Array<Record<string, string | number>> = [];
	for (const [what, sandbox] of Object.entries(sandboxes)) {
		const memory: number[] = [];
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: receiver.url });
		rows.push({ what, deliveries: 0, 'memory, MB': await megabytes(sandbox), 'files, MB': sizeOf(folder) });
		for (let step = 1; step <= STEPS; step += 1) {
			await makeEvents(sandbox, STEP);
			const query = `status=succeeded&limit=1&wait_for=${step * STEP}&timeout_ms=120000`;
			await sandbox.control('GET', `/deliveries?${query}`);
			const files = what === 'data folder' ? sizeOf(folder) : 0;
			const held = await megabytes(sandbox);
			memory.push(held);
			rows.push({ what, deliveries: step * STEP, 'memory, MB': held, 'files, MB': files });
		}
		await sandbox.stop();
		const [first, last] = [memory.at(0) ?? NaN, memory.at(-1) ?? NaN];
		growth[`sandbox memory: after ${STEPS * STEP} deliveries to after ${STEP}, ${what}`] = last / first;
	}
	printTable(
		'Memory (each delivery is a message, an event, a delivery and an attempt; the newest 10,000 are kept)',
		rows,
	);
	compareWithLastRelease('lower', growth);
	receiver.close();
	rmSync(folder, { recursive: true });
}

async function megabytes(sandbox: Sandbox): Promise<number> {
	const { memory_bytes: bytes } = await sandbox.control('GET', '/status');
	return bytes / MEGABYTE;
}

function sizeOf(folder: string): number {
	return readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0) / MEGABYTE;
}

void main();
