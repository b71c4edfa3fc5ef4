import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';

/** The longest wait `setTimeout` can be given. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;
/** The span of time that has an ISO 8601 form with a four-digit year. */
const EARLIEST = Date.parse('0000-01-01T00:00:00.000Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const OFFSET_SETTING = 'clock_offset_ms';

interface Timer {
	readonly dueAt: number;
	readonly run: (dueAt: number) => void;
}

/**
 * The sandbox's time: the machine's, plus an offset that the control API sets. It never stands still.
 * Everything that waits (retries, windows, campaigns) waits on this clock, so that advancing it has the effect of waiting.
 * Times are milliseconds since the Unix epoch.
 */
export class Clock {
	readonly #settings: Settings;
	readonly #timers = new Set<Timer>();
	readonly #works: Array<() => Promise<void>> = [];
	#offsetMs: number;
	#alarm: NodeJS.Timeout | undefined;

	constructor(settings: Settings) {
		this.#settings = settings;
		this.#offsetMs = Number(settings.get(OFFSET_SETTING) ?? 0);
	}

	now(): number {
		return Date.now() + this.#offsetMs;
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

	/**
	 * Calls `run` once this clock has reached `dueAt`; never before the caller has returned.
	 * @returns a function that calls it off
	 */
	at(dueAt: number, run: (dueAt: number) => void): () => void {
		const timer: Timer = { dueAt, run };
		this.#timers.add(timer);
		this.#wind();
		return () => this.#timers.delete(timer);
	}

	/** Has `work` done with all that is due, see {@link catchUp}. */
	onCatchUp(work: () => Promise<void>): void {
		this.#works.push(work);
	}

	/** Resolves when all that is due by now has been done. */
	async catchUp(): Promise<void> {
		for (const work of this.#works) await work();
	}

	/** Calls off everything. */
	stop(): void {
		this.#timers.clear();
		clearTimeout(this.#alarm);
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
		clearTimeout(this.#alarm);
		if (this.#timers.size === 0) return;
		let next = Infinity;
		for (const { dueAt } of this.#timers) next = Math.min(next, dueAt);
		const wait = Math.min(Math.max(next - this.now(), 0), LONGEST_WAIT_MS);
		this.#alarm = setTimeout(() => this.#ring(), wait);
		this.#alarm.unref();
	}

	#ring(): void {
		const now = this.now();
		const due = [...this.#timers].filter(({ dueAt }) => dueAt <= now).sort((a, b) => a.dueAt - b.dueAt);
		for (const timer of due) this.#timers.delete(timer);
		for (const { run, dueAt } of due) run(dueAt);
		this.#wind();
	}
}

/** A time as the interface writes it (section 2): ISO 8601, UTC, milliseconds; the nearest that can be written. */
export function isoTime(time: number): string {
	return new Date(Math.min(Math.max(time, EARLIEST), LATEST)).toISOString();
}
