/**
 * The CPU time that a stranger's call costs n8n, beside a signed event that is not selected: both
 * are answered without an execution, and n8n itself does the same for each.
 */
import { readFileSync } from 'node:fs';

import { startSandbox } from '../../test/support/start-sandbox.ts';
import { SECRETS } from '../../test/support/hostile-requests.ts';
import { inParallel, post, TriggerN8n } from '../../test/support/real-n8n.ts';
import { signedWith } from '../../test/support/signature.ts';
import { compareWithLastRelease } from '../last-release.ts';
import { median } from '../quantile.ts';
import { printTable } from '../table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CALLS = Number(process.env.BENCH_EVENTS ?? 40);
const WIDTH = 4;
const TICKS_A_SECOND = 100;

const bodyOf = (event: string): string => JSON.stringify({ event, data: { body: 'Hello'.repeat(50) } });
const sms = bodyOf('sms.received');

interface Kind {
	name: string;
	body: string;
	headers: Record<string, string>;
	search: string;
	status: number;
	/** Milliseconds of CPU time for a call; one for each round. */
	taken: number[];
}

const kindOf = (name: string, status: number, parts: Partial<Kind>): Kind => ({
	name,
	status,
	body: sms,
	headers: {},
	search: '',
	taken: [],
	...parts,
});

const NOT_SELECTED = 'signed, not selected';

const kinds: Kind[] = [
	kindOf(NOT_SELECTED, 200, {
		body: bodyOf('call.completed'),
		headers: signedWith(SECRETS.signingSecret, bodyOf('call.completed')),
	}),
	kindOf('no signature', 401, {}),
	kindOf('malformed signature', 401, { headers: { 'x-service-signature': 'sha256=0' } }),
	kindOf('wrong signature', 401, { headers: signedWith('whsec_of-somebody-else', sms) }),
	kindOf('wrong token', 401, { search: '?token=a-guess-that-is-wrong' }),
	kindOf('signed, unknown kind', 200, {
		body: bodyOf('fax.received'),
		headers: signedWith(SECRETS.signingSecret, bodyOf('fax.received')),
	}),
];

/** CPU time of a process and its threads, in milliseconds (proc_pid_stat(5), fields 14 and 15). */
function cpuTime(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_A_SECOND;
}

async function call(n8n: TriggerN8n, url: string, kind: Kind, calls: number): Promise<number> {
	const begun = cpuTime(n8n.pid);
	await inParallel(Array.from({ length: calls }), WIDTH, async () => {
		const { status } = await post(`${url}${kind.search}`, kind.body, kind.headers);
		if (status !== kind.status) throw new Error(`${kind.name} was answered ${status}`);
	});
	return (cpuTime(n8n.pid) - begun) / calls;
}

async function main(): Promise<void> {
	const sandbox = await startSandbox();
	const n8n = await TriggerN8n.start();
	try {
		const credential = await n8n.credential({ baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...SECRETS });
		const { url } = await n8n.listen(credential);
		for (const kind of kinds) await call(n8n, url, kind, 20);
		for (let round = 0; round < ROUNDS; round++) {
			for (const kind of kinds) kind.taken.push(await call(n8n, url, kind, CALLS));
		}
		const base = median(kinds.find(({ name }) => name === NOT_SELECTED)?.taken ?? []);
		printTable(
			`CPU time of n8n for a call; medians of ${ROUNDS} rounds of ${CALLS} calls, ${WIDTH} at once, in turn`,
			kinds.map(({ name, taken }) => ({
				call: name,
				'CPU, ms': median(taken),
				[`to ${NOT_SELECTED}`]: median(taken) / base,
			})),
		);
		compareWithLastRelease(
			'lower',
			Object.fromEntries(
				kinds
					.filter(({ name }) => name !== NOT_SELECTED)
					.map(({ name, taken }) => [`trigger refusals: ${name} to ${NOT_SELECTED}`, median(taken) / base]),
			),
		);
	} finally {
		await n8n.remove();
		await sandbox.stop();
	}
}

void main();
