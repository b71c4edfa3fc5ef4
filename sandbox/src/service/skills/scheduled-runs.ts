import { Ticker } from '../clock/ticker.ts';
import { Setting } from '../database/settings.ts';
import type { App } from '../plugin.ts';
import { listDueTimes, readCron } from './schedule.ts';

/**
 * Runs the scheduled skills when they are due. A clock that jumps ahead leads to the same runs as waiting,
 * each at its time.
 */
export class ScheduledRuns extends Ticker {
	readonly #app: App;
	/** The time up to which all runs are done, in milliseconds; null before the first time. */
	readonly #doneUntil: Setting<number | null>;

	/** @param app which must not listen yet */
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
