import { Cron } from 'croner';

/** The maximum number of due times that are made up for when the clock jumps ahead; the last ones count. */
const MOST_TIMES = 500;

/**
 * Parses a cron expression of five fields in a time zone; returns undefined if either is invalid, or if the
 * expression never falls due.
 */
export function readCron(expression: string, timezone = 'UTC'): Cron | undefined {
	// Croner would parse it as a date.
	if (expression.includes(':')) return undefined;
	try {
		const cron = new Cron(expression, { mode: '5-part', timezone });
		return cron.nextRun(new Date(0)) === null ? undefined : cron;
	} catch {
		return undefined;
	}
}

/** Lists the due times after `after` and up to `until`, oldest first, in milliseconds. */
export function listDueTimes(cron: Cron, after: number, until: number): number[] {
	const findBefore = (time: number) => cron.previousRuns(1, new Date(time))[0]?.getTime() ?? -Infinity;
	const times: number[] = [];
	for (let time = findBefore(until + 1); time > after && times.length < MOST_TIMES; time = findBefore(time)) {
		times.unshift(time);
	}
	return times;
}
