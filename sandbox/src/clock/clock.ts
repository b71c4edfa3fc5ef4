import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The longest wait `setTimeout` can be given. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** The span of time that has an ISO 8601 form with a four-digit year. */
export const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
export const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const OFFSET_SETTING = 'clock_offset_ms';

/** Goes off once the clock has reached the time that it is set to. */
export interface Alarm {
	/** Of several times, the earliest counts. */
	set(dueAt: number): void;
	cancel(): void;
}

/**
 * The sandbox's time: the machine's, plus an offset that the control API sets. It never stands still.
 * Everything that waits (retries, windows, campaigns) waits on this clock, so that advancing it has the
 * effect of waiting. Times are milliseconds since the Unix epoch.
 */
export class Clock {
	readonly #settings: Settings;
	/** When each is due, by what it does. */
	readonly #alarms = new Map<() => void, number>();
	readonly #works: Array<() => Promise<void>> = [];
	#offsetMs: number;
	#timer: NodeJS.Timeout | undefined;
	#running = false;

	constructor(settings: Settings) {
		this.#settings = settings;
		this.#offsetMs = Number(settings.get(OFFSET_SETTING) ?? 0);
	}

	now(): number {
		return Date.now() + this.#offsetMs;
	}

	/** The time as the interface writes it, or that of `ago` milliseconds before. */
	stamp(ago = 0): string {
		return isoTime(this.now() - ago);
	}

	/** How far the clock is from the machine's. */
	get offsetMs(): number {
		return this.#offsetMs;
	}

	/**
	 * Sets the time and runs at once what is due by then.
	 * @throws {ServiceError} 400 beyond the years 0 to 9999
	 */
	set(time: number): void {
		this.#shift(time - Date.now());
	}

	/** Moves the time on by `milliseconds` (back, when negative). See {@link set}. */
	advance(milliseconds: number): void {
		this.#shift(this.#offsetMs + milliseconds);
	}

	/** Goes back to the machine's time. */
	reset(): void {
		this.#offsetMs = 0;
		this.#settings.remove(OFFSET_SETTING);
		this.#wind();
	}

	/** An alarm that calls `run`, while the server listens; never before whoever has set it has returned. */
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

	/** Has `work` done with all that is due, see {@link catchUp}. */
	onCatchUp(work: () => Promise<void>): void {
		this.#works.push(work);
	}

	/** Resolves when all that is due by now has been done. */
	async catchUp(): Promise<void> {
		for (const work of this.#works) await work();
	}

	/** Has alarms go off from now on. */
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
 * A time as the interface writes it (section 2): ISO 8601, UTC,
 * milliseconds; the nearest that can be written.
 */
export function isoTime(time: number): string {
	return new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();
}
