/** What has become of events in a real n8n, for the judge of the simulation of queue mode. */
import type { Sandbox } from './start-sandbox.ts';
import type { Arrival, Verdict } from '../unit/nodes/VoiceAgentTrigger/simulation/judge.ts';
import { inParallel } from './real-n8n.ts';
import { idIn, isOpen } from './stored-runs.ts';
import type { Run } from './stored-runs.ts';

const PAGE = 500;

/** Counts how often n8n took each event, repetitions by the service included. */
export async function countTaken(sandbox: Sandbox): Promise<Map<string, number>> {
	const ids: string[] = [];
	for (let total = 1; ids.length < total;) {
		const page = await sandbox.control(
			'GET',
			`/deliveries?status=succeeded&limit=${PAGE}&offset=${ids.length}`,
		);
		ids.push(...page.deliveries.map(({ id }) => id));
		total = page.total;
	}
	const taken = new Map<string, number>();
	await inParallel(ids, 8, async (id) => {
		const { body } = await sandbox.control('GET', `/deliveries/${id}`);
		const event = idIn(body) ?? '';
		taken.set(event, (taken.get(event) ?? 0) + 1);
	});
	return taken;
}

/**
 * Lists the copies of events that reached a process, from the deliveries of the service and the executions of n8n.
 *
 * @param taken how often n8n took each event
 * @param runs of which none is open
 */
export function arrivalsOf(events: string[], taken: ReadonlyMap<string, number>, runs: Run[]): Arrival[] {
	const shown = (event: string): Run[] => runs.filter((run) => run.event === event);
	// Executions from which n8n has removed the event: of one that it took more often than it shows.
	const emptied = runs.filter((run) => run.event === undefined && isCutOff(run));
	return [...events]
		.sort((one, other) => shown(one).length - shown(other).length)
		.flatMap((event): Arrival[] => {
			const missing = Math.max((taken.get(event) ?? 0) - shown(event).length, 0);
			const copies = [...shown(event), ...emptied.splice(0, missing)];
			if (copies.length === 0) return [{ event, outcome: 'dropped' }];
			return copies.map((run) => ({ event, outcome: outcomeOf(run) }));
		});
}

/** Tells if the process of an execution died: n8n shows it as crashed, or as running since then. */
export const isCutOff = ({ status }: Run): boolean => status === 'crashed' || status === 'abandoned';

function outcomeOf(run: Run): Arrival['outcome'] {
	if (isCutOff(run)) return undefined;
	if (isOpen(run)) throw new Error(`Execution ${run.id} is still ${run.status}`);
	return run.reached ? 'ran' : 'dropped';
}

/** Counts the events of each kind. */
export function tally(verdicts: Verdict[]): string {
	const counts: Partial<Record<Verdict['kind'], number>> = {};
	for (const { kind } of verdicts) counts[kind] = (counts[kind] ?? 0) + 1;
	return JSON.stringify(counts);
}
