/**
 * Events that run twice in queue mode, against the time for which look-ups hold n8n's row of seen keys. In a
 * simulation, since a real n8n would take days for as many.
 */
import { judge } from '../../test/unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import { simulate } from '../../test/unit/nodes/VoiceAgentTrigger/simulation/simulate.ts';
import { printTable } from '../table.ts';

const SEEDS = Number(process.env.BENCH_SEEDS ?? 3_000);

/** Three processes that get up to three copies of an event within the time of its retries, and of which none fails. */
const scenario = { processes: 3, mostCopies: 3, usualMs: 30, failures: 0, hangs: 0, freezes: 0, crashes: 0 };

async function measure(stallMs: number, copiesWithinMs: number) {
	let [events, doubled] = [0, 0];
	for (let seed = 1; seed <= SEEDS; seed++) {
		const stalls = stallMs > 0 ? 0.1 : 0;
		const verdicts = judge(await simulate(seed, { ...scenario, stallMs, stalls, copiesWithinMs }));
		events += verdicts.length;
		doubled += verdicts.filter(({ runs }) => runs > 1).length;
	}
	return (1_000 * doubled) / events;
}

async function run(): Promise<void> {
	const rows = [];
	for (const stallMs of [0, 100, 200, 500, 1_000, 2_000, 5_000, 10_000]) {
		rows.push({
			'one look-up in ten holds the row for up to, ms': stallMs,
			'copies within 20 ms': await measure(stallMs, 20),
			'copies within 3 seconds': await measure(stallMs, 3_000),
			'copies within 12 seconds': await measure(stallMs, 12_000),
		});
	}
	printTable(`Of 1,000 events, those that run more than once; ${SEEDS} trials each`, rows);
}

void run();
