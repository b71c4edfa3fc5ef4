import { Cron } from 'croner';
import { Scheduler } from '../clock/scheduler.ts';
import { Setting } from '../database/settings.ts';
import type { App } from '../plugin.ts';

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
function listDueTimes(cron: Cron, after: number, until: number): number[] {
	const findBefore = (time: number) => cron.previousRuns(1, new Date(time))[0]?.getTime() ?? -Infinity;
	const times: number[] = [];
	for (let time = findBefore(until + 1); time > after && times.length < MOST_TIMES; time = findBefore(time)) {
		times.unshift(time);
	}
	return times;
}

/**
 * Runs the scheduled skills when they are due. A clock that jumps ahead leads to the same runs as waiting,
 * each at its time.
 */
export class ScheduledRuns extends Scheduler {
	readonly #app: App;
	/** The time up to which all runs are done, in milliseconds; null before the first time. */
	readonly #doneUntil: Setting<number | null>;

	/** @param app the sandbox, before it listens */
	constructor(app: App) {
		super(app, (now) => this.#runDue(now));
		this.#app = app;
		this.#doneUntil = new Setting<number | null>(app.settings, 'scheduled_skills_done_until', null);
	}

	/**
	 * Forgets the time up to which all runs are done, since everything was reset. To be called within a transaction.
	 */
	reset(): void {
		this.#doneUntil.reset();
		this.wake();
	}

	#runDue(now: number): number | undefined {
		// If the clock was set back, runs go on from the time it was set to.
		const doneUntil = Math.min(this.#doneUntil.get() ?? now, now);
		const scheduled = this.#listScheduled();
		const due = scheduled.flatMap(({ skill, cron }) =>
			listDueTimes(cron, doneUntil, now).map((time) => ({ skill, time })),
		);
		due.sort((one, other) => one.time - other.time);
		for (const { skill, time } of due) this.#app.skillExecutions.run(skill, {}, time);
		this.#doneUntil.set(now);
		const upcoming = scheduled.flatMap(({ cron }) => cron.nextRun(new Date(now))?.getTime() ?? []);
		return upcoming.sort((one, other) => one - other)[0];
	}

	#listScheduled() {
		return this.#app.skills.list().flatMap((skill) => {
			if (!skill.is_enabled || skill.trigger_type !== 'schedule') return [];
			const { cron: expression, timezone } = skill.schedule ?? {};
			const cron = expression === undefined ? undefined : readCron(expression, timezone);
			return cron === undefined ? [] : [{ skill, cron }];
		});
	}
}
