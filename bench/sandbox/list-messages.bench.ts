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
		const request = { path: PATH, headers, body: () => body };
		// In turn, so that what else the machine does strikes both; the first round of each warms up.
		const ours: Load[] = [];
		const bare: Load[] = [];
		for (let round = 0; round <= ROUNDS; round += 1) {
			ours.push(await load(sandbox.url, request, SECONDS));
			bare.push(await load(said.url, request, SECONDS));
		}
		child.disconnect();
		const mine = median(ours.slice(1));
		const reference = median(bare.slice(1));
		const kilobytes = answer.length / 1024;
		rows.push(
			{
				what: `${what}, sandbox`,
				...mine,
				'x bare Fastify': mine.perSecond / reference.perSecond,
				'KB per answer': kilobytes,
			},
			{ what: `${what}, bare Fastify`, ...reference, 'x bare Fastify': 1, 'KB per answer': kilobytes },
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

function median(loads: Load[]): Load {
	const sorted = [...loads].sort((one, other) => one.perSecond - other.perSecond);
	const middle = sorted[Math.floor(sorted.length / 2)];
	if (middle === undefined) throw new Error('Nothing was measured.');
	return middle;
}

void main();
