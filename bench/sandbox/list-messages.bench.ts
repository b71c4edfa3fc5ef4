/** Requests per second on list-messages, beside a bare Fastify route that answers the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../sandbox/test/support/start-sandbox.ts';
import { printTable } from '../table.ts';
import { startChild } from './child.ts';
import { load, type Load } from './load.ts';

const PATH = '/functions/v1/list-messages';
const ROUNDS = 5;
const SECONDS = 2;
const CASES = [
	{ what: 'limit 10', body: '{"limit":10}' },
	{ what: 'default limit (50)', body: '{}' },
];

async function main(): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'bench-'));
	const sandbox = await startSandbox();
	const headers = { authorization: `Bearer ${sandbox.apiKey}` };
	const rows: Array<Record<string, string | number>> = [];
	for (const { what, body } of CASES) {
		const file = join(folder, 'answer.json');
		const answer = await ask(sandbox, body);
		writeFileSync(file, answer);
		const { child, said } = await startChild<{ url: string }>('reference-server.ts', file);
		const request = { path: PATH, headers, body };
		// In turn, so that what else the machine does strikes both; the first round of each warms up.
		const ours: Array<Load & { cpuMicroseconds: number }> = [];
		const bare: Load[] = [];
		for (let round = 0; round <= ROUNDS; round += 1) {
			const before = await cpuSeconds(sandbox);
			const loaded = await load(sandbox.url, request, SECONDS);
			ours.push({
				...loaded,
				cpuMicroseconds: (((await cpuSeconds(sandbox)) - before) / loaded.count) * 1e6,
			});
			bare.push(await load(said.url, request, SECONDS));
		}
		child.disconnect();
		const mine = median(ours.slice(1));
		const reference = median(bare.slice(1));
		const row = (who: string, all: Load[], { perSecond, medianMs, slowestOfHundredMs }: Load) => ({
			what: `${what}, ${who}`,
			'per second': perSecond,
			'best round': Math.max(...all.map((one) => one.perSecond)),
			'x bare Fastify': perSecond / reference.perSecond,
			'median, ms': medianMs,
			'99 of 100 within, ms': slowestOfHundredMs,
			'KB per answer': answer.length / 1024,
		});
		rows.push(
			{ ...row('sandbox', ours, mine), 'CPU µs each': mine.cpuMicroseconds },
			row('bare Fastify', bare, reference),
		);
	}
	printTable(`list-messages, median of ${ROUNDS} rounds of ${SECONDS} s`, rows);
	await sandbox.stop();
	rmSync(folder, { recursive: true });
}

async function ask(sandbox: Sandbox, body: string): Promise<string> {
	const headers = { 'content-type': 'application/json', authorization: `Bearer ${sandbox.apiKey}` };
	return (await fetch(sandbox.url + PATH, { method: 'POST', headers, body })).text();
}

async function cpuSeconds(sandbox: Sandbox): Promise<number> {
	return (await sandbox.control<{ cpu_seconds: number }>('GET', '/status')).cpu_seconds;
}

function median<One extends Load>(loads: One[]): One {
	const sorted = [...loads].sort((one, other) => one.perSecond - other.perSecond);
	const middle = sorted[Math.floor(sorted.length / 2)];
	if (middle === undefined) throw new Error('Nothing was measured.');
	return middle;
}

void main();
