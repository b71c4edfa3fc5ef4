import type { Database } from '../database/database.ts';
import type { Clock } from './clock.ts';

/** How long to wait, in real milliseconds of this clock, when a write failed. */
const RETRY_MS = 1_000;

/** What came of one turn of work. */
export interface Turn {
	/** There is more to do by the same time; the next turn follows at once. */
	readonly more: boolean;
	/** When something falls due next, in milliseconds; undefined when nothing does. */
	readonly nextAt: number | undefined;
}

/**
 * Something that goes on by itself as the clock goes on: campaigns, idle chats, carrier reports. What is due is done in
 * writes, so it survives the end of the process; what an earlier run left undone is done after the next start.
 */
export class Ticker {
	readonly #clock: Clock;
	readonly #database: Database;
	readonly #work: (now: number) => Turn;
	#running = false;
	#alarm: { readonly dueAt: number; readonly cancel: () => void } | undefined;

	/** @param work does a bounded part of what is due by `now`; called within a write */
	constructor(clock: Clock, database: Database, work: (now: number) => Turn) {
		this.#clock = clock;
		this.#database = database;
		this.#work = work;
		clock.onCatchUp(() => this.catchUp());
	}

	/** Begins, with what is already due. */
	start(): void {
		this.#running = true;
		this.wake();
	}

	/** Does nothing more. */
	stop(): void {
		this.#running = false;
		this.#alarm?.cancel();
	}

	/** Says that something new may be due, now or later. */
	wake(): void {
		if (this.#running) this.#setAlarm(this.#clock.now());
	}

	/** Does all that is due by now; resolves when it is durable. */
	async catchUp(): Promise<void> {
		for (;;) {
			const { more, nextAt } = await this.#database.write(() => this.#work(this.#clock.now()));
			if (more) continue;
			if (nextAt !== undefined) this.#setAlarm(nextAt);
			return;
		}
	}

	/** An alarm that goes off before stays: something may have been announced while a turn was under way. */
	#setAlarm(dueAt: number): void {
		if (!this.#running || (this.#alarm !== undefined && this.#alarm.dueAt <= dueAt)) return;
		this.#alarm?.cancel();
		const cancel = this.#clock.at(dueAt, () => {
			this.#alarm = undefined;
			// The disk is full, say: it is still due, and tried again.
			this.catchUp().catch(() => this.#setAlarm(this.#clock.now() + RETRY_MS));
		});
		this.#alarm = { dueAt, cancel };
	}
}
