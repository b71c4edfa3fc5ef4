import { setImmediate as letOthersRun, setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';
import { EARLIEST, isoTime, LATEST } from '../time.ts';

/** The longest wait that `setTimeout` accepts. */
const MAX_WAIT_MS = 2 ** 31 - 1;
/**
 * The longest that the clock waits for one piece of work, in real time: a receiver may answer only after the clock has
 * moved, e.g. in a test that holds its answer.
 */
const MAX_WORK_MS = 3_000;
/** The number of moments at which the clock stops on its way ahead. */
const MAX_STOPS = 300;
/** The wait after a timer whose work has failed, e.g. because the disk is full. */
const RETRY_MS = 1_000;
const OFFSET_SETTING = 'clock_offset_ms';

/** A timer calls this, and the clock waits for the promise that it returns. */
type TimerWork = () => void | Promise<void>;

/** A timer that runs its work once the clock has reached a set time. */
export interface ClockTimer {
	/** Sets the time; of several times, the earliest counts. */
	set(dueAt: number): void;
	cancel(): void;
}

/**
 * The sandbox's clock: the machine's time plus an offset that the control API sets.
 * Everything that waits (retries, windows, campaigns) waits on this clock, so that advancing it has the
 * effect of waiting. Times are milliseconds since the Unix epoch.
 */
export class Clock {
	readonly #settings: Settings;
	readonly #log: Pick<FastifyBaseLogger, 'warn'>;
	/** The time at which each timer is due, by its work. */
	readonly #timers = new Map<TimerWork, number>();
	readonly #catchUpWorks: Array<() => Promise<void>> = [];
	/** The work that has begun and not ended, with the real time at which it began. */
	readonly #underWay = new Map<Promise<unknown>, number>();
	#offsetMs: number;
	/** The time at which the clock stands still during {@link freeze}. */
	#frozenAt: number | undefined;
	#systemTimer: NodeJS.Timeout | undefined;
	#running = false;
	/** Returns the offset that the clock is being moved to. */
	#goal: (() => number) | undefined;

	constructor(settings: Settings, log: Pick<FastifyBaseLogger, 'warn'>) {
		this.#settings = settings;
		this.#log = log;
		this.#offsetMs = Number(settings.get(OFFSET_SETTING) ?? 0);
	}

	now(): number {
		return this.#frozenAt ?? Date.now() + this.#offsetMs;
	}

	/** Does work during which the time stands still. */
	freeze(work: () => void): void {
		this.#frozenAt = this.now();
		try {
			work();
		} finally {
			this.#frozenAt = undefined;
		}
	}

	/** Returns the time `ago` milliseconds before now, as the interface formats it. */
	stamp(ago = 0): string {
		return isoTime(this.now() - ago);
	}

	/** The difference from the machine's time. */
	get offsetMs(): number {
		return this.#offsetMs;
	}

	/**
	 * Sets the time. On the way ahead, the clock stops whenever something is due and waits until that is done, so that
	 * its consequences, e.g. the retries of a delivery, happen at their times, too. After 300 such stops, it goes to the
	 * end at once. Resolves when everything that is due by then is done. If the time is set again meanwhile, the later
	 * call decides.
	 * @throws {ServiceError} 400 beyond the years 0 to 9999
	 */
	set(time: number): Promise<void> {
		return this.#moveTo(() => time - Date.now());
	}

	/**
	 * Advances the time by `milliseconds`, or sets it back if they are negative. If the clock is being moved already,
	 * they count from the time that it is moved to. See {@link set}.
	 */
	advance(milliseconds: number): Promise<void> {
		const offsetMs = (this.#goal?.() ?? this.#offsetMs) + milliseconds;
		return this.#moveTo(() => offsetMs);
	}

	/**
	 * Sets the time of a state that is restored, without doing what is due on the way. To be called within a
	 * transaction.
	 */
	restore(time: number): void {
		this.#goal = undefined;
		this.#setOffset(time - Date.now());
	}

	/** Returns to the machine's time. */
	reset(): void {
		this.#goal = undefined;
		this.#offsetMs = 0;
		this.#settings.remove(OFFSET_SETTING);
		this.#startSystemTimer();
	}

	/**
	 * Creates a timer that calls `run` while the server listens, and never before the caller of `set` has
	 * returned. If `run` fails, that is logged, and it is called again a second later.
	 */
	createTimer(run: TimerWork): ClockTimer {
		return {
			set: (dueAt) => {
				if ((this.#timers.get(run) ?? Infinity) <= dueAt) return;
				this.#timers.set(run, dueAt);
				this.#startSystemTimer();
			},
			cancel: () => void this.#timers.delete(run),
		};
	}

	/** Adds work for {@link catchUp} to do. */
	onCatchUp(work: () => Promise<void>): void {
		this.#catchUpWorks.push(work);
	}

	/** Does what the schedulers have due by now; resolves when it is done. Webhooks are not among it. */
	async catchUp(): Promise<void> {
		for (const work of this.#catchUpWorks) await work();
	}

	/**
	 * Makes {@link set} and {@link advance} wait for the end of work that has begun, for up to three seconds.
	 */
	waitFor<Result>(work: Promise<Result>): Promise<Result> {
		const ended = () => this.#underWay.delete(work);
		this.#underWay.set(work, performance.now());
		work.then(ended, ended);
		return work;
	}

	/** Lets timers run from now on. */
	start(): void {
		this.#running = true;
		this.#startSystemTimer();
	}

	stop(): void {
		this.#running = false;
		clearTimeout(this.#systemTimer);
	}

	/**
	 * Moves the clock, and stops at every due time on the way.
	 * @param goal returns the offset to reach, which changes with the real time if a fixed time is to be reached
	 */
	async #moveTo(goal: () => number): Promise<void> {
		requireInRange(goal());
		this.#goal = goal;
		// A step of a scenario, a reset or another call may set another time meanwhile.
		const isCurrent = () => this.#goal === goal;
		await this.#finishDueWork();
		for (let stops = 0; this.#running && isCurrent() && stops < MAX_STOPS; stops += 1) {
			const nextMs = Math.max(Math.min(...this.#timers.values()) - Date.now(), this.#offsetMs);
			if (nextMs >= goal()) break;
			this.#setOffset(nextMs);
			await this.#finishDueWork();
		}
		if (isCurrent()) {
			this.#goal = undefined;
			this.#setOffset(goal());
		}
		await this.catchUp();
		await this.#finishDueWork();
	}

	/** Waits until all work has ended, or taken too long, and nothing more is due. */
	async #finishDueWork(): Promise<void> {
		do {
			this.#runDueTimers();
			const limit = new AbortController();
			const timeLimit = sleep(MAX_WORK_MS, undefined, { signal: limit.signal }).catch(() => undefined);
			await Promise.race([Promise.allSettled(this.#listAwaited()), timeLimit]);
			limit.abort();
			await letOthersRun();
		} while (
			this.#running &&
			(this.#listAwaited().length > 0 || Math.min(...this.#timers.values()) <= this.now())
		);
	}

	#listAwaited(): Array<Promise<unknown>> {
		const since = performance.now() - MAX_WORK_MS;
		return [...this.#underWay].filter(([, begunAt]) => begunAt > since).map(([work]) => work);
	}

	#setOffset(offsetMs: number): void {
		this.#offsetMs = Math.round(offsetMs);
		this.#settings.set(OFFSET_SETTING, String(this.#offsetMs));
		this.#startSystemTimer();
	}

	#startSystemTimer(): void {
		clearTimeout(this.#systemTimer);
		if (!this.#running || this.#timers.size === 0) return;
		const wait = Math.max(Math.min(...this.#timers.values()) - this.now(), 0);
		this.#systemTimer = setTimeout(() => this.#runDueTimers(), Math.min(wait, MAX_WAIT_MS)).unref();
	}

	#runDueTimers(): void {
		if (!this.#running) return;
		const now = this.now();
		const due = [...this.#timers].filter(([, dueAt]) => dueAt <= now).sort(([, a], [, b]) => a - b);
		for (const [run] of due) this.#timers.delete(run);
		for (const [run] of due) this.#run(run);
		this.#startSystemTimer();
	}

	/** Does the work of a timer. If it fails, the work is still due, and is tried again. */
	#run(work: TimerWork): void {
		const retry = (error: unknown) => {
			if (!this.#running) return;
			this.#log.warn({ err: error }, 'what was due could not be done; it is tried again');
			this.#timers.set(work, this.now() + RETRY_MS);
			this.#startSystemTimer();
		};
		try {
			const done = work();
			if (done instanceof Promise) void this.waitFor(done.catch(retry));
		} catch (error) {
			retry(error);
		}
	}
}

/** @throws {ServiceError} 400 if the offset leads to no time that has an ISO 8601 form with a four-digit year */
function requireInRange(offsetMs: number): void {
	const time = Date.now() + offsetMs;
	if (!(time >= EARLIEST && time <= LATEST)) {
		throw plainError(400, 'The time must be within the years 0 to 9999.');
	}
}
