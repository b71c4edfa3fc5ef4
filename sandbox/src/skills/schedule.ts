import { Cron } from 'croner';

/** Of the times that a clock passes at once, at most so many are made up for: the last ones. */
const MOST_TIMES = 500;

/**
 * Reads a cron expression of five fields, on the clock of a time zone; undefined when
 * either cannot be read, or it never falls due.
 */
export function readCron(expression: string, timezone = 'UTC'): Cron | undefined {
	// Croner would take it for a date.
	if (expression.includes(':')) return undefined;
	try {
		const cron = new Cron(expression, { mode: '5-part', timezone });
		return cron.nextRun(new Date(0)) === null ? undefined : cron;
	} catch {
		return undefined;
	}
}

/** Lists when it fell due after `after` and by `until`, oldest first; times in milliseconds. */
export function listDueTimes(cron: Cron, after: number, until: number): number[] {
	const findBefore = (time: number) => cron.previousRuns(1, new Date(time))[0]?.getTime() ?? -Infinity;
	const times: number[] = [];
	for (let time = findBefore(until + 1); time > after && times.length < MOST_TIMES; time = findBefore(time)) {
		times.unshift(time);
	}
	return times;
}
