import { Cron } from 'croner';
import { Scheduler } from '../clock/scheduler.ts';
import { Setting } from '../database/settings.ts';
import type { App } from '../plugin.ts';

/** The maximum number of due times that are made up for when the clock jumps ahead; the last ones count. */
const MAX_TIMES = 500;

/** Tells if a cron expression of five fields and a time zone are valid, and it ever falls due. */
export const isEverDue = (expression: string, timezone?: string): boolean =>
	parseCron(expression, timezone) !== undefined;

/** @returns undefined for an expression or a time zone that is not valid, or that never falls due */
function parseCron(expression: string, timezone = 'UTC'): Cron | undefined {
	// Croner would parse it as a date.
	if (expression.includes(':')) return undefined;
	try {
		const cron = new Cron(expression, { mode: '5-part', timezone });
		// It notices only now that a time zone is unknown.
		return cron.nextRun(new Date(0)) === null ? undefined : cron;
	} catch {
		return undefined;
	}
}

/** Lists the due times after `after` and up to `until`, oldest first, in milliseconds. */
function listDueTimes(cron: Cron, after: number, until: number): number[] {
	// Croner takes long, and after a start nothing is due.
	if (after === until) return [];
	const findBefore = (time: number) => cron.previousRuns(1, new Date(time))[0]?.getTime() ?? -Infinity;
	const times: number[] = [];
	for (let time = findBefore(until + 1); time > after && times.length < MAX_TIMES; time = findBefore(time)) {
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
			const { cron: expression = '', timezone } = skill.schedule ?? {};
			const cron = parseCron(expression, timezone);
			// A snapshot from a file may hold any text, which must not keep the other skills from running.
			return cron === undefined ? [] : [{ skill, cron }];
		});
	}
}
