import type { App } from '../plugin.ts';
import type { Destination } from './destination.ts';
import type { DueDelivery } from './outbox.ts';
import type { Sender } from './sender.ts';

/** The most attempts at once to one destination. */
const CONCURRENCY = 64;
/** How many due deliveries are read from the outbox at a time. */
const BATCH = 256;
/** When a delivery is sent again whose attempt could not be recorded. */
const UNRECORDED_RETRY_MS = 1_000;

type Used = Pick<App, 'clock' | 'database' | 'destinations' | 'outbox'>;

/** The way to one destination. Each has its own, so that a slow receiver keeps nobody else waiting. */
export class Lane {
	readonly #app: Used;
	readonly #destination: Destination;
	readonly #sender: Sender;
	readonly #schedule: (dueAt: number) => void;
	/** The deliveries that are read, on their way or being recorded; the outbox still calls them due. */
	readonly #claimed = new Set<number>();
	#ready: DueDelivery[] = [];
	#inFlight = 0;
	#exhausted = false;
	#stopped = false;

	/** @param schedule is told when a delivery is to be looked at again */
	constructor(app: Used, destination: Destination, sender: Sender, schedule: (dueAt: number) => void) {
		this.#app = app;
		this.#destination = destination;
		this.#sender = sender;
		this.#schedule = schedule;
	}

	/** Says that something may be due. */
	wake(): void {
		this.#exhausted = false;
		this.#go();
	}

	/** Takes up nothing more. */
	stop(): void {
		this.#stopped = true;
		this.#ready = [];
	}

	#go(): void {
		while (!this.#stopped && this.#inFlight < CONCURRENCY) {
			const next = this.#take();
			if (next === undefined) return;
			this.#inFlight += 1;
			void this.#attempt(next);
		}
	}

	#take(): DueDelivery | undefined {
		if (this.#ready.length === 0 && !this.#exhausted) {
			const due = this.#app.outbox.listDue(this.#destination, this.#claimed.size + BATCH);
			this.#ready = due.filter(({ seq }) => !this.#claimed.has(seq)).reverse();
			for (const { seq } of this.#ready) this.#claimed.add(seq);
			this.#exhausted = this.#ready.length === 0;
		}
		return this.#ready.pop();
	}

	async #attempt({ seq, body, signature }: DueDelivery): Promise<void> {
		const { clock, database, destinations, outbox } = this.#app;
		const url = destinations.findUrl(this.#destination);
		const started_at = clock.now();
		// Without a URL the delivery has just been given up; nothing is sent and nothing is to be logged.
		const outcome = url === null ? null : await this.#sender.send(url, body, signature);
		this.#inFlight -= 1;
		// An attempt that stopping cut short says nothing about the
		// receiver; it is made again after the next start.
		if (this.#stopped) return;
		this.#go();
		let dueAt: number | undefined;
		if (url !== null && outcome !== null) {
			dueAt = await database
				.write(() => outbox.record(seq, { url, started_at, ...outcome }))
				// For example, the disk is full. The delivery is still pending and will be sent again.
				.catch(() => clock.now() + UNRECORDED_RETRY_MS);
		}
		this.#claimed.delete(seq);
		if (dueAt !== undefined) this.#schedule(dueAt);
	}
}
