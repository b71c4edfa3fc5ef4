import type { Alarm } from '../clock/clock.ts';
import type { App } from '../plugin.ts';
import type { Destination } from './rules.ts';
import { DestinationQueue } from './destination-queue.ts';
import { Sender } from './sender.ts';

type Used = Pick<App, 'clock' | 'config' | 'database' | 'destinations' | 'log' | 'outbox'>;

/** Sends the deliveries of the outbox when they are due on the sandbox's clock. */
export class Dispatcher {
	readonly #app: Used;
	readonly #sender: Sender;
	readonly #queues = new Map<Destination, DestinationQueue>();
	readonly #alarm: Alarm;
	#running = false;

	constructor(app: Used) {
		this.#app = app;
		this.#sender = new Sender(app.config.deliveryTimeoutMs);
		this.#alarm = app.clock.alarm(() => this.#wakeAll());
		app.outbox.onStored((destination, dueAt) => {
			if (!this.#running) return;
			if (dueAt > app.clock.now()) this.#alarm.set(dueAt);
			else this.#queue(destination).wake();
		});
	}

	/** Starts sending, beginning with the deliveries that an earlier run of the sandbox left pending. */
	start(): void {
		this.#running = true;
		this.#wakeAll();
	}

	/** Forgets the deliveries in progress, since the outbox was cleared. */
	reset(): void {
		for (const queue of this.#queues.values()) queue.stop();
		this.#queues.clear();
	}

	/** Stops sending; deliveries in progress stay pending in the outbox. */
	async stop(): Promise<void> {
		this.#running = false;
		this.#alarm.cancel();
		for (const queue of this.#queues.values()) queue.record();
		this.reset();
		await this.#sender.close();
	}

	#queue(destination: Destination): DestinationQueue {
		let queue = this.#queues.get(destination);
		if (queue === undefined) {
			queue = new DestinationQueue(this.#app, destination, this.#sender, (dueAt) => this.#alarm.set(dueAt));
			this.#queues.set(destination, queue);
		}
		return queue;
	}

	#wakeAll(): void {
		// Read before the queues are woken, so that a delivery that falls due in between is seen by the queues or
		// by the alarm.
		const nextDueAt = this.#app.outbox.findNextDueTime(this.#app.clock.now());
		for (const destination of this.#app.outbox.listPendingDestinations()) this.#queue(destination).wake();
		if (nextDueAt !== undefined) this.#alarm.set(nextDueAt);
	}
}
