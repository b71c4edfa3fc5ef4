import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Destinations } from './destination.ts';
import { Lane } from './lane.ts';
import type { Outbox } from './outbox.ts';
import { Sender } from './sender.ts';

/** The most attempts at once to one destination. */
const CONCURRENCY = 64;

/** Sends what the outbox holds when it is due, by this sandbox's clock. */
export class Dispatcher {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #outbox: Outbox;
	readonly #destinations: Destinations;
	readonly #sender: Sender;
	readonly #lanes = new Map<string, Lane>();
	#alarm: { dueAt: number; cancel: () => void } | undefined;
	#running = false;

	constructor(
		database: Database,
		clock: Clock,
		outbox: Outbox,
		destinations: Destinations,
		timeoutMs: number,
	) {
		this.#database = database;
		this.#clock = clock;
		this.#outbox = outbox;
		this.#destinations = destinations;
		this.#sender = new Sender(timeoutMs);
		outbox.onStored((destination, dueAt) => {
			if (!this.#running) return;
			if (dueAt > clock.now()) this.#schedule(dueAt);
			else this.#lane(destination).wake();
		});
	}

	/** Begins, with what an earlier run of the sandbox left pending. */
	start(): void {
		this.#running = true;
		this.#wakeAll();
	}

	/** Forgets what it was about, since the outbox was cleared. */
	reset(): void {
		for (const lane of this.#lanes.values()) lane.stop();
		this.#lanes.clear();
	}

	/** Stops sending; what was on its way stays pending in the outbox. */
	async stop(): Promise<void> {
		this.#running = false;
		this.#alarm?.cancel();
		this.reset();
		await this.#sender.close();
	}

	#lane(destination: string): Lane {
		let lane = this.#lanes.get(destination);
		if (lane === undefined) {
			const services = {
				database: this.#database,
				clock: this.#clock,
				outbox: this.#outbox,
				destinations: this.#destinations,
				sender: this.#sender,
			};
			lane = new Lane(destination, services, CONCURRENCY, (dueAt) => this.#schedule(dueAt));
			this.#lanes.set(destination, lane);
		}
		return lane;
	}

	#wakeAll(): void {
		// Before the lanes look: what falls due in between is then seen by them or by the alarm, never by neither.
		const nextDueAt = this.#outbox.findNextDueTime(this.#clock.now());
		for (const destination of this.#outbox.listPendingDestinations()) this.#lane(destination).wake();
		if (nextDueAt !== undefined) this.#schedule(nextDueAt);
	}

	/** Sets the alarm for a retry, unless it goes off before anyway. */
	#schedule(dueAt: number): void {
		if (!this.#running || (this.#alarm !== undefined && this.#alarm.dueAt <= dueAt)) return;
		this.#alarm?.cancel();
		const cancel = this.#clock.at(dueAt, () => {
			this.#alarm = undefined;
			this.#wakeAll();
		});
		this.#alarm = { dueAt, cancel };
	}
}
