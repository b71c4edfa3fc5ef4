import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The longest wait that `setTimeout` accepts. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** The span of time that has an ISO 8601 form with a four-digit year. */
export const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
export const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const OFFSET_SETTING = 'clock_offset_ms';

/** An alarm that runs its work once the clock has reached a set time. */
export interface Alarm {
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
	/** The time at which each alarm is due, by its work. */
	readonly #alarms = new Map<() => void, number>();
	readonly #works: Array<() => Promise<void>> = [];
	#offsetMs: number;
	/** The time that all of {@link hold} has. */
	#held: number | undefined;
	#timer: NodeJS.Timeout | undefined;
	#running = false;

	constructor(settings: Settings) {
		this.#settings = settings;
		this.#offsetMs = Number(settings.get(OFFSET_SETTING) ?? 0);
	}

	now(): number {
		return this.#held ?? Date.now() + this.#offsetMs;
	}

	/** Does work during which the time stands still. */
	hold(work: () => void): void {
		this.#held = this.now();
		try {
			work();
		} finally {
			this.#held = undefined;
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
	 * Sets the time, and runs at once what is due by then.
	 * @throws {ServiceError} 400 beyond the years 0 to 9999
	 */
	set(time: number): void {
		this.#shift(time - Date.now());
	}

	/** Advances the time by `milliseconds` (or sets it back, if negative). See {@link set}. */
	advance(milliseconds: number): void {
		this.#shift(this.#offsetMs + milliseconds);
	}

	/** Returns to the machine's time. */
	reset(): void {
		this.#offsetMs = 0;
		this.#settings.remove(OFFSET_SETTING);
		this.#wind();
	}

	/**
	 * Creates an alarm that calls `run` while the server listens, and never before the caller of `set` has
	 * returned.
	 */
	alarm(run: () => void): Alarm {
		return {
			set: (dueAt) => {
				if ((this.#alarms.get(run) ?? Infinity) <= dueAt) return;
				this.#alarms.set(run, dueAt);
				this.#wind();
			},
			cancel: () => void this.#alarms.delete(run),
		};
	}

	/** Adds work for {@link catchUp} to do. */
	onCatchUp(work: () => Promise<void>): void {
		this.#works.push(work);
	}

	/** Does everything that is due by now; resolves when it is done. */
	async catchUp(): Promise<void> {
		for (const work of this.#works) await work();
	}

	/** Lets alarms run from now on. */
	start(): void {
		this.#running = true;
		this.#wind();
	}

	stop(): void {
		this.#running = false;
		clearTimeout(this.#timer);
	}

	#shift(offsetMs: number): void {
		const time = Date.now() + offsetMs;
		if (!(time >= EARLIEST && time <= LATEST)) {
			throw plainError(400, 'The time must be within the years 0 to 9999.');
		}
		this.#offsetMs = Math.round(offsetMs);
		this.#settings.set(OFFSET_SETTING, String(this.#offsetMs));
		this.#wind();
	}

	#wind(): void {
		clearTimeout(this.#timer);
		if (!this.#running || this.#alarms.size === 0) return;
		const wait = Math.max(Math.min(...this.#alarms.values()) - this.now(), 0);
		this.#timer = setTimeout(() => this.#ring(), Math.min(wait, LONGEST_WAIT_MS)).unref();
	}

	#ring(): void {
		const now = this.now();
		const due = [...this.#alarms].filter(([, dueAt]) => dueAt <= now).sort(([, a], [, b]) => a - b);
		for (const [run] of due) this.#alarms.delete(run);
		for (const [run] of due) run();
		this.#wind();
	}
}

/**
 * Formats a time as the interface does (section 2): ISO 8601, UTC, with milliseconds. A time out of range
 * becomes the nearest one that has this form.
 */
export function isoTime(time: number): string {
	return new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();
}
