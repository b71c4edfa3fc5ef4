import type { App } from '../plugin.ts';
import type { Alarm } from './clock.ts';

/** How long to wait, in milliseconds of the sandbox's clock, when a write failed. */
const RETRY_MS = 1_000;

type Used = Pick<App, 'clock' | 'database'>;

/**
 * Something that goes on by itself as the clock goes on, while the server listens: campaigns, idle chats,
 * carrier reports. What is due is done in writes, so it survives the end of the process; what an earlier run
 * left undone is done after the next start.
 */
export class Ticker {
	readonly #app: Used;
	readonly #work: (now: number) => number | undefined;
	readonly #alarm: Alarm;

	/**
	 * @param app before it listens
	 * @param work does a bounded part of what is due by `now`, within a write, and answers when the next thing
	 * falls due: not after `now` when there is more to do at once, undefined when nothing will
	 */
	constructor(app: Used, work: (now: number) => number | undefined) {
		this.#app = app;
		this.#work = work;
		app.clock.onCatchUp(() => this.catchUp());
		this.#alarm = app.clock.alarm(() => {
			// For example, the disk is full. It is still due and tried again.
			this.catchUp().catch(() => this.#alarm.set(app.clock.now() + RETRY_MS));
		});
		this.wake();
	}

	/** Says that something new may be due, now or later. */
	wake(): void {
		this.#alarm.set(this.#app.clock.now());
	}

	/** Does all that is due by now; resolves when it is durable. */
	async catchUp(): Promise<void> {
		const { clock, database } = this.#app;
		let now = 0;
		let nextAt: number | undefined;
		do {
			nextAt = await database.write(() => this.#work((now = clock.now())));
		} while (nextAt !== undefined && nextAt <= now);
		if (nextAt !== undefined) this.#alarm.set(nextAt);
	}
}
